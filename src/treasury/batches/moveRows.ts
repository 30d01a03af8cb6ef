import type { Decimal } from '../../base/decimal.ts';
import type { MoveRow } from '../../model/move.ts';
import type { BatchRow } from './batchRow.ts';

/** What a fiat amount costs in the currency that is paid out, as the venue quotes it. */
export type Quoted = (fiat: NonNullable<BatchRow['fiat']>, currency: string) => Decimal;

/** The rows of the move. One without a reference of its own is known by the move's id and its number, from 1 on. */
export function moveRows(rows: readonly BatchRow[], moveId: string, quoted: Quoted): readonly MoveRow[] {
  return rows.map(({ reference, destination, to, amount, fiat, beneficiary, note }, at) => ({
    reference: reference ?? `${moveId}-${at + 1}`,
    currency: destination.currency,
    amount: amount ?? quoted(fiat!, destination.currency),
    destination,
    to,
    target: undefined,
    fiat,
    feeMode: 'default',
    beneficiary,
    note,
  }));
}
