import { Fault, isFault, messageOf } from '../base/fault.ts';

/** What the tables say to a row of an owner that is the owner no more: see the migration `which owner wrote an intent`. */
export const REFUSED = 'overtaken: the epoch of this row has ended';

const TAKEN = 'another process has taken the account over; nothing is sent or written any more';

/** Another process has become the owner. */
export function overtaken(cause?: unknown): Fault {
  return new Fault('daemon-running', TAKEN, {
    outcome: 'not-sent',
    suggestion: 'it has a new owner; with `--standby`, `sluice run` and `sluice treasury serve` wait until that one ends',
    cause,
  });
}

/** Whether a table has refused a row because its owner was overtaken. */
export function isOvertaken(error: unknown): boolean {
  return messageOf(error).includes(REFUSED);
}

/** Whether an owner has ended because another process is the owner now. */
export function wasOvertaken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (isFault(at, 'daemon-running') && at.message === TAKEN) return true;
  return false;
}
