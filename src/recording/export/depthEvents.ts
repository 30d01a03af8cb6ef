import type { Book, BookSide } from '../../model/book.ts';
import type { Instant } from '../../base/instant.ts';
import { BOOK, END, type MarketCursor } from '../marketCursor.ts';

/** One level that changed between two snapshots. An amount of 0 lots removes it. */
export interface DepthEvent {
  readonly isBid: boolean;
  readonly ticks: number;
  readonly lots: number;
}

interface Levels {
  ticks: number[];
  lots: number[];
}

/** Called for each snapshot with its differences from the one before. Removed levels come before new and changed ones. */
export type OnSnapshot = (receivedAt: Instant, exchangeAt: Instant, events: readonly DepthEvent[]) => void;

/** Turns snapshots into changes of a book. Moves to the next snapshot; false at the end. */
export class DepthEvents {
  readonly #cursor: MarketCursor;
  readonly #bids: Levels = { ticks: [], lots: [] };
  readonly #asks: Levels = { ticks: [], lots: [] };

  constructor(cursor: MarketCursor) {
    this.#cursor = cursor;
  }

  next(tell: OnSnapshot): boolean {
    let type = this.#cursor.next();
    while (type !== BOOK && type !== END) type = this.#cursor.next();
    if (type === END) return false;
    const book: Book = this.#cursor.book;
    const gone: DepthEvent[] = [];
    const set: DepthEvent[] = [];
    compare(this.#bids, book.bids, -1, gone, set);
    compare(this.#asks, book.asks, 1, gone, set);
    tell(book.receivedAt, book.exchangeAt, [...gone, ...set]);
    return true;
  }
}

/** Compares two sides, both best level first, and keeps the new one. `step` is the direction away from the touch. */
function compare(old: Levels, { ticks, lots, start, length }: BookSide, step: 1 | -1, gone: DepthEvent[], set: DepthEvent[]): void {
  const isBid = step < 0;
  let i = 0;
  for (let n = start; n < start + length; n++) {
    const price = ticks[n]!;
    while (i < old.ticks.length && (price - old.ticks[i]!) * step > 0) gone.push({ isBid, ticks: old.ticks[i++]!, lots: 0 });
    const isSame = old.ticks[i] === price;
    if (!isSame || old.lots[i] !== lots[n]) set.push({ isBid, ticks: price, lots: lots[n]! });
    if (isSame) i++;
  }
  while (i < old.ticks.length) gone.push({ isBid, ticks: old.ticks[i++]!, lots: 0 });
  old.ticks = Array.from(ticks.subarray(start, start + length));
  old.lots = Array.from(lots.subarray(start, start + length));
}
