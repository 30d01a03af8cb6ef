import { BUY } from '../side.ts';
import type { Leg } from './deskOrder.ts';
import type { Hands } from './hands.ts';

/**
 * Cancels our own orders that an exit would meet, whichever strategy placed them: closing goes first. While one of them is there, no other
 * may take its place. True while there is one.
 */
export function cancelMeeting(exit: Leg, ticks: number, { state, dealing }: Hands): boolean {
  const { order, side } = exit;
  const { market } = order;
  const meeting = market.live
    .copy()
    .filter((own) => own.side !== side && !own.isMarket && (side === BUY ? ticks >= own.ticks : ticks <= own.ticks));
  if (meeting.length === 0) {
    state.exiting.delete(market);
    return false;
  }
  state.exiting.set(market, exit);
  order.isQuiet = false;
  for (const own of meeting) dealing.cancel(own);
  return true;
}
