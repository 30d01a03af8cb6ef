import type { Instant } from '../base/instant.ts';
import type { Book, BookSide } from '../model/book.ts';
import { LOOK, PLACE, type TouchRows } from '../model/touchRows.ts';

/** Many books with one row each, and the levels of all of them in one pair of arrays. */
export interface RowBooks extends TouchRows {
  /** The sequence number of the first book. */
  readonly firstSequence: number;
  readonly ticks: Int32Array | Float64Array;
  readonly lots: Float64Array;
}

/** The books from one row up to another, and a book to show them with. */
export interface BookRows {
  readonly books: RowBooks;
  readonly book: RowBook;
  from: number;
  to: number;
}

// Local constants, which are part of the code: see `TouchRows`.
const { receivedAt: RECEIVED_AT, exchangeAt: EXCHANGE_AT, bidLots: BID_LOTS, askLots: ASK_LOTS, columns: LOOK_COLUMNS } = LOOK;
const { start: LEVELS_START, bidLength: BID_LENGTH, askLength: ASK_LENGTH, depth: DEPTH, columns: PLACE_COLUMNS } = PLACE;
const { bidTicks: BID_TICKS, askTicks: ASK_TICKS } = PLACE;

/** A book whose sides point into arrays with the levels of many books. */
export interface RowBook extends Book {
  readonly bids: WritableSide;
  readonly asks: WritableSide;
}

type WritableSide = { -readonly [K in keyof BookSide]: BookSide[K] };

/** Makes `book` show one of the books, without copying its levels. */
export function showBook({ looks, places, firstSequence }: RowBooks, index: number, book: RowBook): void {
  const look = index * LOOK_COLUMNS;
  const place = index * PLACE_COLUMNS;
  const { bids, asks } = book;
  book.receivedAt = looks[look + RECEIVED_AT]!;
  book.exchangeAt = looks[look + EXCHANGE_AT]!;
  book.sequence = firstSequence + index;
  book.depth = places[place + DEPTH]!;
  bids.start = places[place + LEVELS_START]!;
  bids.length = places[place + BID_LENGTH]!;
  bids.bestTicks = places[place + BID_TICKS]!;
  bids.bestLots = looks[look + BID_LOTS]!;
  asks.start = bids.start + bids.length;
  asks.length = places[place + ASK_LENGTH]!;
  asks.bestTicks = places[place + ASK_TICKS]!;
  asks.bestLots = looks[look + ASK_LOTS]!;
}

/** When the book was received. */
export function receivedAtOf({ looks }: RowBooks, index: number): Instant {
  return looks[index * LOOK_COLUMNS + RECEIVED_AT]!;
}
