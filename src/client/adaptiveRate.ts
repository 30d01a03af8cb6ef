/** At most `limit` requests in any stretch of `windowMs`. */
export interface Allowance {
  readonly limit: number;
  readonly windowMs: number;
}

/** The rate that is allowed at one moment. */
export interface AllowedRate {
  readonly perSecond: number;
  /** How many requests may go back to back. */
  readonly bursts: Allowance;
  /** The limit for any second, or for a longer stretch where a burst is more than a second's worth. */
  readonly seconds: Allowance;
}

/** A full recovery takes two minutes. Venues forget faster, so the rate does not swing. */
const RECOVERY_PER_MS = 1 / 120_000;
/** The rate never falls below this share of the configured one, so that we still notice when the venue is back. */
const FLOOR = 1 / 16;
/** The refusals of one episode arrive together and count as one. */
const EPISODE_MS = 1000;

/**
 * A rate that halves when the venue pushes back and recovers steadily afterwards. It is a function of time and needs no timer.
 */
export class AdaptiveRate {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #whole: AllowedRate;
  #shareThen = 1;
  #throttledAtMs = -Infinity;

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#whole = this.#of(1);
  }

  /** The venue said 429 or 503. */
  throttle(nowMs: number): void {
    if (nowMs - this.#throttledAtMs < EPISODE_MS) return;
    this.#shareThen = Math.max(FLOOR, this.#shareAt(nowMs) / 2);
    this.#throttledAtMs = nowMs;
  }

  at(nowMs: number): AllowedRate {
    const share = this.#shareAt(nowMs);
    return share === 1 ? this.#whole : this.#of(share);
  }

  #of(share: number): AllowedRate {
    const perSecond = this.#perSecond * share;
    const burst = Math.max(1, Math.floor(this.#burst * share));
    const most = Math.max(burst, Math.floor(perSecond));
    return {
      perSecond,
      bursts: { limit: burst, windowMs: (burst / perSecond) * 1000 },
      seconds: { limit: most, windowMs: Math.max(1, most / perSecond) * 1000 },
    };
  }

  #shareAt(nowMs: number): number {
    if (this.#throttledAtMs === -Infinity) return 1;
    return Math.min(1, this.#shareThen + (nowMs - this.#throttledAtMs) * RECOVERY_PER_MS);
  }
}
