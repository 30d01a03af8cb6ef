import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { EquitySeries } from '../runRecord.ts';
import type { RunRates } from './currencyRates.ts';

interface Held {
  exact: Decimal;
  /** For the samples. */
  near: number;
  readonly isBase: boolean;
}

/**
 * By currency, what a strategy's trades have brought less what they took: what it has earned at any moment is what all of it is
 * worth. Changes are told in the order of time.
 */
export class Holdings {
  readonly #series: EquitySeries;
  readonly #rates: RunRates;
  readonly #bases: ReadonlySet<string>;
  readonly #held = new Map<string, Held>();
  readonly #curve: number[] = [];
  readonly #exposures: number[] = [];

  /** `currency` is the report's: what is held in it is no exposure. */
  constructor(series: EquitySeries, rates: RunRates, currency: string) {
    this.#series = series;
    this.#rates = rates;
    const bases = Object.keys(series.mids).map((symbol) => currenciesOf(symbol)?.base ?? '');
    this.#bases = new Set(bases.filter((base) => base !== currency));
  }

  change(at: Instant, currency: string, amount: Decimal): void {
    this.#sampleBefore(at);
    let held = this.#held.get(currency);
    if (held === undefined) this.#held.set(currency, (held = { exact: ZERO, near: 0.0, isBase: this.#bases.has(currency) }));
    held.exact = held.exact.plus(amount);
    held.near = held.exact.toNumber();
  }

  /** What all is worth at the end. Undefined where no pair values a currency of it. */
  get worth(): Decimal | undefined {
    let sum: Decimal | undefined = ZERO;
    for (const [currency, { exact }] of this.#held) {
      const worth = this.#rates.worthAtEnd(exact, currency);
      sum = worth && sum?.plus(worth);
    }
    return sum;
  }

  /** The currencies in the way of `worth`. */
  get unvalued(): string[] {
    return [...this.#held].filter(([currency, { exact }]) => this.#rates.worthAtEnd(exact, currency) === undefined).map(([name]) => name);
  }

  /** At each sample, what had been earned and the value of what is held in base currencies. */
  end(): { readonly curve: readonly number[]; readonly exposures: readonly number[] } {
    const { at } = this.#series;
    // What is known after the last sample counts for it: the run ends with it.
    while (this.#curve.length < at.length) this.#sample();
    return { curve: this.#curve, exposures: this.#exposures };
  }

  #sampleBefore(until: Instant): void {
    const { at } = this.#series;
    while (this.#curve.length < at.length - 1 && at[this.#curve.length]! < until) this.#sample();
  }

  #sample(): void {
    const sample = this.#curve.length;
    let all = 0.0;
    let exposed = 0.0;
    for (const [currency, { near, isBase }] of this.#held) {
      if (near === 0) continue;
      const worth = near * (this.#rates.at(currency, sample) ?? NaN);
      all += worth;
      if (isBase) exposed += worth;
    }
    this.#curve.push(all);
    this.#exposures.push(exposed);
  }
}
