import { dec } from '../src/base/decimal.ts';
import type { Book } from '../src/model/book.ts';
import { gridOf } from '../src/model/grid.ts';
import type { Pair } from '../src/model/pair.ts';

export const READERS = 20;
/** How many threads the readers share. Daemons are processes, and nobody has so many cores here. */
export const THREADS = 4;
export const BOOKS_A_SECOND = 2000;
export const DEPTH = 50;
export const VENUE = 'venue.bench';
const PAIRS = 100;

/** What a thread with readers is given. */
export interface FeedTask {
  readonly url: string;
  /** When each book was given to the publisher. */
  readonly sentMs: Float64Array;
  readonly total: number;
  /** The books whose delay counts: from, and before. */
  readonly measured: readonly [from: number, to: number];
}

/** What it has found. */
export interface FeedReport {
  /** How late each measured book was at each reader, in ms. */
  readonly delays: Float64Array;
  readonly lastMs: number;
  readonly readers: readonly { readonly books: number; readonly sum: number; readonly missing: number }[];
}

export function feedPairs(): readonly Pair[] {
  const grid = gridOf(2, dec('0.00001'));
  return Array.from({ length: PAIRS }, (_, i) => {
    const base = `C${i}`;
    return { symbol: `${base}/EUR`, description: '', base, quote: 'EUR', grid, minVolume: dec('0.0001'), maxVolume: dec('1000') };
  });
}

/** The same in every thread of this machine. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Adds all levels of a book to a sum of those before it, so that neither a level nor an order of books can differ unseen. */
export function bookSum(before: number, { bids, asks, receivedAt }: Book): number {
  let sum = (before ^ receivedAt) | 0;
  for (const side of [bids, asks]) {
    for (let i = side.start; i < side.start + side.length; i++) {
      sum = (Math.imul(sum, 31) + side.ticks[i]!) | 0;
      sum = (Math.imul(sum, 31) + side.lots[i]!) | 0;
    }
  }
  return sum;
}
