import type { EngineOrder } from '../../engine/market.ts';
import { intentIdOf, replaceIdOf } from '../../engine/shownOrder.ts';
import type { OrderNames } from '../../exchange/modelReport.ts';

/** What reports of a backtest call an order of the engine. */
export function namesOf(order: EngineOrder): OrderNames {
  return { intentId: intentIdOf(order), replaceId: replaceIdOf(order), strategy: order.seat.name, tag: order.tag };
}
