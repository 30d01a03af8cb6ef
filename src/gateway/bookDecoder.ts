import { type Book, showLevels } from '../model/book.ts';
import { readBook } from './bookReader.ts';
import { scanBook } from './bookScanner.ts';
import { settleBook } from './bookSettler.ts';
import type { BookDecoded, DecodeOutcome } from './decodeOutcome.ts';

const PLAIN: BookDecoded = { ok: true, dropped: 0, reordered: false };

/**
 * Decodes the body of an order-book response (000 Orderbook) into `into`: both sides best first, and `exchangeAt`. What the
 * poll knows (`receivedAt`, `sequence`, `depth`) is left to the caller.
 *
 * Exact: a number that can't be represented is refused, never rounded. The usual form costs some microseconds and no
 * allocation; any other form of the same content gives the same result more slowly. When refused, the book is empty.
 */
export function decodeBook(bytes: Uint8Array, into: Book): DecodeOutcome {
  return scanBook(bytes, into) ? PLAIN : decodeBookSlowly(bytes, into);
}

/** As `decodeBook`, by the general way alone. The reference that the fast way is held against. */
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
