import type { Instant } from '../base/instant.ts';
import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';

/**
 * The open orders whose cancel was asked for beside a replacement of unknown outcome, by their ids. Such a cancel was of the order as it was: where
 * the order goes on, as it was or under another id, it is still to be canceled. What a later replacement asks for is newer than the wish. The
 * later of two lives is the newer, whatever the clock has shown in it.
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
  const mine = aimed.filter(({ targetId }) => targetId !== undefined && ids.has(targetId));
  return mine.toSorted((a, b) => (a.begunEpoch ?? 0) - (b.begunEpoch ?? 0));
}

function isCanceled(requests: readonly Intent[]): boolean {
  const at = requests.findLastIndex(({ kind }) => kind === 'replace');
  const replacement = requests[at];
  if (replacement === undefined || !wasUnknown(replacement)) return false;
  const { settledEpoch, resolvedAt } = replacement;
  const known = resolvedAt === undefined ? { life: Infinity, at: Infinity } : { life: settledEpoch, at: resolvedAt };
  return requests
    .slice(at + 1)
    .some(({ kind, begunEpoch: life, createdAt }) => kind === 'cancel' && !isAfter({ life, at: createdAt }, known));
}

/** A time of our clock, with the number of the life that has read it. Versions that kept none came first. */
interface Moment {
  readonly life: number | undefined;
  readonly at: Instant;
}

function isAfter(a: Moment, b: Moment): boolean {
  const [later, earlier] = [a.life ?? 0, b.life ?? 0];
  return later === earlier ? a.at > b.at : later > earlier;
}

function wasUnknown({ state, gaveUpAt, isFoundLate }: Intent): boolean {
  return UNRESOLVED.includes(state) || gaveUpAt !== undefined || isFoundLate;
}
