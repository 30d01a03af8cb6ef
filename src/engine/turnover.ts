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
  /** Oldest first; those before `#first` are gone. */
  #parts: Part[] = [];
  #first = 0;
  readonly #sums = new Map<string, Decimal>();

  constructor(periodMs: number) {
    this.#periodMs = periodMs;
  }

  add(at: Instant, currency: string, value: Decimal): void {
    let place = this.#parts.length;
    // Nearly always the last one: what earlier lives have done comes by the venue's clock.
    while (place > this.#first && this.#parts[place - 1]!.at > at) place--;
    this.#parts.splice(place, 0, { at, currency, value });
    this.#count(currency, value);
  }

  /** The sums by currency. */
  within(now: Instant): ReadonlyMap<string, Decimal> {
    const until = now - this.#periodMs;
    for (; this.#first < this.#parts.length && this.#parts[this.#first]!.at <= until; this.#first++) {
      const { currency, value } = this.#parts[this.#first]!;
      this.#count(currency, value.negated());
    }
    if (this.#first * 2 > this.#parts.length) {
      this.#parts = this.#parts.slice(this.#first);
      this.#first = 0;
    }
    return this.#sums;
  }

  #count(currency: string, value: Decimal): void {
    this.#sums.set(currency, (this.#sums.get(currency) ?? ZERO).plus(value));
  }
}
