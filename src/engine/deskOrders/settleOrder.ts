import type { ExecutedSum } from '../../model/fill.ts';
import type { EngineState } from '../engineState.ts';
import { tellParts } from './arrivalBook.ts';
import type { DeskOrder, Leg } from './deskOrder.ts';

/** After a restart: what the children of an order have executed, and what is over. */
export function settleOrder({ legs }: DeskOrder, sums: Readonly<Record<string, ExecutedSum>>, state: EngineState): void {
  for (const leg of legs) {
    settleLeg(leg, sums);
    settleAsked(leg);
    // What was known at the arrival may not have been written down before the end.
    tellParts(leg, leg.childIds, state);
  }
}

/** What the children of a leg have executed, and whether an entry is over. */
function settleLeg(leg: Leg, sums: Readonly<Record<string, ExecutedSum>>): void {
  const { grid } = leg.order.market.pair;
  for (const id of leg.childIds) {
    const sum = sums[id];
    if (sum === undefined) continue;
    leg.countAmount(id, sum.amount, sum.value.div(grid.tick).div(grid.lot).toNumber());
  }
  // What never left in an earlier life is for the strategy to decide anew.
  if (!leg.isExit && leg.children.length === 0) leg.childEnd = leg.lots >= leg.order.lots ? 'filled' : 'canceled';
}

/**
 * Whether the last replacement of an earlier life happened. What that life did not know is told by the price; while nobody knows the replacement's
 * outcome, the report of it will tell.
 */
function settleAsked(leg: Leg): void {
  const { asked } = leg;
  const [child] = leg.children;
  if (asked === undefined || child === undefined) return;
  if (asked.replacedAt !== undefined) child.replacedAt = asked.replacedAt;
  else if (child.market.unknown > 0) return;
  else if (child.ticks === leg.ticks) asked.replacedAt = child.replacedAt;
  else leg.asked = undefined;
}
