import type { Restored } from '../model/event.ts';
import type { Order } from '../model/order.ts';
import { endLeftBehind, type Hands, seatLeftBehind } from './leftBehind.ts';

interface Places extends Hands {
  /** Restores an order of a listed pair. */
  readonly restore: (order: Order) => void;
}

/** Restores the orders of earlier lives, which are open or unknown, and which of them a replacement of unknown outcome was to move. */
export function restoreOrders({ orders, replacements = {}, leftBehind }: Restored, { restore, ...hands }: Places): void {
  const { state, known, unlisted } = hands;
  const { now, markets } = state;
  if (leftBehind !== undefined) seatLeftBehind(leftBehind, orders, state);
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
  if (leftBehind !== undefined) endLeftBehind(leftBehind, orders, hands);
}
