import type { Book, BookSide } from '../model/book.ts';
import { amountOf, type Grid, priceOf } from '../model/grid.ts';
import type { BookContext } from '../model/journal.ts';

/** How many levels per side are kept with a fill. */
const LEVELS = 5;

/** The best levels of a book as exact texts. */
export function bookContextOf(book: Book | undefined): BookContext | undefined {
  if (book === undefined) return undefined;
  const { exchangeAt, receivedAt, grid, bids, asks } = book;
  return { exchangeAt, receivedAt, bids: levelsOf(grid, bids), asks: levelsOf(grid, asks) };
}

function levelsOf(grid: Grid, side: BookSide): [string, string][] {
  const levels: [string, string][] = [];
  const end = side.start + Math.min(LEVELS, side.length);
  for (let i = side.start; i < end; i++) {
    levels.push([priceOf(grid, side.ticks[i]!).toFixed(), amountOf(grid, side.lots[i]!).toFixed()]);
  }
  return levels;
}
