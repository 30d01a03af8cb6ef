import type { EngineState } from '../engineState.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/** No order is for more of a currency than `maxOrderAmount` says. What it does not name is not limited by it. */
export function isTooMuch(request: OrderRequest, { limits }: EngineState): boolean {
  const most = limits.maxOrderAmount?.[request.market.pair.base];
  return most !== undefined && request.amount.gt(most);
}

export function orderAmountMessage({ amount, market }: OrderRequest, { limits }: EngineState): string {
  const { base } = market.pair;
  return `${amount} ${base} is above the limit of ${limits.maxOrderAmount![base]} ${base}`;
}

/**
 * No conversion between the two currencies of a market is for more either of what is traded there. Where only the other amount is known, it is
 * compared when its quote has come.
 */
export function conversionOfTooMuch(
  { fromCurrency, toCurrency, fromAmount, toAmount }: ConversionRequest,
  state: EngineState,
): string | undefined {
  const { limits, markets } = state;
  if (limits.maxOrderAmount === undefined) return undefined;
  const isSale = markets.get(`${fromCurrency}/${toCurrency}`) !== undefined;
  const [base, amount] = isSale ? [fromCurrency, fromAmount] : [toCurrency, toAmount];
  const most = limits.maxOrderAmount[base];
  return most !== undefined && amount?.gt(most) === true ? `${amount} ${base} is above the limit of ${most} ${base}` : undefined;
}
