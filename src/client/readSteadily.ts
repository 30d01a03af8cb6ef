import type { Clock } from '../base/clock.ts';
import { type FaultCode, isFault } from '../base/fault.ts';

const TRIES = 3;
/** A try that took longer is not made again: a check has time for one of those. */
const SOON_MS = 2000;
const PASSING: readonly FaultCode[] = ['network', 'venue-failure', 'unreadable-reply'];

/**
 * Reads from the venue, and again where an answer is soon lost, broken or a failure of the venue: one such answer is nothing that a person should
 * know of. Rejects with the last of three in a row, and at once with what the venue says of the request itself, or where it says nothing in time.
 */
export async function readSteadily<T>(
  read: () => Promise<T>,
  clock: Pick<Clock, 'monotonicMs'>,
  timeIsUp: AbortSignal,
  passing = PASSING,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const beganMs = clock.monotonicMs();
    try {
      return await read();
    } catch (error) {
      const mayPass = isFault(error) && passing.includes(error.code);
      const isLate = clock.monotonicMs() - beganMs >= SOON_MS;
      if (!mayPass || isLate || tries === TRIES || timeIsUp.aborted) throw error;
    }
  }
}
