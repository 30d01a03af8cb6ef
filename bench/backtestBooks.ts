import type { Book, BookSide } from '../src/model/book.ts';
import { BOOK, type MarketCursor } from '../src/recording/marketCursor.ts';

/** A level that is new, has a new amount, or is gone (amount 0). Price and amount are floats, as the other programs keep them. */
export type Change = [price: number, amount: number];

/** One snapshot as the other programs get it: its differences from the one before. */
export interface BookChanges {
  readonly receivedAt: number;
  readonly bids: readonly Change[];
  readonly asks: readonly Change[];
}

/** The first snapshot whole, and every later one as its changes. */
export function changesOf(cursor: MarketCursor): BookChanges[] {
  const changes: BookChanges[] = [];
  let bids = new Map<number, number>();
  let asks = new Map<number, number>();
  while (cursor.next() === BOOK) {
    const { book } = cursor;
    const nextBids = levelsOf(book.bids);
    const nextAsks = levelsOf(book.asks);
    changes.push({ receivedAt: book.receivedAt, bids: difference(book, bids, nextBids), asks: difference(book, asks, nextAsks) });
    bids = nextBids;
    asks = nextAsks;
  }
  return changes;
}

function levelsOf({ ticks, lots, start, length }: BookSide): Map<number, number> {
  const levels = new Map<number, number>();
  for (let i = start; i < start + length; i++) levels.set(ticks[i]!, lots[i]!);
  return levels;
}

function difference({ grid }: Book, before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): Change[] {
  const price = (ticks: number): number => ticks / 10 ** grid.precision;
  const amount = (lots: number): number => (lots * grid.lotUnits) / 10 ** grid.lotDecimals;
  const changes: Change[] = [];
  for (const ticks of before.keys()) if (!now.has(ticks)) changes.push([price(ticks), 0]);
  for (const [ticks, lots] of now) if (before.get(ticks) !== lots) changes.push([price(ticks), amount(lots)]);
  return changes;
}
