import { BUY } from '../../model/side.ts';
import type { Leg } from './deskOrder.ts';

/** Whether an order at this price would take from the last book. */
export function wouldTake({ order, side }: Leg, ticks: number): boolean {
  const { midBid, midAsk } = order.market;
  return side === BUY ? ticks >= midAsk : ticks <= midBid;
}
