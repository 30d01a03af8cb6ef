import type { Book } from '../model/book.ts';
import { readBook } from './bookReader.ts';
import { scanBook } from './bookScanner.ts';
import { settleBook } from './bookSettler.ts';

/**
 * What became of a body. `dropped` counts levels of amount zero, which hold nothing to trade with; `reordered` says that
 * the venue's levels were not best first and have been sorted.
 */
export type DecodeOutcome = BookDecoded | BookRefused;

export interface BookDecoded {
  readonly ok: true;
  readonly dropped: number;
  readonly reordered: boolean;
}

/** Nothing of the body was taken. `detail` names field and value. */
export interface BookRefused {
  readonly ok: false;
  readonly reason: BookRefusal;
  readonly detail: string;
}

export type BookRefusal =
  /** No JSON, or not the shape of an order book. */
  | 'unreadable'
  /** A price or an amount that is no multiple of the pair's tick or lot. */
  | 'off-grid'
  /** A price at or below zero, or an amount below zero. */
  | 'not-positive'
  /** Two levels of one side at one price: nobody can say whether they add up or one replaces the other. */
  | 'duplicate-level'
  /** More levels than the book has room for. */
  | 'too-many-levels'
  /** Beyond 2^53 ticks or lots. */
  | 'out-of-range'
  /** Ticks that need a wide book (`createBook`, `wide`). */
  | 'needs-wide';

/**
 * Decodes the body of an order-book response (000 Orderbook) into `into`: both sides best first, and `exchangeAt`. What the
 * poll knows (`receivedAt`, `sequence`, `depth`) is left to the caller.
 *
 * Exact: a number that can't be represented is refused, never rounded. The usual form costs some microseconds and no
 * allocation; any other form of the same content gives the same result more slowly. When refused, the book is empty.
 */
export function decodeBook(bytes: Uint8Array, into: Book): DecodeOutcome {
  const refused = scanBook(bytes, into) ? undefined : readBook(bytes, into);
  const outcome = refused ?? settleBook(into);
  if (!outcome.ok) clear(into);
  return outcome;
}

/** As `decodeBook`, by the general way alone. The reference that the fast way is held against. */
export function decodeBookSlowly(bytes: Uint8Array, into: Book): DecodeOutcome {
  const outcome = readBook(bytes, into) ?? settleBook(into);
  if (!outcome.ok) clear(into);
  return outcome;
}

function clear(book: Book): void {
  book.bids.length = 0;
  book.asks.length = 0;
  book.exchangeAt = 0;
}
