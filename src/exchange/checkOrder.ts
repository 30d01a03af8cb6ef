import type { Decimal } from '../base/decimal.ts';
import { isOnPriceGrid, wholeLotsOf, wholeTicksOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import { type ExchangeRefusal, refuse } from './exchangeRefusal.ts';

/** A price or an amount beyond this is a mistake and not an order. The limit also keeps every step count far below 2^53. */
const MAX_STEPS = 2 ** 50;

/** The amount in whole lots, or the rule of the pair that it breaks (000 Trading pair). */
export function checkAmount(pair: Pair, amount: Decimal): number | ExchangeRefusal {
  if (amount.lt(pair.minVolume)) {
    return refuse('amount-below-minimum', `must be at least ${pair.minVolume.toFixed()}`, 'amount');
  }
  if (amount.gt(pair.maxVolume)) {
    return refuse('amount-above-maximum', `must be at most ${pair.maxVolume.toFixed()}`, 'amount');
  }
  return wholeLotsOf(pair.grid, amount) ?? refuse('amount-off-step', `must be a multiple of ${pair.grid.lot.toFixed()}`, 'amount');
}

/** The price in whole ticks, or the rule of the pair that it breaks. */
export function checkPrice(pair: Pair, price: Decimal): number | ExchangeRefusal {
  const ticks = wholeTicksOf(pair.grid, price);
  if (ticks !== undefined && ticks > 0 && ticks <= MAX_STEPS) return ticks;
  const rule = isOnPriceGrid(pair.grid, price)
    ? `must be above 0 and at most ${pair.grid.tick.times(MAX_STEPS).toFixed()}`
    : `must have at most ${pair.grid.precision} decimals`;
  return refuse('price-off-grid', rule, 'price');
}
