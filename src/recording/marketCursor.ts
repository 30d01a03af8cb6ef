import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { BookRows } from './bookRows.ts';

/** The kinds of record that a cursor stands on. They are numbers because they are compared a million times a second. */
export const END = 0;
export const BOOK = 1;
export const STATISTICS = 2;
export const GAP = 3;

export type MarketRecordType = typeof END | typeof BOOK | typeof STATISTICS | typeof GAP;

/**
 * A walk over the records of one symbol, in the order in which they were received. It is synchronous and makes no object per
 * record, so a backtest calls `next` in a plain loop. It reads chunk by chunk, so memory does not grow with the recording.
 */
export interface MarketCursor {
  readonly pair: Pair;
  /** The last book, whole. `next` reuses and overwrites it. */
  readonly book: Book;
  /** The last statistics. Undefined before the first row. */
  readonly statistics: PairStatistics | undefined;
  /** The last gap. Undefined before the first. */
  readonly gap: MarketGap | undefined;
  /** When the current record was received. For a gap, its end. */
  readonly at: Instant;
  /** `at` of the record that `next` will move to, or Infinity at the end. Asking changes nothing. */
  readonly nextAt: Instant;
  /**
   * What `next` will return, unless damage shows up that only decoding finds. A caller may keep using `book` unless the next
   * record is a book, which overwrites it.
   */
  readonly nextType: MarketRecordType;
  /**
   * The value of `nextAt` at the last `lookAhead` when a book comes next, else minus infinity. This is a field because a getter
   * that takes a time from several sources boxes it.
   */
  readonly nextBookAt: Instant;
  lookAhead(): void;
  /** Moves to the next record and returns its type. After `END` it stays there. */
  next(): MarketRecordType;
  /** Only for books in memory: the books that come next without another record between them. The same object each time. */
  readonly rows?: BookRows;
  /** Whether some record was received before the one that comes before it. */
  readonly goesBack?: boolean;
  /** Moves to the book before a row of `rows`, as if `next` had been called for each. */
  skipTo?(row: number): void;
  /** Closes the files. Calling it twice does nothing. */
  close(): void;
}

/** A time in which nothing is known of the market. It is never filled in. */
export interface MarketGap {
  readonly from: Instant;
  readonly to: Instant;
  readonly reason: GapReason;
  /** Details for people. */
  readonly detail: string;
}

export type GapReason =
  /** Polls failed. */
  | 'poll-failed'
  /** Books came and were withheld: crossed, unreadable or out of range. */
  | 'withheld'
  /** The recorder was stopped in an orderly way. */
  | 'stopped'
  /** The recorder ended without saying so. */
  | 'crashed'
  /** A part of the file can't be read. */
  | 'damaged'
  /** The disk refused to take more. */
  | 'disk-full'
  /** A stream took no more, so that readers of it never had these rows. */
  | 'not-published';
