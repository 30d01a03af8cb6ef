import type { Instant } from '../../base/instant.ts';
import type { Book } from '../../model/book.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { BookRows } from '../../recording/bookRows.ts';
import type { BandRun } from '../runRecord.ts';
import type { BandEquity, EquitySampler } from './equitySampler.ts';
import type { Mids } from './mids.ts';

/** Each second of market time. */
export const HEARTBEAT_MS = 1000;

/** What all bands of a pass have in common. */
export interface BandMarkets {
  readonly pairs: readonly Pair[];
  readonly mids: Mids;
}

/**
 * One that is told of the recorded market in order of time, and trades on it: the engine with a venue (`BacktestBand`), or the
 * fast lane. Before anything is told it takes what the venue reports by then. `market` is the number of the symbol.
 */
export interface PassBand extends BandEquity {
  /** Nothing is reported before then. */
  readonly nextAt: Instant;
  start(at: Instant): void;
  /** Takes all that is reported by then. */
  advance(to: Instant): void;
  book(market: number, book: Book): void;
  /**
   * Books of the only symbol, one after the other, of which nothing is to be said. The heartbeats up to the last of them, from
   * `tickAt` on, are the band's to give itself. Without it each book is told of by itself.
   */
  books?(rows: BookRows, tickAt: Instant): void;
  gap(market: number, from: Instant): void;
  warning(warning: MarketWarning, at: Instant): void;
  statistics(market: number, row: PairStatistics, at: Instant, lotsPerMs: number): void;
  tellBalances(at: Instant): void;
  /** The heartbeat. */
  timer(at: Instant): void;
  /** Finds out what the market did after the fills. */
  resolve(at: Instant): void;
  /** The end: stops as the daemon does. */
  stop(at: Instant): void;
  result(equity: EquitySampler, shared: readonly string[]): BandRun;
}
