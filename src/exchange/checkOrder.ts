import type { Decimal } from '../base/decimal.ts';
import { isOnAmountGrid, isOnPriceGrid, lotsOf, ticksOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import { type ExchangeRefusal, refuse } from './exchangeRefusal.ts';

/** Beyond this a price or an amount is no order but a slip; it also keeps every step count far below 2^53. */
const MAX_STEPS = 2 ** 50;

/** The amount in whole lots, or the rule of the pair that it breaks (000 Trading pair). */
export function checkAmount(pair: Pair, amount: Decimal): number | ExchangeRefusal {
  if (amount.lt(pair.minVolume)) {
    return refuse('amount-below-minimum', `must be at least ${pair.minVolume.toFixed()}`, 'amount');
  }
  if (amount.gt(pair.maxVolume)) {
    return refuse('amount-above-maximum', `must be at most ${pair.maxVolume.toFixed()}`, 'amount');
  }
  if (!isOnAmountGrid(pair.grid, amount)) {
    return refuse('amount-off-step', `must be a multiple of ${pair.grid.lot.toFixed()}`, 'amount');
  }
  return lotsOf(pair.grid, amount, 'exact');
}

/** The price in whole ticks, or the rule of the pair that it breaks. */
export function checkPrice(pair: Pair, price: Decimal): number | ExchangeRefusal {
  if (!isOnPriceGrid(pair.grid, price)) {
    return refuse('price-off-grid', `must have at most ${pair.grid.precision} decimals`, 'price');
  }
  if (!price.gt(0) || price.gt(pair.grid.tick.times(MAX_STEPS))) {
    return refuse('price-off-grid', `must be above 0 and at most ${pair.grid.tick.times(MAX_STEPS).toFixed()}`, 'price');
  }
  return ticksOf(pair.grid, price, 'exact');
}
