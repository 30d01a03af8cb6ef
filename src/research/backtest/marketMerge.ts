import type { Instant } from '../../base/instant.ts';
import { type Book, copyLevels, createBook, MAX_DEPTH } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { BookRows } from '../../recording/bookRows.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType } from '../../recording/marketCursor.ts';
import type { TimeRange } from './backtestOptions.ts';

/** A book stays whole while three more of its symbol are shown, as live; withheld ones do not count. */
const BOOKS = 4;

interface Head {
  readonly cursor: MarketCursor;
  readonly books: Book[];
  free: number;
  type: MarketRecordType;
  at: Instant;
  /** When its last book was received, and how long after the one before. */
  bookAt: Instant;
  apartMs: number;
}

/** How far apart books are taken to be as long as two have not come. */
export const APART_MS = 1000;

/**
 * When a daemon would have known of a gap: at the poll that should have followed on the last book, or when the gap was over before
 * that.
 */
export function noticedAt({ from, to }: MarketGap, apartMs: number): Instant {
  return Math.max(from, Math.min(to, from + apartMs));
}

/** A walk over recorded markets in order of time, a record at a time. */
export interface MarketWalk {
  /** What it stands on. */
  readonly type: MarketRecordType;
  /** Number of the symbol. */
  readonly market: number;
  readonly at: Instant;
  readonly pairs: readonly Pair[];
  /** The last book of the symbol that it stands on. */
  readonly book: Book;
  readonly statistics: PairStatistics | undefined;
  readonly gap: MarketGap | undefined;
  /** When `next` will overwrite the book that is shown; minus infinity when it won't. All that happens before comes first. */
  readonly overwritesAt: Instant;
  next(): MarketRecordType;
  /** Where books are in memory: those that come next, with nothing between them, and when the range ends. */
  readonly rows?: BookRows | undefined;
  readonly rowsEndAt?: Instant;
  /** Moves to the book before a row of `rows`. */
  skipTo?(row: number): void;
  /** The book that it stands on is shown to nobody as long as it is not unveiled, and may be overwritten before any other. */
  withhold(): void;
  /** Shows the book that was withheld just now. */
  unveil(): void;
  close(): void;
}

/**
 * The recordings of several symbols as one, in order of time; of what has the same time, the first symbol comes first. A gap
 * stands where a daemon would have noticed it: see `noticedAt`. Reads ahead by one record of each symbol and shows none of it:
 * the book is a copy.
 */
export class MarketMerge implements MarketWalk {
  /** What it stands on. */
  type: MarketRecordType = END;
  /** Number of the symbol. */
  market = -1;
  at: Instant = 0;
  /** Books are copies. */
  readonly overwritesAt = -Infinity;
  readonly #heads: readonly Head[];
  readonly #from: Instant;
  readonly #to: Instant;

  constructor(cursors: readonly MarketCursor[], { from = -Infinity, to = Infinity }: TimeRange = {}) {
    this.#from = from;
    this.#to = to;
    this.#heads = cursors.map((cursor) => ({ cursor, books: [], free: 0, type: END, at: from, bookAt: NaN, apartMs: APART_MS }));
    for (const head of this.#heads) this.#advance(head);
  }

  get pairs(): readonly Pair[] {
    return this.#heads.map(({ cursor }) => cursor.pair);
  }

  /** The last book of the symbol that it stands on. */
  book!: Book;
  statistics: PairStatistics | undefined;
  gap: MarketGap | undefined;

  next(): MarketRecordType {
    let first: Head | undefined;
    for (let i = 0; i < this.#heads.length; i++) {
      const head = this.#heads[i]!;
      if (head.type !== END && (first === undefined || head.at < first.at)) {
        first = head;
        this.market = i;
      }
    }
    if (first === undefined) return (this.type = END);
    this.type = first.type;
    this.at = first.at;
    if (first.type === BOOK) this.book = copied(first);
    else if (first.type === GAP) this.gap = first.cursor.gap;
    else this.statistics = first.cursor.statistics;
    this.#advance(first);
    return this.type;
  }

  withhold(): void {
    const head = this.#heads[this.market]!;
    head.free = (head.free + BOOKS - 1) % BOOKS;
  }

  unveil(): void {
    const head = this.#heads[this.market]!;
    head.free = (head.free + 1) % BOOKS;
  }

  close(): void {
    for (const { cursor } of this.#heads) cursor.close();
  }

  #advance(head: Head): void {
    const { cursor } = head;
    for (;;) {
      head.type = cursor.next();
      if (head.type === END) return;
      if (head.type === BOOK) noteBook(head, cursor.at);
      const at = head.type === GAP ? noticedAt(cursor.gap!, head.apartMs) : cursor.at;
      // What ends before the range is none of it, nor what ends after it; a gap that reaches into it is.
      if (cursor.at < this.#from) continue;
      if (cursor.at >= this.#to) head.type = END;
      // Time does not go back, whatever is recorded.
      else head.at = at < head.at ? head.at : at;
      return;
    }
  }
}

function noteBook(head: Head, at: Instant): void {
  if (at > head.bookAt) head.apartMs = at - head.bookAt;
  head.bookAt = at;
}

function copied(head: Head): Book {
  const source = head.cursor.book;
  const { free } = head;
  const length = Math.max(source.bids.length, source.asks.length);
  let book = head.books[free];
  const isWide = source.bids.ticks instanceof Float64Array;
  if (book === undefined || book.bids.lots.length < length || book.bids.ticks instanceof Float64Array !== isWide) {
    head.books[free] = book = createBook(source.symbol, source.grid, Math.max(MAX_DEPTH, length), isWide);
  }
  head.free = (free + 1) % BOOKS;
  copyLevels(source.bids, book.bids);
  copyLevels(source.asks, book.asks);
  book.exchangeAt = source.exchangeAt;
  book.receivedAt = head.at;
  book.sequence = source.sequence;
  book.depth = source.depth;
  return book;
}
