import { Decimal, isDecimal } from '../base/decimal.ts';
import { lotsOfAny } from './wantedQuotes.ts';
import { lotBoundsOf } from './lotBounds.ts';
import { amountOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import type { ParamShape } from './params.ts';

/** A digit more than this tells nobody anything about what an order is worth. */
const WORTH_DIGITS = 6;

/** A market whose rules say what an order may be, with the mid where a book tells it. */
export interface SizedMarket {
  readonly pair: Pair;
  readonly mid: Decimal | undefined;
}

/** What the rules of a market have against the size of a strategy's orders. */
export interface SizeNews {
  readonly message: string;
  /** Whether no order of that size can be placed at all. */
  readonly isTooSmall: boolean;
}

/** Looks at the parameters that are sizes of orders: which are below the least order of a market, off its step or above its largest order. */
export function orderSizeNews(shape: ParamShape, values: Readonly<Record<string, unknown>>, markets: readonly SizedMarket[]): SizeNews[] {
  return Object.entries(shape).flatMap(([name, { options }]) => {
    const value = values[name];
    const { isOrderSize, unit } = options;
    const use = typeof isOrderSize === 'function' ? isOrderSize(values) : isOrderSize;
    if ((use !== true && use !== 'in parts') || !isDecimal(value)) return [];
    const news = markets.flatMap((market) => (unit === 'quote' ? worthNews(name, value, market) : amountNews(name, value, market.pair)));
    return use === true ? news : news.filter(({ isTooSmall }) => isTooSmall);
  });
}

function amountNews(name: string, value: Decimal, pair: Pair): SizeNews[] {
  const { symbol, grid, minVolume, maxVolume } = pair;
  if (value.lt(minVolume)) {
    const smallest = amountOf(grid, lotBoundsOf(pair).least);
    const message = `params.${name}: ${value} is below the least amount ${minVolume} of ${symbol}, so no order of that size is placed; the smallest that would do is ${smallest}`;
    return [{ message, isTooSmall: true }];
  }
  if (value.gt(maxVolume)) return [cut(name, value, `above the most amount of ${symbol}`, maxVolume)];
  const lots = lotsOfAny(pair, value);
  const onStep = lots === undefined ? value : amountOf(grid, lots);
  return onStep.eq(value) ? [] : [cut(name, value, `no multiple of the step ${grid.lot} of ${symbol}`, onStep)];
}

function cut(name: string, value: Decimal, why: string, placed: Decimal): SizeNews {
  return { message: `params.${name}: ${value} is ${why}; orders are for ${placed}`, isTooSmall: false };
}

function worthNews(name: string, value: Decimal, { pair, mid }: SizedMarket): SizeNews[] {
  if (mid === undefined) return [];
  const { symbol, base, quote, minVolume } = pair;
  const least = minVolume.times(mid);
  if (value.gte(least)) return [];
  const smallest = least.toSignificantDigits(WORTH_DIGITS, Decimal.ROUND_UP);
  const message = `params.${name}: ${value} ${quote} buys less than the least amount ${minVolume} ${base} of ${symbol} at ${mid}, so no order of that worth is placed; the smallest that would do is ${smallest} ${quote}`;
  return [{ message, isTooSmall: true }];
}
