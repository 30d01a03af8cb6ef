import type { Decimal } from '../base/decimal.ts';
import { wholeLotsOf } from '../model/grid.ts';
import type { EngineState } from './engineState.ts';
import type { EngineOrder } from './market.ts';

/**
 * When a venue leaves open the requested amount less what had been filled, it takes the amount as the order's total. Replacing
 * would then ask for the difference again and again, so from here on orders are canceled and placed.
 */
export function watchReplacement(state: EngineState, order: EngineOrder, amount: Decimal): void {
  if (!order.isReplacing || order.filled === 0 || !state.replaces) return;
  const left = wholeLotsOf(order.market.pair.grid, amount);
  if (left === undefined || left >= order.nextLots || left !== order.nextLots - order.filled) return;
  state.replaces = false;
  const message = 'the venue takes the amount of a replacement as the total: from now on orders are canceled and placed again';
  state.sink.notice({ type: 'log', strategy: order.seat.name, level: 'warn', message });
}
