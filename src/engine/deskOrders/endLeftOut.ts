import type { Dealing } from '../dealing.ts';
import type { KnownOrders } from '../knownOrders.ts';
import type { UnlistedOrders } from '../unlistedOrders.ts';
import type { LeftOut } from './leftOut.ts';

/**
 * Cancels what is at the venue of the saved orders that are being ended, until it is over: what can't be canceled yet is canceled when it opens. Those of which
 * nothing is left are ended.
 */
export function endLeftOut(leftOut: LeftOut, known: KnownOrders, unlisted: UnlistedOrders, dealing: Dealing): void {
  for (const { id, isEnding, childIds } of leftOut.all) {
    if (!isEnding) continue;
    let isOver = !unlisted.cancelOf(childIds);
    for (const childId of childIds) {
      const order = known.byIntent(childId);
      if (order === undefined || !order.isLive) continue;
      isOver = false;
      dealing.cancelUntilOver(order);
    }
    if (isOver) leftOut.ended(id);
  }
}
