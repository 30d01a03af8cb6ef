import type { BookSide } from '../../model/book.ts';
import type { EngineState } from '../engineState.ts';
import type { Market } from '../market.ts';
import { BUY } from '../../model/side.ts';
import type { Leg } from './deskOrder.ts';
import { takingTicks } from './hands.ts';
import type { Work } from './work.ts';

/** The price of a worked order's next part, in ticks. 0: the market is beyond its limit, or the book has no price to go by. */
export function workPrice(leg: Leg, { terms, busyAt }: Work, state: EngineState): number {
  if (terms.kind === 'iceberg') return leg.ticks;
  // A book that still shows its last part would have it follow itself.
  if (terms.kind === 'peg') return leg.children.length === 0 && leg.order.market.bookAt <= busyAt ? 0 : peggedTicks(leg, terms.offsetTicks);
  if (isBeyondLimit(leg)) return 0;
  const taking = takingTicks(leg, state);
  return leg.ticks === 0 ? taking : lower(leg, taking, leg.ticks);
}

/** Whether the price at which it would trade is worse than its limit. */
export function isBeyondLimit({ order, side, ticks }: Leg): boolean {
  const { midBid, midAsk } = order.market;
  return ticks > 0 && (side === BUY ? midAsk > ticks : midBid < ticks);
}

/** So many ticks behind the best price of its own side, never taking and never beyond the limit. */
function peggedTicks(leg: Leg, offsetTicks: number): number {
  const { market } = leg.order;
  const best = bestOfOthers(market, leg.side);
  if (best === 0) return 0;
  const isBuy = leg.side === BUY;
  const pegged = isBuy ? best - offsetTicks : best + offsetTicks;
  const resting = isBuy ? Math.min(pegged, market.midAsk - 1) : Math.max(pegged, market.midBid + 1);
  return Math.max(0, lower(leg, resting, leg.ticks));
}

/** The one of two prices that gives less away. */
function lower({ side }: Leg, one: number, other: number): number {
  return side === BUY ? Math.min(one, other) : Math.max(one, other);
}

/** The best price of a side, of levels where we are not alone: an order that is better than all others must not follow itself. 0: none. */
function bestOfOthers(market: Market, side: number): number {
  const levels = side === BUY ? market.book!.bids : market.book!.asks;
  for (let i = levels.start; i < levels.start + levels.length; i++) {
    if (!isOursAlone(market, side, levels, i)) return levels.ticks[i]!;
  }
  return 0;
}

function isOursAlone({ live }: Market, side: number, { ticks, lots }: BookSide, i: number): boolean {
  let ours = 0;
  for (let k = 0; k < live.length; k++) {
    const own = live.at[k]!;
    if (own.side === side && own.ticks === ticks[i]) ours += own.remaining;
  }
  return ours > 0 && ours === lots[i];
}
