import type { Decimal } from '../../base/decimal.ts';
import type { BookTransaction } from './bookTransaction.ts';

/** What an account must have at the end of a day. */
export interface Assertion {
  readonly account: string;
  readonly currency: string;
  readonly amount: Decimal;
}

/** What an export names before its first transaction. */
export interface BookHeading {
  /** The first day. */
  readonly day: string;
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  /** The currency of the person who keeps the books. */
  readonly currency: string;
}

/** How the books are written for a program. Each text ends with a line break. */
export interface BookFormat {
  heading(heading: BookHeading): string;
  transaction(day: string, transaction: BookTransaction): string;
  /** At the end of `day`; `next` is the day after it. */
  assertions(day: string, next: string, assertions: readonly Assertion[]): string;
}
