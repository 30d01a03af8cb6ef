import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { BookRows } from './bookRows.ts';

/** What a cursor stands on. Numbers, because they are compared a million times a second. */
export const END = 0;
export const BOOK = 1;
export const STATISTICS = 2;
export const GAP = 3;

export type MarketRecordType = typeof END | typeof BOOK | typeof STATISTICS | typeof GAP;

/**
 * A walk over what was recorded of one symbol, in the order in which it was received. Synchronous, and without an object
 * per record: a backtest calls `next` in a plain loop. It reads chunk by chunk, so memory does not grow with the recording.
 */
export interface MarketCursor {
  readonly pair: Pair;
  /** The last book, whole. Reused: `next` overwrites it. */
  readonly book: Book;
  /** The last statistics; undefined before the first row. */
  readonly statistics: PairStatistics | undefined;
  /** The last gap; undefined before the first one. */
  readonly gap: MarketGap | undefined;
  /** When the record that it stands on was received; for a gap, its end. */
  readonly at: Instant;
  /** `at` of the record that `next` will move to; Infinity at the end. Asking moves nothing and shows nothing of it. */
  readonly nextAt: Instant;
  /** What `next` will say, short of damage that only reading shows. A book overwrites the one that is shown, nothing else does. */
  readonly nextType: MarketRecordType;
  /**
   * The value of `nextAt` at the last `lookAhead` when a book is next, else minus infinity. It is a field, since a getter that
   * takes a time from several places boxes it.
   */
  readonly nextBookAt: Instant;
  lookAhead(): void;
  /** Moves to the next record and says what it is. After `END` it stays there. */
  next(): MarketRecordType;
  /** Where books are in memory: those that come next, with nothing between them. The same object each time. */
  readonly rows?: BookRows;
  /** Whether a record was received before the one that comes before it. */
  readonly goesBack?: boolean;
  /** Moves to the book before a row of `rows`, as if each had been moved to. */
  skipTo?(row: number): void;
  /** Lets go of the files. Calling it twice does nothing. */
  close(): void;
}

/** A time in which nothing is known of the market. It is never filled in. */
export interface MarketGap {
  readonly from: Instant;
  readonly to: Instant;
  readonly reason: GapReason;
  /** For people. */
  readonly detail: string;
}

export type GapReason =
  /** Polls failed. */
  | 'poll-failed'
  /** Books came and were withheld: crossed, unreadable, out of range. */
  | 'withheld'
  /** The recorder was stopped in order. */
  | 'stopped'
  /** The recorder ended without saying so. */
  | 'crashed'
  /** A part of the file can't be read. */
  | 'damaged'
  /** The disk did not take more. */
  | 'disk-full';
