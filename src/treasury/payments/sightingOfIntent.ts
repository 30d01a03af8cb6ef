import { ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Sighting } from '../../model/sighting.ts';
import type { PaymentRow } from '../transferReads.ts';

/** What a read showed of a payment. */
export function sightingOfIntent(row: PaymentRow, seenAt: Instant): Sighting {
  return {
    kind: 'payment',
    id: row.id,
    seenAt,
    status: row.status,
    reason: filled(row.statusDescription),
    amount: row.receivedAmount ?? ZERO,
    currency: row.currencyFrom ?? row.currencyTo ?? '',
    transaction: filled(row.transactionHash) ?? filled(row.originTransactionId),
  };
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text;
}
