import type { Instant } from './instant.ts';

/** How fast time goes on after the wall clock was set back, until that has caught up: waits become a ninth longer, and none stalls. */
const PACE_BEHIND = 0.9;

/**
 * Wall time that never goes back. A step forward is followed at once. After a step back time goes on from where it was, a little
 * slower than it passes, until the wall clock has caught up: whatever waits for a point of time goes on waiting for as long as it
 * would have, and what has happened does not come to lie in the future.
 */
export class SteadyTime {
  #at = -Infinity;
  #readMs = 0;

  /** What time it is, by a reading of the wall clock and one of the monotonic clock. */
  read(wall: Instant, monotonicMs: number): Instant {
    this.#at = Math.max(wall, this.#at + (monotonicMs - this.#readMs) * PACE_BEHIND);
    this.#readMs = monotonicMs;
    return Math.floor(this.#at);
  }
}
