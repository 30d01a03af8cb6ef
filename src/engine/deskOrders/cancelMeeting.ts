import type { EngineOrder } from '../market.ts';
import { BUY } from '../../model/side.ts';
import type { Leg } from './deskOrder.ts';
import type { Hands } from './hands.ts';

/**
 * Cancels our own orders that an exit would meet, whichever strategy placed them: closing goes first. While one of them is there, no other
 * may take its place. True while there is one.
 */
export function cancelMeeting(exit: Leg, ticks: number, { state, dealing }: Hands): boolean {
  const { order } = exit;
  const { market } = order;
  const meeting = meetingOrders(exit, ticks);
  if (meeting.length === 0) {
    state.exiting.delete(market);
    return false;
  }
  state.exiting.set(market, exit);
  order.isQuiet = false;
  for (const own of meeting) dealing.cancel(own);
  return true;
}

/** Our own orders on the other side that an order of the leg at this price would meet. */
export function meetingOrders({ order, side }: Leg, ticks: number): readonly EngineOrder[] {
  const meets = (own: EngineOrder): boolean =>
    own.side !== side && !own.isMarket && (side === BUY ? ticks >= own.ticks : ticks <= own.ticks);
  return order.market.live.copy().filter(meets);
}

/** Whether orders of ours that it would meet are canceled first, where that is the setting. */
export function waitsForOwn(leg: Leg, ticks: number, { state, dealing }: Hands): boolean {
  if (state.limits.selfTrade !== 'cancel-first') return false;
  const meeting = meetingOrders(leg, ticks).filter(({ keeper }) => keeper === undefined);
  for (const own of meeting) dealing.cancel(own);
  if (meeting.length > 0) leg.order.isQuiet = false;
  return meeting.length > 0;
}
