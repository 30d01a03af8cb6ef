import type { PaymentRow } from '../transferReads.ts';
import { intentTimeline, type TimelineEntry } from './intentTimeline.ts';
import type { PaymentSources } from './paymentSources.ts';
import { sightingOfIntent } from './sightingOfIntent.ts';

/** Reads one payment, and keeps what it shows. */
export async function readPayment(
  { ask, sightings, clock }: Pick<PaymentSources, 'ask' | 'sightings' | 'clock'>,
  id: string,
): Promise<PaymentRow> {
  const row = await ask('paymentIntents.get', { paymentIntentId: id });
  await sightings.see([sightingOfIntent(row, clock.now())]);
  return row;
}

/** What happened to a payment, by the venue's record, by what was seen of it, and by what was sent from here. */
export async function timelineOf(
  { sightings, sent }: Pick<PaymentSources, 'sightings' | 'sent'>,
  row: PaymentRow,
): Promise<readonly TimelineEntry[]> {
  const own = await sent(async (journal) => [
    ...(row.customOrderId === undefined ? [] : await journal.withReference(`payment ${row.customOrderId}`)),
    ...(await journal.aimedAt(row.id)),
  ]);
  return intentTimeline(row, await sightings.of('payment', row.id), own);
}
