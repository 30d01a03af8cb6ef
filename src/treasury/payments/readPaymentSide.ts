import { DAY_MS, type Instant } from '../../base/instant.ts';
import type { Sighting } from '../../model/sighting.ts';
import type { PaymentFacts } from './paymentLines.ts';
import { readPayments, readPayouts, readWallets } from './paymentReads.ts';
import type { PaymentSources } from './paymentSources.ts';
import type { ReconcileFacts } from './reconcilePayments.ts';
import { sightingOfIntent } from './sightingOfIntent.ts';

export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** What was read at the payment interface, and what was sent to it. */
export type PaymentSide = Pick<ReconcileFacts, 'payments' | 'payouts' | 'sent'>;

/** Further deposits go to addresses that were given out up to so long before. */
const KNOWN_BEFORE_MS = 31 * DAY_MS;

/**
 * Reads the payment side of a span of time, and keeps what it shows. `most`: of each list no more than the newest so many rows are read,
 * and whoever gives it must look whether a list is that long.
 */
export async function readPaymentSide(
  { ask, sightings, sent, clock }: PaymentSources,
  { from, to }: Span,
  most = Infinity,
): Promise<PaymentSide> {
  const known = await readPayments(ask, { from: from - KNOWN_BEFORE_MS, to }, most);
  const payouts = await readPayouts(ask, { from, to }, most);
  const wallets = await readWallets(ask, {}, most);
  const now = clock.now();
  await sightings.see(known.map((row) => sightingOfIntent(row, now)));
  const payments = known.filter(({ createdOn = from }) => createdOn >= from && createdOn < to);
  const own = await sent((journal) => journal.transfers(from));
  return {
    payments: { now, payments, known, wallets, sightings: await seenOf(payments, sightings) },
    payouts,
    sent: own.filter(({ createdAt }) => createdAt < to),
  };
}

/** Where nothing has come, nothing can have come late. */
async function seenOf(
  payments: PaymentFacts['payments'],
  sightings: Pick<PaymentSources['sightings'], 'of'>,
): Promise<PaymentFacts['sightings']> {
  const seen = new Map<string, readonly Sighting[]>();
  for (const { id, receivedAmount } of payments)
    if (receivedAmount !== undefined && !receivedAmount.isZero()) seen.set(id, await sightings.of('payment', id));
  return seen;
}
