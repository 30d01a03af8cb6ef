import { type Decimal, dec, ONE } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type RateStep, ratePath } from '../../exchange/ratePath.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { EquitySeries } from '../runRecord.ts';

/** What one unit of a currency was worth in the report's currency. Undefined where no recorded pair tells. */
export type RateOf = (currency: string, at: Instant) => number | undefined;

/** The rates of a run: by a sample's number, by the time, and exact except for divisions at its end. */
export interface RunRates {
  at(currency: string, sample: number): number | undefined;
  of: RateOf;
  worthAtEnd(amount: Decimal, currency: string): Decimal | undefined;
}

/**
 * Rates at the mids of the run's own samples: the last sample at or before the instant, else the first of all. A pair that was shown
 * for the first time since that sample has its first mid in the next one.
 */
export function currencyRates(series: EquitySeries, into: string): RateOf {
  return runRates(series, into).of;
}

/** As equity is valued: directly, or through one other currency. */
export function runRates({ at: samples, mids }: EquitySeries, into: string): RunRates {
  const symbols = Object.keys(mids);
  const pairs = symbols.map((symbol) => currenciesOf(symbol) ?? { base: '', quote: '' });
  const paths = new Map<string, readonly RateStep[] | undefined>();
  const pathOf = (currency: string): readonly RateStep[] | undefined => {
    if (!paths.has(currency)) paths.set(currency, ratePath(pairs, currency, into));
    return paths.get(currency);
  };
  const midAt = (pair: number, sample: number): number | undefined => known(mids[symbols[pair]!]![sample]);
  const at = (currency: string, sample: number): number | undefined => {
    let rate = 1.0;
    const path = pathOf(currency);
    if (path === undefined) return undefined;
    for (const { pair, isInverse } of path) {
      const mid = midAt(pair, sample);
      if (mid === undefined) return undefined;
      rate = isInverse ? rate / mid : rate * mid;
    }
    return rate;
  };
  return {
    at,
    of(currency, instant) {
      const sample = sampleAt(samples, instant);
      return at(currency, sample) ?? (samples[sample]! < instant ? at(currency, sample + 1) : undefined);
    },
    worthAtEnd(amount, currency) {
      if (amount.isZero()) return amount;
      const path = pathOf(currency);
      let worth: Decimal | undefined = path && amount;
      for (const { pair, isInverse } of path ?? []) {
        const mid = midAt(pair, samples.length - 1);
        const price = mid === undefined ? undefined : dec(String(mid));
        worth = price && worth?.times(isInverse ? ONE.div(price) : price);
      }
      return worth;
    },
  };
}

/** The index of the last sample at or before the instant, or 0 when there is none. */
function sampleAt(at: readonly Instant[], instant: Instant): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at[middle]! <= instant) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function known(value: number | undefined): number | undefined {
  return value === undefined || !Number.isFinite(value) || value <= 0 ? undefined : value;
}
