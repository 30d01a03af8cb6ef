import { isFault } from '../base/fault.ts';

const TRIES = 3;

/**
 * Reads from the venue, and again where an answer is lost, broken or a failure of the venue: one such answer is nothing that a person should
 * know of. Rejects with the last of three in a row, and at once with what the venue says of the request itself.
 */
export async function readSteadily<T>(read: () => Promise<T>, timeIsUp: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (error) {
      const mayPass = ['network', 'timeout', 'venue-failure', 'unreadable-reply'].some((code) => isFault(error) && error.code === code);
      if (!mayPass || tries === TRIES || timeIsUp.aborted) throw error;
    }
  }
}
