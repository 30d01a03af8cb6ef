import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { LedgerCause } from '../../model/ledger.ts';

/** What a class of movements has changed of a currency. */
export interface StatementClass {
  readonly cause: LedgerCause;
  readonly count: number;
  /** What has come in, and what has gone out (below zero). */
  readonly gained: Decimal;
  readonly lost: Decimal;
}

/** One line of the account: a movement, or all executions and fees of a day. */
export interface StatementLine {
  readonly day: string;
  readonly cause: LedgerCause;
  /** The id of the movement. Undefined for the executions and fees of a day. */
  readonly id: string | undefined;
  readonly count: number;
  readonly amount: Decimal;
  /** What the wallet has after it. */
  readonly balance: Decimal;
  readonly note: string | undefined;
}

/**
 * The books held against something else at a point in time. `venue`: the balance that the venue shows now. `recorded`: one that it showed at
 * that time. `sums`: the sums that the ledger keeps beside its rows.
 */
export interface StatementCheck {
  readonly against: 'venue' | 'recorded' | 'sums';
  readonly at: Instant;
  readonly books: Decimal;
  readonly other: Decimal;
  /** The other less the books. */
  readonly difference: Decimal;
  /** Whether average prices that the venue has rounded may explain it. */
  readonly isRounding: boolean;
}

/** A month of one currency. Opening and classes add up to the closing balance. */
export interface CurrencyStatement {
  readonly currency: string;
  readonly opening: Decimal;
  readonly classes: readonly StatementClass[];
  readonly closing: Decimal;
  readonly lines: readonly StatementLine[];
  readonly checks: readonly StatementCheck[];
}

/** A month of an account. */
export interface Statement {
  readonly month: string;
  readonly zone: string;
  readonly from: Instant;
  readonly to: Instant;
  /** Until when there are movements in it: the end of the month, or now. */
  readonly until: Instant;
  readonly currencies: readonly CurrencyStatement[];
}

/** The classes in the order of a statement, with their headings. */
export const CLASSES: Readonly<Record<LedgerCause, string>> = {
  opening: 'Books begin',
  fill: 'Fills',
  fee: 'Fees',
  conversion: 'Conversions',
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  payment: 'Payments',
  adjustment: 'Adjustments',
};

/** The checks that found a difference which nothing explains. */
export function openDifferences({ currencies }: Statement): readonly (StatementCheck & { readonly currency: string })[] {
  return currencies.flatMap(({ currency, checks }) =>
    checks.filter(({ difference, isRounding }) => !difference.isZero() && !isRounding).map((check) => ({ ...check, currency })),
  );
}
