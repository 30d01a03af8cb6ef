import type { Decimal } from '../base/decimal.ts';
import type { Book } from '../model/book.ts';
import { midPriceOf } from '../model/grid.ts';

/** What was known when a deal was decided: what one unit given would have brought. As text. */
export interface Arrival {
  readonly at: number;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** At the middle of the book. */
  readonly mid?: string;
  /** By the quote and by the book, all-in, where they were compared. */
  readonly quote?: string;
  readonly book?: string;
  /** The worked order whose part it is. All the rest is then of that order's arrival. */
  readonly order?: string;
  /** Whether a limit order rested when it was executed, or took. */
  readonly rested?: boolean;
}

const DIGITS = 20;

/** The mid of a book. Undefined where a side is empty. */
export function midOf(book: Book | undefined): Decimal | undefined {
  if (book === undefined || book.bids.length === 0 || book.asks.length === 0) return undefined;
  return midPriceOf(book.grid, book.bids.bestTicks, book.asks.bestTicks);
}

/** A rate as it is kept. */
export function textOf(rate: Decimal): string {
  return rate.toSignificantDigits(DIGITS).toFixed();
}
