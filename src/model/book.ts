import type { Instant } from '../base/instant.ts';
import type { Grid } from './grid.ts';

/** The specification's largest depth per side (000 Limits). */
export const MAX_DEPTH = 250;

/**
 * One side, best level first: whole ticks and whole lots in typed arrays, of which `length` from `start` on count. `start` is
 * 0 in a polled book; in one that is read from a recording it moves.
 */
export interface BookSide {
  /** Int32 where the pair's prices fit, else Float64 holding integers. */
  readonly ticks: Int32Array | Float64Array;
  readonly lots: Float64Array;
  start: number;
  length: number;
}

/**
 * One poll of an order book on the pair's grid. The object and its arrays are reused poll after poll: a reader that keeps
 * a book copies it. Levels beyond `depth` are unknown, not empty.
 */
export interface Book {
  readonly symbol: string;
  readonly grid: Grid;
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** The venue's word on when the book last changed (000 Orderbook `timestamp`). */
  exchangeAt: Instant;
  /** When its answer had arrived here. */
  receivedAt: Instant;
  /** Counts the polls of this symbol. */
  sequence: number;
  /** Levels a side that were asked for. A side that is shorter is complete. */
  depth: number;
}

export function createBook(symbol: string, grid: Grid, capacity: number = MAX_DEPTH, wide = false): Book {
  const side = (): BookSide => ({
    ticks: wide ? new Float64Array(capacity) : new Int32Array(capacity),
    lots: new Float64Array(capacity),
    start: 0,
    length: 0,
  });
  return { symbol, grid, bids: side(), asks: side(), exchangeAt: 0, receivedAt: 0, sequence: 0, depth: 0 };
}

/** Copies a book, for a reader that keeps it. */
export function copyBook(book: Book): Book {
  const copy = (side: BookSide): BookSide => ({
    ticks: side.ticks.slice(side.start, side.start + side.length),
    lots: side.lots.slice(side.start, side.start + side.length),
    start: 0,
    length: side.length,
  });
  return { ...book, bids: copy(book.bids), asks: copy(book.asks) };
}

export function isCrossed(book: Book): boolean {
  return book.bids.length > 0 && book.asks.length > 0 && bestTicksOf(book.bids) >= bestTicksOf(book.asks);
}

/** The ticks of the best level; the side must have one. */
export function bestTicksOf(side: BookSide): number {
  return side.ticks[side.start]!;
}
