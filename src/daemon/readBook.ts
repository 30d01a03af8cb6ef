import { Fault, isFault } from '../base/fault.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import { decodeBook } from '../gateway/bookDecoder.ts';
import { type Book, createBook } from '../model/book.ts';
import type { Pair } from '../model/pair.ts';

/**
 * Reads a book that is not polled, for an order that may follow. Rejects with a `Fault` of the outcome `not-sent`, since that order was not: with
 * `unreadable-reply` when the answer is not a book.
 */
export async function readBook(client: ExchangeClient, { symbol, grid }: Pair, depth: number): Promise<Book> {
  const { body, receivedAt } = await client.fetchBytes('book.get', { symbol, depth }).catch((error: unknown) => {
    throw isFault(error) ? error.told({ outcome: 'not-sent' }) : error;
  });
  const book = createBook(symbol, grid);
  const outcome = decodeBook(body, book);
  if (!outcome.ok) {
    throw new Fault('unreadable-reply', `the book of ${symbol} can't be read: ${outcome.reason}: ${outcome.detail}`, {
      outcome: 'not-sent',
    });
  }
  return Object.assign(book, { receivedAt, depth });
}
