import type { EngineState } from '../engineState.ts';
import type { OrderRequest } from './request.ts';

/** No order is for more of a currency than `maxOrderAmount` says. What it does not name is not limited by it. */
export function isTooMuch(request: OrderRequest, { limits }: EngineState): boolean {
  const most = limits.maxOrderAmount?.[request.market.pair.base];
  return most !== undefined && request.amount.gt(most);
}

export function orderAmountMessage({ amount, market }: OrderRequest, { limits }: EngineState): string {
  const { base } = market.pair;
  return `${amount} ${base} is above the limit of ${limits.maxOrderAmount![base]} ${base}`;
}
