import type { Clock } from '../base/clock.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import type { OpenOrderRow } from './accountLists.ts';

export interface SettleCancelsOptions {
  readonly journal: Pick<Journal, 'unresolved' | 'order' | 'settle'>;
  readonly clock: Clock;
}

/**
 * An unknown cancel stands in nobody's way; it is laid to rest when its order is gone, or when a later one has asked for the same:
 * a venue that fails for an hour must not leave thousands behind.
 */
export async function settleCancels(openOrders: readonly OpenOrderRow[], { journal, clock }: SettleCancelsOptions): Promise<void> {
  const layToRest = ({ id, targetId }: Intent, evidence: string): Promise<void> =>
    journal.settle(id, { state: 'adopted', at: clock.now(), venueId: targetId, evidence });
  const unknown = (await journal.unresolved()).filter((intent) => intent.kind === 'cancel' && intent.state === 'unknown');
  const newest = new Map(unknown.map((intent) => [intent.targetId!, intent]));
  for (const intent of unknown) {
    const targetId = intent.targetId!;
    if (newest.get(targetId) !== intent) {
      await layToRest(intent, 'a later cancel of the same order was sent');
      continue;
    }
    const order = await journal.order(targetId);
    const isGone = order === undefined ? !openOrders.some((row) => row.id === targetId) : order.closedAt !== undefined;
    if (isGone) await layToRest(intent, 'the order is gone');
  }
}
