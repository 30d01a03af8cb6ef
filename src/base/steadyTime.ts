import type { Instant } from './instant.ts';

/**
 * How fast time goes on after the wall clock was set back, until that has caught up. Waits become a ninth longer, and none
 * stalls.
 */
const PACE_BEHIND = 0.9;

/**
 * Wall time that never goes back. It follows a step forward at once. After a step back it goes on from where it was, a little
 * slower than real time, until the wall clock has caught up. So waits for a point in time last about as long as they would have,
 * and past events do not end up in the future.
 */
export class SteadyTime {
  #at = -Infinity;
  #readMs = 0;

  /** The time now, from a reading of the wall clock and one of the monotonic clock. */
  read(wall: Instant, monotonicMs: number): Instant {
    this.#at = Math.max(wall, this.#at + (monotonicMs - this.#readMs) * PACE_BEHIND);
    this.#readMs = monotonicMs;
    return Math.floor(this.#at);
  }
}
