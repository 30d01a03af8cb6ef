import type { EngineOrder } from '../market.ts';
import type { DeskOrder } from './deskOrder.ts';

/** Gives an order of an earlier life to the leg that has placed it, if one has. */
export function adoptChild(child: EngineOrder, kept: readonly DeskOrder[]): void {
  const { intentId } = child;
  if (intentId === undefined) return;
  for (const order of kept) {
    for (const leg of order.legs) {
      if (!leg.childIds.includes(intentId)) continue;
      child.keeper = leg;
      child.isOwnHand = true;
      leg.children.push(child);
      return;
    }
  }
}
