import { ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { MoveRow, RowProgress } from '../../model/move.ts';
import type { HistoryRow, PayoutRow } from '../transferReads.ts';
import { type LostMove, SETTLED_BY_RECOVERY } from './lostMoves.ts';

const BLANK = { to: undefined, target: undefined, fiat: undefined, feeMode: 'default', beneficiary: undefined, note: undefined } as const;
/** What has come to nothing at the venue. */
const NOTHING: ReadonlySet<string> = new Set(['declined', 'failed', 'cancelled']);

/**
 * Withdrawals and payouts that the venue shows, as moves of the treasury. Whoever sent them, they count against limits; but they prove no
 * address, since nobody here knows who asked. Those that came to nothing are left out. Payouts don't say when they were made: `since` is.
 */
export function shownMoves(history: readonly HistoryRow[], payouts: readonly PayoutRow[], since: Instant): readonly LostMove[] {
  const sent = history.filter(({ type, status }) => type.toLowerCase() !== 'receive' && !NOTHING.has(status.toLowerCase()));
  const paid = payouts.filter(({ status }) => !NOTHING.has(status.toLowerCase()));
  return [
    ...sent.map((row): LostMove => ({
      kind: 'withdrawal',
      rows: [withdrawalRow(row)],
      progress: [progressOf(row, row.createdOn)],
      at: row.createdOn,
    })),
    ...paid.map((row): LostMove => ({ kind: 'payout', rows: [payoutRow(row)], progress: [progressOf(row, since)], at: since })),
  ];
}

function withdrawalRow(row: HistoryRow): MoveRow {
  const { id, currency, networkCode, destinationAddress, destinationAdditionalAddress, totalAmount, referenceId, traceId } = row;
  const destination = {
    currency,
    network: networkCode ?? '',
    address: destinationAddress ?? '',
    tag: destinationAdditionalAddress ?? undefined,
  };
  return { ...BLANK, reference: given(referenceId) ?? given(traceId) ?? `venue ${id}`, currency, amount: totalAmount, destination };
}

function payoutRow(row: PayoutRow): MoveRow {
  const { id, currencyFrom, currencyTo, networkCode, address, additionalAddress, amountFrom, customOrderId } = row;
  const destination = { currency: currencyTo ?? '', network: networkCode ?? '', address: address ?? '', tag: given(additionalAddress) };
  const money = { currency: currencyFrom ?? 'unknown', amount: amountFrom ?? ZERO };
  return { ...BLANK, reference: given(customOrderId) ?? `venue ${id}`, ...money, destination };
}

function progressOf({ id, status }: Pick<HistoryRow, 'id' | 'status'>, sentAt: Instant): RowProgress {
  const evidence = `the venue shows ${id} (${status}), and no journal of ours has it`;
  return { state: 'completed', venueId: id, fee: undefined, sentAt, evidence, settledBy: SETTLED_BY_RECOVERY };
}

function given(text: string | null | undefined): string | undefined {
  return text === null || text === undefined || text === '' ? undefined : text;
}
