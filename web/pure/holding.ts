/** How long a button is held before it acts. */
export const HOLD_MS = 1500;

/** A hold by one pointer or one key. What does not begin and end as one hold acts never. */
export interface Hold {
  readonly by: string;
  readonly since: number;
}

/** A second finger or key does not begin anew, and does not take over. */
export function holdBegun(hold: Hold | undefined, by: string, now: number): Hold {
  return hold ?? { by, since: now };
}

/** Only what began the hold can end it. */
export function holdEnded(hold: Hold | undefined, by: string): Hold | undefined {
  return hold?.by === by ? undefined : hold;
}

export function isHeldLongEnough(hold: Hold | undefined, now: number): boolean {
  return hold !== undefined && now - hold.since >= HOLD_MS;
}
