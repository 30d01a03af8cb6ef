import type { Instant } from '../../base/instant.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { type BookRows, receivedAtOf, type RowBook } from '../../recording/bookRows.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType } from '../../recording/marketCursor.ts';
import type { TimeRange } from './backtestOptions.ts';
import { APART_MS, type MarketWalk, noticedAt } from './marketMerge.ts';

/** A cursor over books in memory. */
export type RowCursor = MarketCursor & { readonly rows: BookRows; readonly book: RowBook };

export function hasRows(cursor: MarketCursor): cursor is RowCursor {
  return cursor.rows !== undefined;
}

/**
 * The recording of one symbol that is in memory, without a copy: the book that is shown points into it, and is moved on by the next
 * record. So all that happens before the next book comes has to be dealt with before `next` is called: see `overwritesAt`.
 */
export class SoleMarket implements MarketWalk {
  type: MarketRecordType = END;
  readonly market = 0;
  at: Instant = 0;
  overwritesAt: Instant = -Infinity;
  book: RowBook;
  readonly pairs: readonly Pair[];
  readonly #cursor: RowCursor;
  readonly #from: Instant = 0;
  readonly #to: Instant = 0;
  /** When its last book was received, and how long after the one before. */
  #bookAt: Instant = NaN;
  #apartMs: number = APART_MS;
  /** The book that was shown last, to be shown again when the next one is withheld. */
  readonly #shown: ShownBook = new ShownBook();
  readonly #withheld: ShownBook = new ShownBook();

  constructor(cursor: RowCursor, { from = -Infinity, to = Infinity }: TimeRange = {}) {
    this.#cursor = cursor;
    this.pairs = [cursor.pair];
    this.at = from;
    this.book = cursor.book;
    this.#from = from;
    this.#to = to;
  }

  get statistics(): PairStatistics | undefined {
    return this.#cursor.statistics;
  }
  get gap(): MarketGap | undefined {
    return this.#cursor.gap;
  }

  next(): MarketRecordType {
    const cursor = this.#cursor;
    this.#shown.keep(this.book);
    for (;;) {
      const type = cursor.next();
      if (type === END) return (this.type = END);
      const at = type === GAP ? noticedAt(cursor.gap!, this.#apartMs) : cursor.at;
      if (type === BOOK) this.#noteBook(cursor.at);
      // What ends before the range is none of it, nor what ends after it; a gap that reaches into it is.
      const isBefore = cursor.at < this.#from;
      if (isBefore || cursor.at >= this.#to) {
        if (type === BOOK) this.#shown.restore(cursor.book);
        if (isBefore) continue;
        return (this.type = END);
      }
      if (type === BOOK && this.book !== cursor.book) this.book = cursor.book;
      // Time does not go back, whatever is recorded.
      if (at >= this.at) this.at = at;
      else if (type === BOOK) cursor.book.receivedAt = this.at;
      this.#lookAhead();
      return (this.type = type);
    }
  }

  get rows(): BookRows {
    return this.#cursor.rows;
  }
  get rowsEndAt(): Instant {
    return this.#to;
  }

  skipTo(row: number): void {
    const cursor = this.#cursor;
    cursor.skipTo!(row);
    if (this.book !== cursor.book) this.book = cursor.book;
    this.at = cursor.book.receivedAt;
    this.type = BOOK;
    const { books } = cursor.rows;
    let before = row - 2;
    while (before >= 0 && receivedAtOf(books, before) >= this.at) before--;
    if (before >= 0) this.#apartMs = this.at - receivedAtOf(books, before);
    this.#bookAt = this.at;
    this.#lookAhead();
  }

  /** The book that was shown before is shown again. */
  withhold(): void {
    this.#withheld.keep(this.book);
    this.#shown.restore(this.book);
  }

  unveil(): void {
    this.#withheld.restore(this.book);
  }

  close(): void {
    this.#cursor.close();
  }

  #noteBook(at: Instant): void {
    if (at > this.#bookAt) this.#apartMs = at - this.#bookAt;
    this.#bookAt = at;
  }

  /** Time does not go back, and what only closes the range is not waited for: it overwrites the last book all the same. */
  #lookAhead(): void {
    const cursor = this.#cursor;
    cursor.lookAhead();
    const at = cursor.nextBookAt;
    if (at === -Infinity) this.overwritesAt = -Infinity;
    else this.overwritesAt = at > this.at && at < this.#to ? at : this.at;
  }
}

/** Where a book's levels are, and what else it says. The levels themselves stay in memory. */
class ShownBook {
  #receivedAt = 0.5;
  #exchangeAt = 0.5;
  #sequence = 0;
  #depth = 0;
  #bidStart = 0;
  #bidLength = 0;
  #bidTicks = 0;
  #bidLots = 0.5;
  #askStart = 0;
  #askLength = 0;
  #askTicks = 0;
  #askLots = 0.5;
  #book: RowBook | undefined = undefined;

  keep(book: RowBook): void {
    const { receivedAt, exchangeAt, sequence, depth, bids, asks } = book;
    if (this.#book !== book) this.#book = book;
    this.#receivedAt = receivedAt;
    this.#exchangeAt = exchangeAt;
    this.#sequence = sequence;
    this.#depth = depth;
    this.#bidStart = bids.start;
    this.#bidLength = bids.length;
    this.#bidTicks = bids.bestTicks;
    this.#bidLots = bids.bestLots;
    this.#askStart = asks.start;
    this.#askLength = asks.length;
    this.#askTicks = asks.bestTicks;
    this.#askLots = asks.bestLots;
  }

  /** Where another book has been shown since, this one still shows what it did. */
  restore(book: RowBook): void {
    if (book !== this.#book) return;
    const { bids, asks } = book;
    book.receivedAt = this.#receivedAt;
    book.exchangeAt = this.#exchangeAt;
    book.sequence = this.#sequence;
    book.depth = this.#depth;
    bids.start = this.#bidStart;
    bids.length = this.#bidLength;
    bids.bestTicks = this.#bidTicks;
    bids.bestLots = this.#bidLots;
    asks.start = this.#askStart;
    asks.length = this.#askLength;
    asks.bestTicks = this.#askTicks;
    asks.bestLots = this.#askLots;
  }
}
