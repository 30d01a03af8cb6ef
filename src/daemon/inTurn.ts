import { type Clock, sleep } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';

/** How long to wait until another command has finished with the database. */
const TURN_WITHIN_MS = 10_000;
const TURN_EVERY_MS = 1000;

/** Opens what one process may have at a time. Another single order holds it for a second or two, and a daemon as long as it runs. */
export async function inTurn<T>(clock: Clock, open: () => Promise<T>): Promise<T> {
  const deadline = clock.monotonicMs() + TURN_WITHIN_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!isFault(error, 'daemon-running') || clock.monotonicMs() >= deadline) throw error;
      await sleep(clock, TURN_EVERY_MS);
    }
  }
}
