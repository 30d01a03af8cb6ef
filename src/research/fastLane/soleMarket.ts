import type { Instant } from '../../base/instant.ts';
import type { Book } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { BookRows } from '../../recording/bookRows.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType } from '../../recording/marketCursor.ts';
import type { TimeRange } from '../backtest/backtestOptions.ts';
import type { MarketWalk } from '../backtest/marketMerge.ts';
import { leaveLane } from './leaveLane.ts';

/** The recording of one symbol as it is, without a copy: a book is only whole until the next record. */
export class SoleMarket implements MarketWalk {
  type: MarketRecordType = END;
  readonly market = 0;
  at: Instant = 0;
  overwritesAt: Instant = -Infinity;
  book: Book;
  readonly pairs: readonly Pair[];
  readonly #cursor: MarketCursor;
  readonly #from: Instant = 0;
  readonly #to: Instant = 0;

  constructor(cursor: MarketCursor, { from = -Infinity, to = Infinity }: TimeRange = {}) {
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
    for (;;) {
      const type = cursor.next();
      if (type === BOOK) {
        const { book } = cursor;
        const { receivedAt } = book;
        // Nearly always the same object: to store it again would tell the collector of it each time.
        if (this.book !== book) this.book = book;
        // Nothing out of the ordinary, as nearly always.
        if (receivedAt >= this.at && receivedAt < this.#to) {
          this.at = receivedAt;
          this.#lookAhead();
          return (this.type = BOOK);
        }
      }
      // All up to the book that was announced has happened already.
      if (type !== BOOK && this.overwritesAt !== -Infinity) leaveLane('a recording that breaks off within a part');
      if (type === END) return (this.type = END);
      const at = type === GAP ? cursor.gap!.from : cursor.at;
      if (cursor.at < this.#from) {
        if (this.type !== END) leaveLane('a recording that goes back to before the range');
        continue;
      }
      if (cursor.at >= this.#to) return (this.type = END);
      // Time does not go back, whatever is recorded.
      if (at >= this.at) this.at = at;
      else if (type === BOOK) cursor.book.receivedAt = this.at;
      this.#lookAhead();
      return (this.type = type);
    }
  }

  get rows(): BookRows | undefined {
    return this.#cursor.rows;
  }
  get rowsEndAt(): Instant {
    return this.#to;
  }

  skipTo(row: number): void {
    const cursor = this.#cursor;
    cursor.skipTo!(row);
    this.at = cursor.book.receivedAt;
    this.type = BOOK;
    this.#lookAhead();
  }

  /** Time does not go back, and what only closes the range is not waited for: it overwrites the last book all the same. */
  #lookAhead(): void {
    const cursor = this.#cursor;
    cursor.lookAhead();
    const at = cursor.nextBookAt;
    if (at === -Infinity) this.overwritesAt = -Infinity;
    else this.overwritesAt = at > this.at && at < this.#to ? at : this.at;
  }

  withhold(): void {
    // There is one book only: it is overwritten next, whatever is shown.
  }

  close(): void {
    this.#cursor.close();
  }
}
