import { type Book, createBook, showLevels } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';

/** How many numbers a look has: when it was received, ticks and lots of the best bid, and of the best ask. See `WarmUp`. */
export const LOOK_NUMBERS = 5;

/** So many books stay whole while more are given. */
const WHOLE = 4;

/** Adds the touch of a book with both sides. */
export function addLook(looks: number[], { receivedAt, bids, asks }: Book): void {
  looks.push(receivedAt, bids.bestTicks, bids.bestLots, asks.bestTicks, asks.bestLots);
}

/** Looks as books of one level a side, whose venue's time is not known. They are reused, each after the next three. */
export function* booksOfLooks({ symbol, grid }: Pair, looks: readonly number[]): Generator<Book, undefined> {
  const books = Array.from({ length: WHOLE }, () => createBook(symbol, grid, 1, true));
  for (let i = 0; i < looks.length; i += LOOK_NUMBERS) {
    const book = books[(i / LOOK_NUMBERS) % WHOLE]!;
    book.receivedAt = looks[i]!;
    for (const [side, at] of [
      [book.bids, i + 1],
      [book.asks, i + 3],
    ] as const) {
      side.ticks[0] = looks[at]!;
      side.lots[0] = looks[at + 1]!;
      showLevels(side, 0, 1);
    }
    yield book;
  }
  return undefined;
}
