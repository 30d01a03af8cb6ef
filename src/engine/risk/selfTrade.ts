import { amountOf } from '../../model/grid.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder } from '../market.ts';
import { shownOrder } from '../shownOrder.ts';
import { BUY } from '../../model/side.ts';
import { worstTicks } from '../worstTicks.ts';
import type { OrderRequest } from './request.ts';

type Shape = Pick<OrderRequest, 'market' | 'side' | 'isMarket' | 'ticks' | 'lots'>;

/** An order may not meet one of our own, whichever strategy placed it, or an exit that is about to be sent. */
export function meetsOwn(request: OrderRequest, state: EngineState): boolean {
  return ownThatMeets(request, state) !== undefined || meetsExit(request, state);
}

export function selfTradeMessage(request: OrderRequest, state: EngineState): string {
  const asked = `${request.sideName} at ${request.price ?? 'market'}`;
  const own = ownThatMeets(request, state);
  if (own === undefined) return `${asked} would meet our own exit, which goes first`;
  const { side, price, strategy } = shownOrder(own);
  return `${asked} would meet our own ${side} at ${price ?? 'market'} (${strategy})`;
}

/** Our own orders that the request would meet, oldest first. */
export function ownThatMeet(request: OrderRequest, state: EngineState): readonly EngineOrder[] {
  const { market, side, replaces } = request;
  const reach = reachOf(request, state);
  return market.live.copy().filter((order) => order.side !== side && order !== replaces && meets(side, reach, reachOf(order, state)));
}

function ownThatMeets(request: OrderRequest, state: EngineState): EngineOrder | undefined {
  const { market, side, replaces } = request;
  const { live } = market;
  let reach = NaN;
  for (let i = 0; i < live.length; i++) {
    const order = live.at[i]!;
    if (order.side === side || order === replaces) continue;
    if (Number.isNaN(reach)) reach = reachOf(request, state);
    if (meets(side, reach, reachOf(order, state))) return order;
  }
  return undefined;
}

function meets(side: number, reach: number, other: number): boolean {
  return side === BUY ? reach >= other : reach <= other;
}

/** Whether it would meet an exit that waits until nothing of ours is in its way. */
function meetsExit(request: OrderRequest, state: EngineState): boolean {
  if (state.exiting.size === 0) return false;
  const { market, side } = request;
  const exit = state.exiting.get(market);
  if (exit === undefined || exit.side === side) return false;
  const worst = worstTicks(market, exit.side, state);
  const reach = reachOf(request, state);
  return side === BUY ? reach >= worst : reach <= worst;
}

/**
 * The worst price at which an order may trade, in ticks. A market order trades at the levels that its amount needs; the book may move
 * meanwhile, so it is taken to reach as far as the collar. Where the known levels do not suffice, or without a mid, it may reach anything.
 */
function reachOf({ market, side, isMarket, ticks, lots }: Shape, state: EngineState): number {
  if (!isMarket) return ticks;
  const isBuy = side === BUY;
  const amount = amountOf(market.pair.grid, lots);
  const walk = isBuy ? market.view?.costToBuy(amount) : market.view?.costToSell(amount);
  if (walk?.sufficed !== true || !market.hasMid) return isBuy ? Infinity : 0;
  const needed = walk.worstPrice!.div(market.pair.grid.tick).toNumber();
  const collar = worstTicks(market, side, state);
  return isBuy ? Math.max(needed, collar) : Math.min(needed, collar);
}
