import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

interface Part {
  readonly at: Instant;
  readonly currency: string;
  readonly value: Decimal;
}

/** What was executed within the last period, by the currency that was paid or got for it. */
export class Turnover {
  readonly #periodMs: number;
  /** Oldest first, as they were booked. */
  #parts: Part[] = [];
  readonly #sums = new Map<string, Decimal>();

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  add(at: Instant, currency: string, value: Decimal): void {
    this.#parts.push({ at, currency, value });
    this.#count(currency, value);
  }

  /** The sums by currency. */
  within(now: Instant): ReadonlyMap<string, Decimal> {
    const isGone = ({ at }: Part): boolean => at <= now - this.#periodMs;
    if (this.#parts.some(isGone)) {
      for (const { currency, value } of this.#parts.filter(isGone)) this.#count(currency, value.negated());
      this.#parts = this.#parts.filter((part) => !isGone(part));
    }
    return this.#sums;
  }

  #count(currency: string, value: Decimal): void {
    this.#sums.set(currency, (this.#sums.get(currency) ?? ZERO).plus(value));
  }
}
