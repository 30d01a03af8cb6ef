import type { Instant } from '../base/instant.ts';
import type { Restored } from '../model/event.ts';
import type { Order } from '../model/order.ts';
import type { KnownOrders } from './knownOrders.ts';
import type { Markets } from './markets.ts';
import type { UnlistedOrders } from './unlistedOrders.ts';

interface Places {
  readonly now: Instant;
  readonly markets: Markets;
  readonly known: KnownOrders;
  readonly unlisted: UnlistedOrders;
  /** Restores an order of a listed pair. */
  readonly restore: (order: Order) => void;
}

/** Restores the orders of earlier lives, which are open or unknown, and which of them a replacement of unknown outcome was to move. */
export function restoreOrders({ orders, replacements = {} }: Restored, { now, markets, known, unlisted, restore }: Places): void {
  for (const shown of orders) {
    // What was placed at a later moment than now was placed before the clock was put back.
    const order = shown.placedAt > now ? { ...shown, placedAt: now } : shown;
    if (markets.get(order.symbol) === undefined) unlisted.add(order);
    else if (known.byIntent(order.intentId) === undefined) restore(order);
  }
  for (const [intentId, orderId] of Object.entries(replacements)) {
    const target = known.byOrderId(orderId);
    if (target !== undefined) known.replacedBefore(intentId, target);
  }
}
