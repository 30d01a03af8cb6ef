import { DAY_MS, type Instant } from '../../base/instant.ts';
import type { Destination, MoveKind, MoveRecord, MoveRow } from '../../model/move.ts';
import type { BatchRow } from './batchRow.ts';
import { wasNeverSent } from './wasNeverSent.ts';

/** A payment that was made once already, or seems to be. */
export interface Duplicate {
  readonly line: number;
  /** `reference`: no two payments ever have the same. `payment`: the same amount goes to the same place, which may be meant. */
  readonly by: 'reference' | 'payment';
  /** Where the other one stands: in this file, or in an earlier move. */
  readonly of: { readonly line: number } | { readonly move: string; readonly reference: string; readonly at: Instant };
}

/** A payment that is to be made, with its line in a file, or its number. */
export type NewPayment = Pick<BatchRow, 'line' | 'reference' | 'destination' | 'amount' | 'fiat'> & {
  /** What leaves, where that is another currency than the one that arrives: a payout. */
  readonly currency?: string;
};

/** Where a row goes. A refund of a payment on the hosted page goes where that payment came from. */
export function placeOf(kind: MoveKind, { destination, target, currency }: MoveRow): Destination | undefined {
  if (kind !== 'page-refund' || target === undefined) return destination;
  return { currency, network: 'hosted page', address: target, tag: undefined };
}

/** For how long the same payment is taken for a mistake. */
const SAME_PAYMENT_MS = 90 * DAY_MS;

/**
 * The payments of a file that were made before: with a reference that any of the moves has, or of the same amount to the same place within the
 * last 90 days or in the file itself. What is proven not to have been sent was no payment. `moves` may be in any order.
 */
export function findDuplicates(rows: readonly NewPayment[], moves: readonly MoveRecord[], now: Instant): readonly Duplicate[] {
  const references = new Map<string, Duplicate['of']>();
  const payments = new Map<string, Duplicate['of']>();
  for (const move of moves.toSorted((a, b) => a.createdAt - b.createdAt)) {
    for (const [place, row] of move.rows.entries()) {
      const of = { move: move.id, reference: row.reference, at: move.createdAt };
      references.set(row.reference, of);
      const isRecent = now - move.createdAt <= SAME_PAYMENT_MS;
      const destination = placeOf(move.kind, row);
      if (isRecent && destination !== undefined && !wasNeverSent(move, place)) {
        const amount = row.fiat ?? { amount: row.amount, currency: row.currency };
        payments.set(keyOf(destination, amount.amount.toFixed(), amount.currency), of);
      }
    }
  }
  return rows.flatMap(({ line, reference, destination, amount, fiat, currency = destination.currency }): readonly Duplicate[] => {
    const key = keyOf(destination, (fiat?.amount ?? amount!).toFixed(), fiat?.currency ?? currency);
    const [byReference, byPayment] = [reference === undefined ? undefined : references.get(reference), payments.get(key)];
    payments.set(key, { line });
    if (byReference !== undefined) return [{ line, by: 'reference', of: byReference }];
    return byPayment === undefined ? [] : [{ line, by: 'payment', of: byPayment }];
  });
}

/** Whoever asks twice says so: what may be the same address is taken for it, whatever its capitals. */
function keyOf({ currency, network, address, tag }: Destination, amount: string, of: string): string {
  return JSON.stringify([currency, network, address.toLowerCase(), tag ?? '', amount, of]);
}
