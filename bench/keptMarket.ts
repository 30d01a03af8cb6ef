import type { Instant } from '../src/base/instant.ts';
import { type Book, createBook } from '../src/model/book.ts';
import type { Pair } from '../src/model/pair.ts';
import type { PairStatistics } from '../src/model/statistics.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType, STATISTICS } from '../src/recording/marketCursor.ts';
import type { MarketRecord } from './liveRecording.ts';

const TYPES = { book: BOOK, statistics: STATISTICS, gap: GAP } as const;

/** A walk over records that are kept in memory. */
export class KeptMarket implements MarketCursor {
  readonly pair: Pair;
  book: Book;
  statistics: PairStatistics | undefined;
  gap: MarketGap | undefined;
  at: Instant = 0;
  readonly #records: readonly MarketRecord[];
  #next = 0;

  constructor(pair: Pair, records: readonly MarketRecord[]) {
    this.pair = pair;
    this.book = createBook(pair.symbol, pair.grid, 1);
    this.#records = records;
  }

  get nextAt(): Instant {
    return this.#records[this.#next]?.at ?? Infinity;
  }

  get nextType(): MarketRecordType {
    const record = this.#records[this.#next];
    return record === undefined ? END : TYPES[record.type];
  }

  nextBookAt = -Infinity;
  lookAhead(): void {
    this.nextBookAt = this.nextType === BOOK ? this.nextAt : -Infinity;
  }

  next(): MarketRecordType {
    const record = this.#records[this.#next];
    if (record === undefined) return END;
    this.#next++;
    this.at = record.at;
    if (record.type === 'gap') {
      this.gap = record.gap;
      return GAP;
    }
    if (record.type === 'statistics') {
      this.statistics = record.statistics;
      return STATISTICS;
    }
    this.book = record.book;
    return BOOK;
  }

  close(): void {
    this.#next = this.#records.length;
  }
}
