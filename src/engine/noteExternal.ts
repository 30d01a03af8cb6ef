import type { Report } from '../model/event.ts';
import { wholeLotsOf, wholeTicksOf } from '../model/grid.ts';
import type { Engine } from './engine.ts';
import { sideCode } from '../model/side.ts';

/** Notes the shape of an order that is not ours: none of ours may be alike. */
export function noteExternal(
  { orderId, symbol, side, price, amount }: Extract<Report, { type: 'external-order' }>,
  { state, orders }: Engine,
): void {
  const market = state.markets.get(symbol);
  if (market === undefined) return;
  const { grid } = market.pair;
  const ticks = price === undefined ? 0 : wholeTicksOf(grid, price);
  const lots = wholeLotsOf(grid, amount);
  // An order off the grid can't have the shape of one of ours.
  if (ticks === undefined || lots === undefined) return;
  orders.shapes.external(orderId, market, sideCode(side), price === undefined ? undefined : ticks, lots);
}
