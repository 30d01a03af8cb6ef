import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { BatchRow } from './batchRow.ts';

/** What a batch pays out of one currency. */
export interface BatchSum {
  readonly currency: string;
  readonly payments: number;
  /** In the currency itself, or in `fiat` where the batch has fiat amounts. */
  readonly amount: Decimal;
  readonly fiat: string | undefined;
}

/** One sum for each currency that is paid out, in the order of the alphabet. */
export function batchSums(rows: readonly BatchRow[]): readonly BatchSum[] {
  const sums = new Map<string, BatchSum>();
  for (const { destination, amount, fiat } of rows) {
    const { currency } = destination;
    const { payments, amount: before } = sums.get(currency) ?? { payments: 0, amount: ZERO };
    sums.set(currency, { currency, payments: payments + 1, amount: before.plus(amount ?? fiat!.amount), fiat: fiat?.currency });
  }
  return [...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
