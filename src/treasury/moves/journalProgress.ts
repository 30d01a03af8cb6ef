import type { Intent } from '../../model/intent.ts';
import type { RowProgress } from '../../model/move.ts';
import { lostTransferText } from './lostTransferText.ts';

/** Nothing of it has been sent yet. */
export const NOT_BEGUN: RowProgress = { state: 'waiting', venueId: undefined, fee: undefined, sentAt: undefined, evidence: undefined };

/** Whether one of these intents may have led to something. */
export function mayHaveLed(intents: readonly Intent[]): boolean {
  return intents.some(({ state }) => state !== 'not-sent' && state !== 'rejected');
}

/**
 * Whether the journal's newest intent of a payment is one that never left, and the treasury has seen a later one: then that is lost. A
 * row was sent at the time of its intent, or at that at which the intent was made, where nobody knew more.
 */
export function isBeforeLost({ state, createdAt, sentAt }: Intent, before: RowProgress): boolean {
  return state === 'not-sent' && before.sentAt !== undefined && before.sentAt !== createdAt && before.sentAt !== sentAt;
}

/**
 * What the journal knows of a payment, by the intents that had its reference, newest first. One that was never sent waits, and may be
 * sent: the journal has proof of that. What the journal has no row of stays as it was: it may have been lost with the journal's end.
 */
export function journalProgress(intents: readonly Intent[], before: RowProgress): RowProgress {
  const intent = intents.find(({ state }) => state !== 'not-sent') ?? intents[0];
  if (intent === undefined || isBeforeLost(intent, before)) return before;
  const { id, state, evidence, sentAt, createdAt, venueId } = intent;
  const known = { fee: before.fee, sentAt: sentAt ?? createdAt, venueId: venueId ?? before.venueId };
  switch (state) {
    case 'acknowledged':
    case 'adopted':
      return { ...known, state: 'sent', evidence: `transfer ${id}${state === 'adopted' ? `, ${evidence ?? 'found'}` : ''}` };
    case 'rejected':
      return { ...known, state: 'declined', evidence: `the venue refused: ${evidence ?? 'without a reason'} (transfer ${id})` };
    case 'not-sent':
      return { ...NOT_BEGUN, fee: before.fee, evidence: `not sent: ${evidence ?? 'nothing left'} (transfer ${id})` };
    default:
      return { ...known, state: 'unknown', evidence: lostTransferText(intent) };
  }
}
