import type { Decimal } from '../../base/decimal.ts';

/** What is known when a deposit has been confirmed. */
export interface DepositFacts {
  /** What the deposit found: an intent that is waiting, one for which nothing came in time, or one whose first deposit was not enough. */
  readonly from: 'waiting' | 'failed' | 'manual';
  /** The expected amount, in the currency of the deposit. */
  readonly expected: Decimal;
  /** The sum of all deposits. */
  readonly received: Decimal;
  /** A share; 0 means disabled. */
  readonly threshold: Decimal;
  readonly excess: 'manual' | 'automatic';
  /** True when prices have moved so far since the quote that the deposit can't be converted on its terms. */
  readonly pricesMoved: boolean;
}

/** What follows from a deposit: rows 1 to 7, 11 and 12 of the state table (001 States). */
export type DepositVerdict =
  /** Rows 1 and 7. */
  | 'completed'
  /** Rows 2 and 11: the automatic retry completes it. */
  | 'partially-completed'
  /** Rows 3 to 6: the automatic retry fails. */
  | 'manual-action'
  /** Row 12. */
  | 'excess-refund'
  /** A late or further deposit that is not enough. Nothing changes but the amount received. */
  | 'stays';

export function depositVerdict({ from, expected, received, threshold, excess, pricesMoved }: DepositFacts): DepositVerdict {
  const satisfied = !pricesMoved && received.minus(expected).abs().lte(expected.times(threshold));
  switch (from) {
    case 'failed':
      return satisfied ? 'completed' : 'stays';
    case 'manual':
      return satisfied ? 'partially-completed' : 'stays';
    case 'waiting':
      if (satisfied) return received.eq(expected) ? 'completed' : 'partially-completed';
      return excess === 'automatic' && !pricesMoved && received.gt(expected) ? 'excess-refund' : 'manual-action';
  }
}

/** Why an intent is not completed (001 Payment intent, status descriptions). */
export function descriptionOf({ expected, received, pricesMoved }: DepositFacts): string {
  if (pricesMoved) return 'Out of money';
  return received.lt(expected) ? 'Invalid amount: Less than expected' : 'Invalid amount: More than expected';
}

export type ManualAction = 'Refund' | 'Retry' | 'Accept received amount' | 'Top-up';

/** What an operator may do in ManualActionRequired (001 States 3 to 6). */
export function manualActions(threshold: Decimal, conversion: boolean): readonly ManualAction[] {
  return [
    'Refund',
    ...(conversion ? (['Retry'] as const) : []),
    'Accept received amount',
    ...(threshold.isZero() ? [] : (['Top-up'] as const)),
  ];
}
