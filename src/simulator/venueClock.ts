import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';

/**
 * The venue's own time: it runs on from the wall time at its beginning, off by the skew, and does not follow when the wall
 * clock of the machine is stepped. A real venue does not either.
 */
export class VenueClock {
  readonly #clock: Clock;
  readonly #zero: number;

  constructor(clock: Clock, skewMs: number) {
    this.#clock = clock;
    this.#zero = clock.now() + skewMs - clock.monotonicMs();
  }

  now(): Instant {
    return Math.floor(this.#zero + this.#clock.monotonicMs());
  }
}
