import { DAY_MS, type Instant } from '../base/instant.ts';
import type { Grid } from '../model/grid.ts';
import type { PairStatistics } from '../model/statistics.ts';

/** Rows are smoothed over about this time, because at some venues volume leaves the 24 hours in steps of a minute. */
const SMOOTHED_MS = 120_000;

/**
 * Estimates how much is traded now from statistics over the last 24 hours (000 Pair statistics item). The growth of the sum is
 * what came in less what fell out. On average the day's mean falls out, so adding that gives what came in.
 */
export class TradedVolume {
  /** The estimate, or 0 before the first row. It is a signal, so a plain number. */
  lotsPerMs = 0;
  readonly #lot: number;
  #at: Instant | undefined;
  #dayLots = 0;
  #mean = 0;

  constructor(grid: Grid) {
    this.#lot = grid.lot.toNumber();
  }

  /** A row of the pair, in order of time. */
  read({ baseVolume }: Pick<PairStatistics, 'baseVolume'>, at: Instant): void {
    const dayLots = baseVolume.toNumber() / this.#lot;
    const dayMean = dayLots / DAY_MS;
    if (this.#at === undefined) this.#mean = dayMean;
    else if (at > this.#at) {
      const passedMs = at - this.#at;
      const traded = (dayLots - this.#dayLots) / passedMs + dayMean;
      this.#mean += (traded - this.#mean) * (passedMs / (passedMs + SMOOTHED_MS));
    }
    this.#at = at;
    this.#dayLots = dayLots;
    this.lotsPerMs = Math.max(0, this.#mean);
  }
}
