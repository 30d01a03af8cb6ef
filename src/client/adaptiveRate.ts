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

/**
 * What lowers the rate, and how long a full recovery from it takes. A venue that was asked too often (429) forgets within two minutes, so the rate
 * does not swing. One that was out of service (503) is soon asked as before: its trouble was not our rate, and what is not polled is not traded.
 */
const RECOVERY_MS = { 429: 120_000, 503: 10_000 } as const;
/** The answers that lower the rate. */
export type PushBack = keyof typeof RECOVERY_MS;

export function isPushBack(status: number): status is PushBack {
  return status in RECOVERY_MS;
}

/** The rate never falls below this share of the configured one, so that we still notice when the venue is back. */
const FLOOR = 1 / 16;
/** The refusals of one episode arrive together and count as one. */
const EPISODE_MS = 1000;

/** A share of the configured rate that halves and grows back. */
class Share {
  readonly #recoveryMs: number;
  #then = 1;
  #loweredAtMs = -Infinity;

  constructor(recoveryMs: number) {
    this.#recoveryMs = recoveryMs;
  }

  lower(nowMs: number): void {
    if (nowMs - this.#loweredAtMs < EPISODE_MS) return;
    this.#then = Math.max(FLOOR, this.at(nowMs) / 2);
    this.#loweredAtMs = nowMs;
  }

  at(nowMs: number): number {
    return this.#loweredAtMs === -Infinity ? 1 : Math.min(1, this.#then + (nowMs - this.#loweredAtMs) / this.#recoveryMs);
  }
}

/**
 * A rate that halves when the venue pushes back and recovers steadily afterwards. It is a function of time and needs no timer.
 */
export class AdaptiveRate {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #whole: AllowedRate;
  readonly #shares: Readonly<Record<PushBack, Share>> = { 429: new Share(RECOVERY_MS[429]), 503: new Share(RECOVERY_MS[503]) };

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#whole = this.#of(1);
  }

  pushedBack(by: PushBack, nowMs: number): void {
    this.#shares[by].lower(nowMs);
  }

  at(nowMs: number): AllowedRate {
    const share = Math.min(this.#shares[429].at(nowMs), this.#shares[503].at(nowMs));
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
}
