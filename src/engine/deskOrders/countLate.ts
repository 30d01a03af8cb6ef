import type { Fill } from '../../model/fill.ts';
import type { DeskOrder } from './deskOrder.ts';
import { legOf } from './legOf.ts';

/**
 * Counts an execution of an order that was closed in an earlier life, so that this one does not know it: the leg that has placed it does. The lots of the
 * pair may have been finer then.
 */
export function countLate({ intentId, price, amount, feeType }: Fill, kept: readonly DeskOrder[]): void {
  const leg = legOf(intentId, kept);
  // A fee that comes later is an execution of nothing.
  if (leg === undefined || intentId === undefined || amount.isZero()) return;
  const { tick, lot } = leg.order.market.pair.grid;
  leg.countAmount(intentId, amount, price.div(tick).times(amount.div(lot)).toNumber());
  leg.wasExecuted(feeType === 'Taker');
}
