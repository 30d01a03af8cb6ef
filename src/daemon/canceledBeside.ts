import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';

/**
 * The open orders whose cancel was asked for beside a replacement of unknown outcome, by their ids. Such a cancel was of the order as it was: where
 * the order goes on, as it was or under another id, it is still to be canceled. What a later replacement asks for is newer than the wish.
 */
export async function canceledBeside(journal: Pick<Journal, 'openOrders' | 'aimedAtOrdersOf'>): Promise<ReadonlySet<string>> {
  const canceled = new Set<string>();
  for (const order of await journal.openOrders()) {
    if (isCanceled(requestsFor(order, await journal.aimedAtOrdersOf(order.intentId)))) canceled.add(order.orderId);
  }
  return canceled;
}

/** The replacements that have led to an order and those that it was to be moved by, with the cancels of all that it was. Oldest first. */
function requestsFor({ orderId }: BoundOrder, aimed: readonly Intent[]): readonly Intent[] {
  const before = new Map<string | undefined, string | undefined>();
  for (const { kind, venueId, targetId } of aimed)
    if (kind === 'replace' && venueId !== targetId && !before.has(venueId)) before.set(venueId, targetId);
  const ids = new Set<string>();
  for (let id: string | undefined = orderId; id !== undefined && !ids.has(id); id = before.get(id)) ids.add(id);
  return aimed.filter(({ targetId }) => targetId !== undefined && ids.has(targetId));
}

function isCanceled(requests: readonly Intent[]): boolean {
  const at = requests.findLastIndex(({ kind }) => kind === 'replace');
  const replacement = requests[at];
  if (replacement === undefined || !wasUnknown(replacement)) return false;
  const knownAt = replacement.resolvedAt ?? Infinity;
  return requests.slice(at + 1).some(({ kind, createdAt }) => kind === 'cancel' && createdAt <= knownAt);
}

function wasUnknown({ state, gaveUpAt, isFoundLate }: Intent): boolean {
  return UNRESOLVED.includes(state) || gaveUpAt !== undefined || isFoundLate;
}
