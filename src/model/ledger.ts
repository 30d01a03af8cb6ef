import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Fill } from './fill.ts';

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
  /** When the newest execution or entry was that the sums include. Undefined when there is none. */
  readonly newestAt: Instant | undefined;
  /** When the oldest execution was that this call has worked in. Undefined when it found no new one. */
  readonly oldestNewAt: Instant | undefined;
  /** By currency, until when what was done is in its opening balance. */
  readonly beganAt: ReadonlyMap<string, Instant>;
}

/** What one thing that happened has changed of one currency. */
export interface LedgerPosting {
  readonly cause: LedgerCause;
  readonly currency: string;
  /** What the wallet has gained. */
  readonly amount: Decimal;
}

/** One thing that has happened, with all that it has changed. Each id of the venue is one. */
export interface LedgerMovement {
  readonly cause: Exclude<LedgerCause, 'opening'>;
  /** Unique within its cause. */
  readonly id: string;
  readonly at: Instant;
  readonly postings: readonly LedgerPosting[];
  /** The execution, of the cause `fill`. */
  readonly fill: Fill | undefined;
  readonly note: string | undefined;
}

/** Everything that the ledger has. What is written while it is read does not show. */
export interface LedgerHistory {
  /** When the ledger began. What was before then is in its opening balances. */
  readonly beganAt: Instant;
  readonly opening: ReadonlyMap<string, Decimal>;
  /** By currency, what the wallet has now as the ledger's own sums say: opening and movements together, unless a row was changed. */
  readonly sums: ReadonlyMap<string, Decimal>;
  /** By currency, how far the executions may be off since the venue rounds average prices. */
  readonly rounding: ReadonlyMap<string, Decimal>;
  /** Oldest first. What has happened at the same time comes in the order of causes and ids, each time the same. */
  movements(): AsyncIterable<LedgerMovement>;
}

/** What the venue said that the account has, at a time when it stood still. */
export interface BalanceRecord {
  readonly currency: string;
  readonly total: Decimal;
  readonly at: Instant;
}

/** The ledger of an account as a port. Executions are not entries of their own: the fill log has them, and the sums include them. */
export interface Ledger {
  /** Posts entries, all or none. One that is there already stays as it is, and so does a deposit or withdrawal without its fee. Answers how many were new. */
  post(entries: readonly LedgerEntry[]): Promise<number>;
  /** Works in the executions that the fill log has got since, and answers all sums. */
  sums(): Promise<LedgerSums>;
  /** Newest first. */
  entries(limit: number): Promise<readonly LedgerEntry[]>;
  /** Rejects with `not-found` when the ledger has not begun. `use` must not call the store. */
  history<T>(use: (history: LedgerHistory) => Promise<T>): Promise<T>;
  /** Keeps balances, of each day (UTC) and currency the last. */
  recordBalances(records: readonly BalanceRecord[]): Promise<void>;
  /** The last record of each currency between two times, the first of them included. */
  balanceRecords(since: Instant, until: Instant): Promise<readonly BalanceRecord[]>;
}
