import { isFarBelow } from '../../base/isFarBelow.ts';
import type { EngineState } from '../engineState.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/** No order may be worth more than `maxOrderValue`. One that can't be valued is refused. */
export function isWorthTooMuch(request: OrderRequest, state: EngineState): boolean {
  const limit = state.limits.maxOrderValue;
  if (limit === undefined) return false;
  const { market, isMarket } = request;
  if (!isMarket && market.quote.currency === limit.currency) {
    const most = state.mostOrderValue * market.quoteOne;
    if (isFarBelow(request.nearValue, most, most)) return false;
  }
  return orderValueMessage(request, state) !== undefined;
}

/** Why an order is worth too much, exactly. Undefined when it isn't. */
export function orderValueMessage({ market, value }: OrderRequest, state: EngineState): string | undefined {
  const { amount: most, currency } = state.limits.maxOrderValue!;
  const worth = value && state.worth(value, market.quote.currency, currency);
  if (worth === undefined) return `no book tells what this is worth in ${currency}`;
  return worth.gt(most) ? `worth ${worth.toDecimalPlaces(8)} ${currency}, above the limit of ${most} ${currency}` : undefined;
}

/** No conversion may be worth more either. */
export function conversionWorthTooMuch(request: ConversionRequest, state: EngineState): string | undefined {
  const limit = state.limits.maxOrderValue;
  if (limit === undefined) return undefined;
  const { amount: most, currency } = limit;
  const worth = conversionWorth(request, state, currency);
  if (worth === undefined) return `no book tells what this is worth in ${currency}`;
  return worth.gt(most) ? `worth ${worth.toDecimalPlaces(8)} ${currency}, above the limit of ${most} ${currency}` : undefined;
}

/** What a conversion is worth in a currency. Undefined when no book tells. */
export function conversionWorth({ fromAmount, fromCurrency, toAmount, toCurrency }: ConversionRequest, state: EngineState, into: string) {
  if (fromAmount !== undefined) return state.worth(fromAmount, fromCurrency, into);
  return toAmount && state.worth(toAmount, toCurrency, into);
}
