import type { BoundOrder, Journal } from '../model/journal.ts';

/** The journal's words for an order that was found after its intent had been taken for not done. The next life knows it by them. */
export const FOUND_LATE = 'found late, after it was taken for not done';

/**
 * Whether an order of ours is one that nobody asked for: it came late, or is one of several that the venue has made of one request. What an
 * intent has led to, and where that was moved to, is wanted.
 */
export async function isUnwantedOrder({ orderId, intentId }: BoundOrder, journal: Journal): Promise<boolean> {
  const intent = await journal.get(intentId);
  if (intent?.venueId === undefined) return false;
  if (intent.evidence === FOUND_LATE) return true;
  const wanted = new Set([intent.venueId]);
  // It grows on the way.
  for (const id of wanted) {
    for (const { kind, venueId } of await journal.aimedAt(id)) if (kind === 'replace' && venueId !== undefined) wanted.add(venueId);
  }
  return !wanted.has(orderId);
}
