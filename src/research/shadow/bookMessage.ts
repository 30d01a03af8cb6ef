import type { Instant } from '../../base/instant.ts';
import { type Book, type BookSide, showLevels } from '../../model/book.ts';

const HEAD = 6;

/** A book as numbers, so that another thread can be given it without a copy, with the number of its market. */
export function bookMessage(market: number, book: Book): Float64Array<ArrayBuffer> {
  const { bids, asks, receivedAt, exchangeAt, sequence, depth } = book;
  const numbers = new Float64Array(HEAD + 2 * (bids.length + asks.length));
  numbers.set([market, receivedAt, exchangeAt, sequence, depth, bids.length]);
  write(numbers, HEAD, bids);
  write(numbers, HEAD + 2 * bids.length, asks);
  return numbers;
}

/** Which market it is of, and when it was received. */
export function headOf(numbers: Float64Array): { readonly market: number; readonly receivedAt: Instant } {
  return { market: numbers[0]!, receivedAt: numbers[1]! };
}

/** Reads a message into the book of its market, which is made wide: its ticks are Float64. */
export function showMessage(numbers: Float64Array, book: Book): void {
  const [, receivedAt, exchangeAt, sequence, depth, bids] = numbers as unknown as [number, number, number, number, number, number];
  Object.assign(book, { receivedAt, exchangeAt, sequence, depth });
  read(numbers, HEAD, bids, book.bids);
  read(numbers, HEAD + 2 * bids, (numbers.length - HEAD) / 2 - bids, book.asks);
}

function write(into: Float64Array, from: number, { ticks, lots, start, length }: BookSide): void {
  for (let i = 0; i < length; i++) {
    into[from + 2 * i] = ticks[start + i]!;
    into[from + 2 * i + 1] = lots[start + i]!;
  }
}

function read(numbers: Float64Array, from: number, length: number, side: BookSide): void {
  for (let i = 0; i < length; i++) {
    side.ticks[i] = numbers[from + 2 * i]!;
    side.lots[i] = numbers[from + 2 * i + 1]!;
  }
  showLevels(side, 0, length);
}
