import type { Instant } from '../../base/instant.ts';
import { SELL } from '../../model/side.ts';
import type { DeskOrder } from './deskOrder.ts';
import { isStirred } from './workedWork.ts';

/** Whether nothing has happened that could lead to the next step of an order. */
export function isAtRest(order: DeskOrder, now: Instant): boolean {
  const { market, seat, entry, exits, work } = order;
  if (work !== undefined && isStirred(order, work)) return false;
  if (entry !== undefined && entry.end === undefined && seat.state !== 'running') return false;
  if (!order.isQuiet || order.seenLots !== seat.positionLots || now >= order.nextAt) return false;
  if (order.low === -Infinity && order.high === Infinity) return true;
  if (!market.hasTouch || market.isTroubled) return true;
  const touch = exits[0]!.side === SELL ? market.midBid : -market.midAsk;
  return touch > order.low && touch <= order.high;
}
