import { type Book, showLevels } from '../model/book.ts';
import { readBook } from './bookReader.ts';
import { scanBook } from './bookScanner.ts';
import { settleBook } from './bookSettler.ts';
import type { BookDecoded, DecodeOutcome } from './decodeOutcome.ts';

const PLAIN: BookDecoded = { ok: true, dropped: 0, reordered: false };

/**
 * Decodes the body of an order-book response (000 Orderbook) into `into`: both sides best first, and `exchangeAt`. The caller
 * fills in what only the poll knows (`receivedAt`, `sequence`, `depth`).
 *
 * It is exact: a number that can't be represented is refused, never rounded. The usual form costs some microseconds and no
 * allocation. Any other form of the same content gives the same result more slowly. When the body is refused, the book is empty.
 */
export function decodeBook(bytes: Uint8Array, into: Book): DecodeOutcome {
  return scanBook(bytes, into) ? PLAIN : decodeBookSlowly(bytes, into);
}

/** Like `decodeBook`, but only by the general way. Tests compare the fast way with it. */
export function decodeBookSlowly(bytes: Uint8Array, into: Book): DecodeOutcome {
  const outcome = readBook(bytes, into) ?? settleBook(into);
  if (!outcome.ok) clear(into);
  return outcome;
}

function clear(book: Book): void {
  showLevels(book.bids, 0, 0);
  showLevels(book.asks, 0, 0);
  book.exchangeAt = 0;
}
