import type { Instant } from '../base/instant.ts';

/** A bucket of `burst` requests that fills with `perSecond`. */
export class RateLimit {
  readonly #perMs: number;
  readonly #burst: number;
  #left: number;
  #at: Instant | undefined;

  constructor(perSecond: number, burst: number) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#left = burst;
  }

  /** Undefined when the request may go on, else the whole seconds after which the next one may. */
  take(now: Instant): number | undefined {
    this.#left = Math.min(this.#burst, this.#left + (now - (this.#at ?? now)) * this.#perMs);
    this.#at = now;
    if (this.#left >= 1) {
      this.#left--;
      return undefined;
    }
    return Math.max(1, Math.ceil((1 - this.#left) / this.#perMs / 1000));
  }
}
