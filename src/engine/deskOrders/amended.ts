import type { Instant } from '../../base/instant.ts';
import type { Seat } from '../market.ts';
import type { Refusal } from '../refusal.ts';
import type { DeskOrder } from './deskOrder.ts';
import { MOST_KEPT, TOO_MANY } from './mostKept.ts';
import type { OrderChange } from './newOrder.ts';
import { changeOrder } from './orderChange.ts';
import { ownAsKept, takeOver } from './takeOver.ts';

const OF_CONFIGURATION: Refusal = { rule: 'amend', message: 'exits of the configuration are changed there' };

/**
 * Changes an order of a strategy. Returns it: one that the strategy has placed by itself is one of the desk from now on. Returns a refusal
 * where it can't be changed so, and undefined where there is none of this id.
 */
export function amended(
  kept: readonly DeskOrder[],
  seat: Seat,
  id: string,
  change: OrderChange,
  now: Instant,
): DeskOrder | Refusal | undefined {
  const ofSeat = kept.filter((one) => one.seat === seat);
  const known = ofSeat.find((one) => one.id === id);
  const order = known ?? ownAsKept(seat, id);
  if (order === undefined) return undefined;
  if (order.plan !== undefined) return OF_CONFIGURATION;
  if (known === undefined && ofSeat.length >= MOST_KEPT) return TOO_MANY;
  const refusal = changeOrder(order, change, now);
  if (refusal === undefined && known === undefined) takeOver(order);
  return refusal ?? order;
}
