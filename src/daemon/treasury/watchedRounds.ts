import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import { durationText } from '../../base/instant.ts';

/** So long without a sign of work, a round hangs. One draft of a batch takes some seconds, and each is told. */
const HANGS_AFTER_MS = 300_000;

/** The rounds of a treasury, with how they go. */
export interface WatchedRounds {
  round(): Promise<void>;
  /** Something of a round that is under way has been done. */
  goesOn(): void;
  /** Why the treasury does not do what it is there for. Undefined while it does. */
  trouble(): string | undefined;
}

export function watchedRounds(round: () => Promise<void>, clock: Pick<Clock, 'monotonicMs'>): WatchedRounds {
  let last: string | undefined = 'no round has ended yet';
  let aliveMs = clock.monotonicMs();
  const goesOn = (): void => void (aliveMs = clock.monotonicMs());
  return {
    async round() {
      goesOn();
      try {
        await round();
        last = undefined;
      } catch (error) {
        last = `the last round failed: ${messageOf(error)}`;
        throw error;
      } finally {
        goesOn();
      }
    },
    goesOn,
    trouble() {
      const forMs = clock.monotonicMs() - aliveMs;
      return forMs > HANGS_AFTER_MS ? `a round hangs for ${durationText(forMs)}` : last;
    },
  };
}
