import { nonceRoom } from '../fingerprints.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder } from '../market.ts';
import type { OrderRequest } from './request.ts';

/** No strategy may have more than `maxAlike` live orders that are alike: of one side and price, and of an amount but for a few lots. */
export function areTooManyAlike(request: OrderRequest, { limits }: EngineState): boolean {
  return limits.maxAlike !== undefined && countAlike(request) >= limits.maxAlike;
}

export function duplicatesMessage(request: OrderRequest, { limits }: EngineState): string {
  const { sideName, price } = request;
  const alike = `${sideName} orders of this amount at ${price ?? 'the market'}`;
  return `${countAlike(request)} ${alike} are live already, the limit is ${limits.maxAlike}`;
}

function countAlike(request: OrderRequest): number {
  const { live } = request.seat;
  let count = 0;
  for (let i = 0; i < live.length; i++) if (isAlike(live.at[i]!, request)) count++;
  return count;
}

function isAlike(order: EngineOrder, { market, side, isMarket, ticks, lots, replaces }: OrderRequest): boolean {
  if (order.market !== market || order.side !== side || order.isMarket !== isMarket || order === replaces) return false;
  return (isMarket || order.ticks === ticks) && Math.abs(order.lots - lots) <= nonceRoom(Math.max(order.lots, lots));
}
