import type { EngineOrder } from '../market.ts';
import type { DeskOrder } from './deskOrder.ts';
import { legOf } from './legOf.ts';

/** Gives an order of an earlier life to the leg that has placed it, if one has. */
export function adoptChild(child: EngineOrder, kept: readonly DeskOrder[]): void {
  const leg = legOf(child.intentId, kept);
  if (leg === undefined) return;
  child.keeper = leg;
  child.isOwnHand = true;
  leg.children.push(child);
}
