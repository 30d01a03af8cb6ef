import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';

/**
 * The venue's own time. It starts at the wall time plus the skew and runs on from there. It does not follow when the machine's
 * wall clock is stepped, and neither does a real venue.
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
