import type { EngineState } from '../engineState.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/** Only the listed symbols are traded. */
export function isUnlisted({ market }: OrderRequest, { limits }: EngineState): boolean {
  // The list may grow.
  if (!market.isListed) market.isListed = limits.symbols.includes(market.symbol);
  return !market.isListed;
}

export function unlistedMessage({ market }: OrderRequest, { limits }: EngineState): string {
  return `${market.symbol} is not on the list of symbols (${limits.symbols.join(', ') || 'empty'})`;
}

/** A conversion needs a listed symbol of its two currencies. */
export function unlistedConversion({ fromCurrency, toCurrency }: ConversionRequest, { limits }: EngineState): string | undefined {
  const isListed = limits.symbols.includes(`${fromCurrency}/${toCurrency}`) || limits.symbols.includes(`${toCurrency}/${fromCurrency}`);
  return isListed ? undefined : `no symbol of ${fromCurrency} and ${toCurrency} is on the list of symbols`;
}
