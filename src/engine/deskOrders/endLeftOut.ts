import type { Dealing } from '../dealing.ts';
import type { EngineOrder, Seat } from '../market.ts';
import type { OrderList } from '../orderList.ts';
import { intentIdOf } from '../shownOrder.ts';
import type { LeftOut } from './leftOut.ts';

/**
 * Ends a saved order that is not watched, of this strategy where it is given, and cancels those of its orders that rest at the venue, of these that
 * live. False when there is none of this id.
 */
export function endLeftOut(leftOut: LeftOut, id: string, live: OrderList<EngineOrder>, dealing: Dealing, of?: Seat): boolean {
  const childIds = leftOut.cancel(id, of);
  if (childIds === undefined) return false;
  for (const order of live.copy()) if (childIds.includes(intentIdOf(order))) dealing.cancel(order, undefined, true);
  return true;
}
