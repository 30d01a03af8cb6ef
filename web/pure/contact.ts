/** What the page knows of its line to the daemon. Times are the page's own, in milliseconds of a clock that only goes forward. */
export interface Contact {
  /** When the daemon was last heard. Undefined before the first time. */
  readonly heardAt: number | undefined;
  /** When the page began to try. */
  readonly since: number;
  /** Why there is no line, in the browser's words; undefined while there is one. */
  readonly failure: string | undefined;
  /** The daemon wants a token first. */
  readonly isLocked: boolean;
}

export type ContactState = 'connecting' | 'heard' | 'silent' | 'lost' | 'locked';

/** A daemon that does anything is heard at least once a second, and one that does not every ten. After so long it is silent: what is shown may be old. */
export const SILENT_AFTER_MS = 4000;
/** After so long without a word the line counts as cut, even if nothing has said so; the page opens a new one. */
export const LOST_AFTER_MS = 12_000;
/** A new line is tried so long after the last one failed. */
export const TRY_AGAIN_MS = 1000;

export function newContact(now: number): Contact {
  return { heardAt: undefined, since: now, failure: undefined, isLocked: false };
}

export function contactHeard(contact: Contact, now: number): Contact {
  return { ...contact, heardAt: now, failure: undefined, isLocked: false };
}

export function contactFailed(contact: Contact, failure: string): Contact {
  return { ...contact, failure };
}

export function contactLocked(contact: Contact): Contact {
  return { ...contact, isLocked: true, failure: undefined };
}

/** How the line stands now. It grows old by itself, without any event. */
export function contactState({ heardAt, since, failure, isLocked }: Contact, now: number): ContactState {
  if (isLocked) return 'locked';
  const silentMs = now - (heardAt ?? since);
  if (heardAt === undefined) return failure !== undefined || silentMs >= LOST_AFTER_MS ? 'lost' : 'connecting';
  if (failure !== undefined && silentMs >= TRY_AGAIN_MS) return 'lost';
  if (silentMs >= LOST_AFTER_MS) return 'lost';
  return silentMs >= SILENT_AFTER_MS ? 'silent' : 'heard';
}

/** How long nothing has been heard. */
export function silenceMs({ heardAt, since }: Contact, now: number): number {
  return Math.max(0, now - (heardAt ?? since));
}

/** Whether something may be sent: only while the daemon is heard. */
export function maySend(state: ContactState): boolean {
  return state === 'heard';
}
