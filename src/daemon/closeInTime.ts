import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { within } from './within.ts';

/** What to close, and how. */
export type Closing = readonly [what: string, close: () => Promise<unknown> | undefined];

/** Each gets at least this long, however little time is left. */
const LEAST_MS = 200;

/** Closes one thing after the other. When one fails or passes the deadline, that is reported and the next one follows. */
export async function closeInTime(
  clock: Clock,
  deadline: number,
  closings: readonly Closing[],
  onTrouble: (message: string) => void,
): Promise<void> {
  for (const [what, close] of closings) {
    const closed = Promise.resolve()
      .then(close)
      .catch((error: unknown) => onTrouble(`${what} could not be closed: ${messageOf(error)}`));
    const isInTime = await within(clock, closed, Math.max(deadline, clock.monotonicMs() + LEAST_MS));
    if (!isInTime) onTrouble(`${what} could not be closed in time`);
  }
}
