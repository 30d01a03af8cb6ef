import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { HistoryRow } from '../transferReads.ts';
import type { FiatRow } from './depositReads.ts';

/** A deposit of either kind, for people. */
export interface DepositRow {
  readonly at: Instant;
  readonly id: string;
  /** The payment method of a fiat deposit, or the network of a coin. */
  readonly way: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly fee: Decimal | undefined;
  readonly credited: Decimal;
  readonly reference: string | undefined;
  readonly from: string | undefined;
}

/** Newest first. */
export function depositRows(fiat: readonly FiatRow[], crypto: readonly HistoryRow[]): readonly DepositRow[] {
  return [...fiat.map(ofFiat), ...crypto.map(ofCrypto)].toSorted((a, b) => b.at - a.at);
}

function ofFiat(row: FiatRow): DepositRow {
  return { ...sharedOf(row), way: row.paymentMethod ?? 'fiat', reference: row.referenceId, from: row.bankAccount ?? row.bankName };
}

function ofCrypto(row: HistoryRow): DepositRow {
  return {
    ...sharedOf(row),
    way: row.networkCode ?? 'crypto',
    reference: row.clientTag ?? row.networkTransactionId,
    from: row.sourceAddress,
  };
}

function sharedOf({ id, status, currency, createdOn: at, totalAmount: amount, executedAmount: credited, fee }: FiatRow | HistoryRow) {
  return { at, id, status, currency, amount, credited, fee };
}
