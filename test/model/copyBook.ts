import type { Book, BookSide } from '../../src/model/book.ts';

/** Copies a book, for a reader that keeps it. */
export function copyBook(book: Book): Book {
  const copy = (side: BookSide): BookSide => ({
    ...side,
    ticks: side.ticks.slice(side.start, side.start + side.length),
    lots: side.lots.slice(side.start, side.start + side.length),
    start: 0,
  });
  return { ...book, bids: copy(book.bids), asks: copy(book.asks) };
}
