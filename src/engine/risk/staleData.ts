import { durationText } from '../../base/instant.ts';
import type { EngineState } from '../engineState.ts';
import type { Market } from '../market.ts';
import { keepsBack } from '../keepsBack.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/** No order may go without a fresh, sound book of its symbol. */
export function isStale({ market }: { readonly market: Market }, state: EngineState): boolean {
  return !isFreshBook(market, state);
}

/** Whether the last book is one to trade on, and has both sides. */
export function isFresh(market: Market | undefined, state: EngineState): boolean {
  return market !== undefined && market.hasTouch && isFreshBook(market, state);
}

/** Whether the last book is sound and young enough to trade by. */
export function isFreshBook(market: Market, { now, limits }: EngineState): boolean {
  return !market.isTroubled && now - market.bookAt <= limits.staleAfterMs;
}

export function staleMessage({ market }: OrderRequest, state: EngineState): string {
  return staleReason(market, market.symbol, state) ?? '';
}

/** No conversion may go without a fresh, sound book of its two currencies. */
export function staleConversion({ fromCurrency, toCurrency }: ConversionRequest, state: EngineState): string | undefined {
  const market = state.markets.get(`${fromCurrency}/${toCurrency}`) ?? state.markets.get(`${toCurrency}/${fromCurrency}`);
  return staleReason(market, market?.symbol ?? `${fromCurrency} and ${toCurrency}`, state);
}

function staleReason(market: Market | undefined, symbol: string, { now, limits }: EngineState): string | undefined {
  if (market?.book === undefined) return `there is no book of ${symbol} yet`;
  const ageMs = now - market.bookAt;
  const isOld = ageMs > limits.staleAfterMs;
  const old = `the book of ${symbol} is ${durationText(ageMs)} old, the limit is ${durationText(limits.staleAfterMs)}`;
  for (const [kind, detail] of market.troubles) {
    if (!keepsBack(kind)) continue;
    // The detail tells how old the book was at the first warning.
    return kind === 'stale' && isOld ? `${old}; it was told of as stale: ${detail}` : `the book of ${symbol} is ${kind}: ${detail}`;
  }
  return isOld ? old : undefined;
}
