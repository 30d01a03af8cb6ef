import type { Instant } from '../../base/instant.ts';
import type { EquitySeries } from '../runRecord.ts';

/** What one unit of a currency was worth in the report's currency. Undefined where no recorded pair tells. */
export type RateOf = (currency: string, at: Instant) => number | undefined;

/** Rates at the mids of the run's own samples: the last sample at or before the instant, else the first of all. */
export function currencyRates(series: EquitySeries, into: string): RateOf {
  return (currency, at) => {
    if (currency === into) return 1;
    const direct = series.mids[`${currency}/${into}`];
    if (direct !== undefined) return finite(direct[sampleAt(series.at, at)]);
    const inverse = series.mids[`${into}/${currency}`];
    const rate = inverse === undefined ? undefined : finite(inverse[sampleAt(series.at, at)]);
    return rate === undefined ? undefined : 1 / rate;
  };
}

/** The index of the last sample at or before the instant, or 0 when there is none. */
export function sampleAt(at: readonly Instant[], instant: Instant): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at[middle]! <= instant) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function finite(value: number | undefined): number | undefined {
  return value === undefined || !Number.isFinite(value) || value <= 0 ? undefined : value;
}
