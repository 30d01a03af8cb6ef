import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';

/**
 * Replacements of which nobody knows the outcome, whose orders were canceled beside them. Such a cancel was of the order as it was: where the
 * order goes on under another id, it has never reached it. To be asked before a look at the lists may find out what came of them.
 */
export async function canceledBeside(journal: Pick<Journal, 'unresolved' | 'aimedAt'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id, kind, targetId, createdAt } of await journal.unresolved()) {
    if (kind !== 'replace' || targetId === undefined) continue;
    const aimed = await journal.aimedAt(targetId);
    if (aimed.some((later) => later.kind === 'cancel' && later.createdAt >= createdAt)) found.push(id);
  }
  return found;
}

/** The venue's ids under which the orders of these replacements go on, as far as that is known now. One that was proven not to have happened names none. */
export async function goneOnAs(replacements: Iterable<string>, journal: Pick<Journal, 'get'>): Promise<ReadonlySet<string>> {
  const orderIds = new Set<string>();
  for (const id of replacements) {
    const orderId = currentIdOf(await journal.get(id));
    if (orderId !== undefined) orderIds.add(orderId);
  }
  return orderIds;
}

function currentIdOf(replacement: Intent | undefined): string | undefined {
  if (replacement === undefined) return undefined;
  return UNRESOLVED.includes(replacement.state) ? replacement.targetId : replacement.venueId;
}
