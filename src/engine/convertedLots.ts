import { ZERO } from '../base/decimal.ts';
import { lotsOf } from '../model/grid.ts';
import type { EngineState } from './engineState.ts';
import type { Market, Seat } from './market.ts';
import { BUY, SELL } from '../model/side.ts';

/** How many lots of a side the strategy's accepted conversions may still take of a market's position, or bring to it. */
export function convertedLots({ name }: Seat, { symbol, pair }: Market, side: number, { conversions }: EngineState): number {
  let sum = ZERO;
  for (const { strategy, quote } of conversions.pending) {
    if (quote === undefined || strategy !== name) continue;
    const { fromCurrency, toCurrency, fromAmount, toAmount } = quote;
    if (side === SELL && symbol === `${fromCurrency}/${toCurrency}`) sum = sum.plus(fromAmount);
    if (side === BUY && symbol === `${toCurrency}/${fromCurrency}`) sum = sum.plus(toAmount);
  }
  return sum.isZero() ? 0 : lotsOf(pair.grid, sum, 'up');
}
