import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { LedgerCause, LedgerEntry } from '../model/ledger.ts';

/** The causes that a person may name. */
export const BOOKED_BY_HAND = [
  'adjustment',
  'deposit',
  'withdrawal',
  'payment',
  'fee',
  'conversion',
] as const satisfies readonly LedgerCause[];

/** What a person books of a difference between the venue's balances and the ledger. */
export interface Adjustment {
  readonly currency: string;
  /** What the account has gained; below zero what it has lost. */
  readonly amount: Decimal;
  readonly cause: (typeof BOOKED_BY_HAND)[number];
  readonly note: string;
}

/** The entry of an adjustment. `unique` tells two of the same moment apart. */
export function adjustmentEntry(adjustment: Adjustment, at: Instant, unique: string): LedgerEntry {
  return { ...adjustment, reference: `by hand ${unique}`, at };
}
