import type { Dealing } from '../dealing.ts';
import type { EngineOrder, Seat } from '../market.ts';
import type { OrderList } from '../orderList.ts';
import { intentIdOf } from '../shownOrder.ts';
import type { LeftOut } from './leftOut.ts';

/**
 * Ends a saved order that is not watched, of this strategy where it is given, and cancels its orders among these live ones: what can't be canceled yet is
 * canceled when it opens. Answers the intents of its orders; undefined when there is none of this id.
 */
export function endLeftOut(
  leftOut: LeftOut,
  id: string,
  live: OrderList<EngineOrder>,
  dealing: Dealing,
  of?: Seat,
): readonly string[] | undefined {
  const childIds = leftOut.cancel(id, of);
  for (const order of childIds === undefined ? [] : live.copy()) {
    if (childIds!.includes(intentIdOf(order))) dealing.cancelUntilOver(order);
  }
  return childIds;
}
