import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type Grid, midPriceOf } from '../model/grid.ts';

/**
 * A closed candle: what the mid did in one interval of time. It is a signal: `open`, `high`, `low` and `close` are plain numbers in
 * ticks of the pair's grid, exact, and end in .5 where the mid lay on half a tick. `priceOf` gives the exact price.
 */
export class Candle {
  readonly symbol: string;
  readonly grid: Grid;
  /** The interval: from this time on, and up to and without `to`. Intervals are counted from the epoch in UTC. */
  readonly from: Instant;
  readonly to: Instant;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** How many good books with both sides came in the interval, 1 or more. */
  readonly books: number;
  /** How many intervals right before this one had no such book. No candle is made of those. */
  readonly missed: number;
  /**
   * In base currency, what was traded at the least: by how much the figure of the last 24 hours grew. What fell out of those 24 hours
   * meanwhile hides as much of it. Undefined where the figures do not reach over the interval.
   */
  readonly volume: number | undefined;

  constructor(candle: Omit<Candle, 'priceOf'>) {
    this.symbol = candle.symbol;
    this.grid = candle.grid;
    this.from = candle.from;
    this.to = candle.to;
    this.open = candle.open;
    this.high = candle.high;
    this.low = candle.low;
    this.close = candle.close;
    this.books = candle.books;
    this.missed = candle.missed;
    this.volume = candle.volume;
  }

  /** In quote currency, exact; it may lie on half a tick. */
  priceOf(which: 'open' | 'high' | 'low' | 'close'): Decimal {
    const twice = 2 * this[which];
    return midPriceOf(this.grid, 0, twice);
  }
}
