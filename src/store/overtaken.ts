import { Fault, messageOf } from '../base/fault.ts';

/** What the tables say to a row of an owner that is the owner no more: see the migration `which owner wrote an intent`. */
export const REFUSED = 'overtaken: the epoch of this row has ended';

/** Another process has become the owner. */
export function overtaken(cause?: unknown): Fault {
  return new Fault('daemon-running', 'another process has taken the account over; nothing is sent or written any more', {
    outcome: 'not-sent',
    suggestion: 'the account has a new owner; `sluice run --standby` waits until that one ends',
    cause,
  });
}

/** Whether a table has refused a row because its owner was overtaken. */
export function isOvertaken(error: unknown): boolean {
  return messageOf(error).includes(REFUSED);
}
