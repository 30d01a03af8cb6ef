import type { Instant } from '../base/instant.ts';
import type { LedgerCause, LedgerEntry } from '../model/ledger.ts';
import { decimalOf } from './decimalText.ts';

/** A row of the ledger's entries. */
export interface EntryRow {
  readonly cause: LedgerCause;
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
  readonly at: Instant;
  readonly note: string | null;
}

export function entryOf({ cause, reference, currency, amount, at, note }: EntryRow): LedgerEntry {
  return { cause, reference, currency, amount: decimalOf(amount, `amount of ${cause} ${reference}`), at, note: note ?? undefined };
}
