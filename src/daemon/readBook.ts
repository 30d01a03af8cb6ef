import { Fault } from '../base/fault.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import { decodeBook } from '../gateway/bookDecoder.ts';
import { type Book, createBook } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';

/** Reads a book that is not polled. Rejects with `unreadable-reply` when the answer is not a book. */
export async function readBook(client: ExchangeClient, { symbol, grid }: Pair, depth: number): Promise<Book> {
  const { body, receivedAt } = await client.fetchBytes('book.get', { symbol, depth });
  const book = createBook(symbol, grid);
  const outcome = decodeBook(body, book);
  if (!outcome.ok) throw new Fault('unreadable-reply', `the book of ${symbol} can't be read: ${outcome.reason}: ${outcome.detail}`);
  return Object.assign(book, { receivedAt, depth });
}
