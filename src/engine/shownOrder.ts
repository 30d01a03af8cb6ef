import { amountOf, priceOf } from '../model/grid.ts';
import type { Order } from '../model/order.ts';
import type { EngineOrder } from './market.ts';
import { sideOf } from '../model/side.ts';

/** An order as everybody outside of the engine sees it. */
export function shownOrder(order: EngineOrder): Order {
  const { market, seat } = order;
  const { grid } = market.pair;
  return {
    intentId: intentIdOf(order),
    strategy: seat.name,
    symbol: market.symbol,
    side: sideOf(order.side),
    type: order.isMarket ? 'Market' : 'Limit',
    price: order.isMarket ? undefined : priceOf(grid, order.ticks),
    amount: amountOf(grid, order.lots),
    filled: amountOf(grid, order.filled),
    state: order.state,
    closedBy: order.end,
    orderId: orderIdOf(order),
    placedAt: order.placedAt,
    updatedAt: order.updatedAt,
    canceling: order.isCanceling,
    replacing: order.isReplacing ? replaceIdOf(order) : undefined,
    tag: order.tag,
  };
}

/** The name of the order in the engine: the id of the intent that placed it, or its number where there are no such ids. */
export function intentIdOf({ intentId, serial }: EngineOrder): string {
  return intentId ?? String(serial);
}

/** The id of the intent that is replacing it now. */
export function replaceIdOf({ replaceId, serial }: EngineOrder): string {
  return replaceId ?? `${serial}r`;
}

/** The venue's id of the order. Undefined until the venue has given one. */
export function orderIdOf({ orderId, isBound, number }: EngineOrder): string | undefined {
  return orderId ?? (isBound ? String(number) : undefined);
}
