import type { Instant } from '../base/instant.ts';
import type { Grid } from './grid.ts';

/** The most levels per side that the specification allows (000 Limits). */
export const MAX_DEPTH = 250;

/** Price levels, best first: whole ticks and whole lots in typed arrays. The `length` levels from `start` on count. */
export interface Levels {
  /** Int32Array where the pair's prices fit, else Float64Array with whole numbers. */
  readonly ticks: Int32Array | Float64Array;
  readonly lots: Float64Array;
  readonly start: number;
  readonly length: number;
}

/**
 * One side of a book. `start` is 0 in a polled book; in a book read from a recording it moves. `showLevels` sets which levels
 * count.
 */
export interface BookSide extends Levels {
  /**
   * A copy of the best level, or 0 where there is none. In a run over millions of books, the arrays of each book are slow to
   * reach.
   */
  readonly bestTicks: number;
  readonly bestLots: number;
}

/**
 * One poll of an order book on the pair's grid. The object and its arrays are reused poll after poll, so a reader that keeps a
 * book must copy it. Levels beyond `depth` are unknown, not empty.
 */
export interface Book {
  readonly symbol: string;
  readonly grid: Grid;
  readonly bids: BookSide;
  readonly asks: BookSide;
  /** The venue's own time of the book's last change (000 Orderbook `timestamp`). */
  exchangeAt: Instant;
  /** When the answer had arrived, by our clock. */
  receivedAt: Instant;
  /** The number of this poll of the symbol. */
  sequence: number;
  /** How many levels were asked for per side. A side with fewer is complete. */
  depth: number;
}

export function createBook(symbol: string, grid: Grid, capacity: number = MAX_DEPTH, wide = false): Book {
  const side = (): BookSide => ({
    ticks: wide ? new Float64Array(capacity) : new Int32Array(capacity),
    lots: new Float64Array(capacity),
    start: 0,
    length: 0,
    bestTicks: 0,
    bestLots: 0,
  });
  return { symbol, grid, bids: side(), asks: side(), exchangeAt: 0, receivedAt: 0, sequence: 0, depth: 0 };
}

/** Sets which levels of the side's arrays count. They must have been written already. */
export function showLevels(side: BookSide, start: number, length: number): void {
  const shown: { -readonly [K in keyof BookSide]: BookSide[K] } = side;
  shown.start = start;
  shown.length = length;
  shown.bestTicks = length > 0 ? side.ticks[start]! : 0;
  shown.bestLots = length > 0 ? side.lots[start]! : 0;
}

/** Copies the levels of a side to the beginning of another side's arrays, which must have room for them. */
export function copyLevels({ ticks, lots, start, length }: BookSide, into: BookSide): void {
  const { ticks: toTicks, lots: toLots } = into;
  for (let i = 0; i < length; i++) {
    toTicks[i] = ticks[start + i]!;
    toLots[i] = lots[start + i]!;
  }
  showLevels(into, 0, length);
}

export function isCrossed(book: Book): boolean {
  return book.bids.length > 0 && book.asks.length > 0 && book.bids.bestTicks >= book.asks.bestTicks;
}
