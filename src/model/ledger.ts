import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

/** Why a balance of the account has changed. */
export type LedgerCause = 'opening' | 'fill' | 'fee' | 'conversion' | 'deposit' | 'withdrawal' | 'payment' | 'adjustment';

/**
 * One line of the double-entry ledger: the wallet gains `amount` of a currency, and the account of the cause gives it. With an
 * amount below zero the wallet gives it.
 */
export interface LedgerEntry {
  readonly cause: LedgerCause;
  /** The id of what has happened. Each cause has one entry for a reference and a currency. */
  readonly reference: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly at: Instant;
  readonly note: string | undefined;
}

/** What the wallet has gained of a currency by one cause, in all. */
export interface LedgerSum {
  readonly cause: LedgerCause;
  readonly currency: string;
  readonly amount: Decimal;
}

export interface LedgerSums {
  readonly sums: readonly LedgerSum[];
  /** By currency, how far the executions may be off since the venue rounds average prices. */
  readonly rounding: Readonly<Record<string, Decimal>>;
}

/** The ledger of an account as a port. Executions are not entries of their own: the fill log has them, and the sums include them. */
export interface Ledger {
  /** Posts entries, all or none. One that is there already stays as it is. Answers how many were new. */
  post(entries: readonly LedgerEntry[]): Promise<number>;
  /** Works in the executions that the fill log has got since, and answers all sums. */
  sums(): Promise<LedgerSums>;
  /** Newest first. */
  entries(limit: number): Promise<readonly LedgerEntry[]>;
}
