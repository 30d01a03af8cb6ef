import type { EngineOrder } from './market.ts';
import { nonceRoom } from './fingerprints.ts';

/** What the desk may do about an order, by urgency: moves go before new orders. */
export const NOTHING = 0;
export const CANCEL = 1;
export const REPLACE = 2;
export const PLACE = 3;

/** A partly filled order keeps its place in the queue until less than this share of the wanted amount is left. */
const REFILL_BELOW = 0.5;

/** Whether a live order is good enough for what is wanted: the same price, and not more and not much less than the amount. */
export function restsWell(order: EngineOrder, ticks: number, lots: number): boolean {
  if (order.ticks !== ticks || order.isMarket) return false;
  const left = order.lots - order.filled;
  if (left > lots) return false;
  return left >= lots - nonceRoom(lots) || (order.filled > 0 && left >= lots * REFILL_BELOW);
}
