import type { BoundOrder, Journal } from '../model/journal.ts';

/**
 * Whether an order of ours is one that nobody asked for: it came late, or is one of several that the venue has made of one request. What an
 * intent has led to, and where that was moved to, is wanted.
 */
export async function isUnwantedOrder({ orderId, intentId }: BoundOrder, journal: Journal): Promise<boolean> {
  const intent = await journal.get(intentId);
  if (intent?.venueId === undefined) return false;
  if (intent.isFoundLate) return true;
  const wanted = new Set([intent.venueId]);
  // It grows on the way.
  for (const id of wanted) {
    for (const { kind, venueId } of await journal.aimedAt(id)) if (kind === 'replace' && venueId !== undefined) wanted.add(venueId);
  }
  return !wanted.has(orderId);
}
