import { systemClock } from '../base/systemClock.ts';
import type { Sightings } from '../store/sightingStore.ts';
import type { Ask } from '../treasury/payments/ask.ts';
import { sightingOfIntent } from '../treasury/payments/sightingOfIntent.ts';
import { intentTimeline, type TimelineEntry } from '../treasury/payments/intentTimeline.ts';
import type { PaymentRow } from '../treasury/transferReads.ts';
import { sentFrom } from './accountJournal.ts';
import type { Shell } from './shell.ts';

/** Reads one payment, and keeps what it shows. */
export async function readPayment(ask: Ask<'processing'>, sightings: Sightings, id: string): Promise<PaymentRow> {
  const row = await ask('paymentIntents.get', { paymentIntentId: id });
  await sightings.see([sightingOfIntent(row, systemClock.now())]);
  return row;
}

/** What happened to a payment, by the venue's record, by what was seen of it, and by what was sent from here. */
export async function timelineOf(shell: Shell, sightings: Sightings, row: PaymentRow): Promise<readonly TimelineEntry[]> {
  const sent = await sentFrom(shell, 'processing', async (journal) => [
    ...(row.customOrderId === undefined ? [] : await journal.withReference(`payment ${row.customOrderId}`)),
    ...(await journal.aimedAt(row.id)),
  ]);
  return intentTimeline(row, await sightings.of('payment', row.id), sent);
}
