import { type Clock, sleep } from '../base/clock.ts';
import { wasOvertaken } from '../store/overtaken.ts';

export interface LivesOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether one that was overtaken stands by in its turn. */
  readonly isStandby: boolean;
  /** Called before it stands by again, in so many milliseconds. */
  readonly onAgain: (waitMs: number) => void;
}

/** Two that overtake each other must not do so all the time. */
const FIRST_WAIT_MS = 1000;
const MOST_WAIT_MS = 60_000;
/** After a life of this length the next wait is short again. */
const LONG_LIFE_MS = 600_000;

/** Lives until a life ends by itself. After one that was overtaken comes another one. */
export async function lives(live: () => Promise<void>, { clock, signal, isStandby, onAgain }: LivesOptions): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    const beganMs = clock.monotonicMs();
    try {
      return await live();
    } catch (error) {
      if (!isStandby || !wasOvertaken(error) || signal.aborted) throw error;
      if (clock.monotonicMs() - beganMs > LONG_LIFE_MS) waitMs = FIRST_WAIT_MS;
      onAgain(waitMs);
      await sleep(clock, waitMs, signal).catch(() => undefined);
      waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
    }
  }
}
