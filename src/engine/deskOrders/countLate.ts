import type { Fill } from '../../model/fill.ts';
import { bigLotsOf } from '../../model/grid.ts';
import type { DeskOrder } from './deskOrder.ts';
import { legOf } from './legOf.ts';

/** Counts an execution of an order that was closed in an earlier life, so that this one does not know it: the leg that has placed it does. */
export function countLate({ intentId, price, amount, feeType }: Fill, kept: readonly DeskOrder[]): void {
  const leg = legOf(intentId, kept);
  if (leg === undefined) return;
  const { grid } = leg.order.market.pair;
  const lots = Number(bigLotsOf(grid, amount, 'down'));
  leg.filled(price.div(grid.tick).toNumber(), lots, feeType === 'Taker', intentId);
}
