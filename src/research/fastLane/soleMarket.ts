import type { Instant } from '../../base/instant.ts';
import type { Book } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType } from '../../recording/marketCursor.ts';
import type { TimeRange } from '../backtest/backtestOptions.ts';
import type { MarketWalk } from '../backtest/marketMerge.ts';

/** The recording of one symbol as it is, without a copy: a book is only whole until the next record. */
export class SoleMarket implements MarketWalk {
  type: MarketRecordType = END;
  readonly market = 0;
  at: Instant;
  readonly pairs: readonly Pair[];
  readonly #cursor: MarketCursor;
  readonly #from: Instant;
  readonly #to: Instant;

  constructor(cursor: MarketCursor, { from = -Infinity, to = Infinity }: TimeRange = {}) {
    this.#cursor = cursor;
    this.pairs = [cursor.pair];
    this.at = from;
    this.#from = from;
    this.#to = to;
  }

  get book(): Book {
    return this.#cursor.book;
  }
  get statistics(): PairStatistics | undefined {
    return this.#cursor.statistics;
  }
  get gap(): MarketGap | undefined {
    return this.#cursor.gap;
  }

  get overwritesAt(): Instant {
    const cursor = this.#cursor;
    if (cursor.nextType !== BOOK) return -Infinity;
    const at = cursor.nextAt;
    // What is not shown, or only closes the range, overwrites nothing that matters; time does not go back.
    return at < this.#from ? -Infinity : at >= this.#to ? -Infinity : Math.max(at, this.at);
  }

  next(): MarketRecordType {
    const cursor = this.#cursor;
    for (;;) {
      const type = cursor.next();
      if (type === END) return (this.type = END);
      const at = type === GAP ? cursor.gap!.from : cursor.at;
      if (cursor.at < this.#from) continue;
      if (at >= this.#to) return (this.type = END);
      // Time does not go back, whatever is recorded.
      if (at >= this.at) this.at = at;
      else if (type === BOOK) cursor.book.receivedAt = this.at;
      return (this.type = type);
    }
  }

  close(): void {
    this.#cursor.close();
  }
}
