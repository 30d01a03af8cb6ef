import type { EngineOrder } from '../market.ts';
import { shownOrder } from '../shownOrder.ts';
import { BUY } from '../side.ts';
import type { OrderRequest } from './request.ts';

/** An order may not meet one of our own, whichever strategy placed it. */
export function meetsOwn(request: OrderRequest): boolean {
  return ownThatMeets(request) !== undefined;
}

export function selfTradeMessage(request: OrderRequest): string {
  const own = shownOrder(ownThatMeets(request)!);
  return `${request.sideName} at ${request.price ?? 'market'} would meet our own ${own.side} at ${own.price ?? 'market'} (${own.strategy})`;
}

function ownThatMeets({ market, side, isMarket, ticks, replaces }: OrderRequest): EngineOrder | undefined {
  const { live } = market;
  for (let i = 0; i < live.length; i++) {
    const order = live.at[i]!;
    if (order.side === side || order === replaces) continue;
    if (isMarket || order.isMarket || (side === BUY ? ticks >= order.ticks : ticks <= order.ticks)) return order;
  }
  return undefined;
}
