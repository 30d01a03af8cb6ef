import type { Order } from '../model/order.ts';
import type { EngineState } from './engineState.ts';
import { isLeg } from './execution/trade.ts';
import type { Seat } from './market.ts';

/**
 * The seat for an order of an earlier life: what a strategy has left in a market is not with what it trades by now. A deal goes by any market, and
 * is never left by a strategy that is configured.
 */
export function ownerBefore({ strategy, symbol, intentId }: Pick<Order, 'strategy' | 'symbol' | 'intentId'>, state: EngineState): Seat {
  const left = isLeg(intentId) ? undefined : state.leftBy(strategy, symbol);
  return left ?? state.owner(strategy, symbol);
}
