import { type Decimal, maxDecimal, minDecimal, ZERO } from '../../base/decimal.ts';
import { isFarBelow } from '../../base/isFarBelow.ts';
import { amountOf } from '../../model/grid.ts';
import type { EngineState } from '../engineState.ts';
import type { Market } from '../market.ts';
import { BUY, SELL } from '../../model/side.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/** Without a new order. */
const NEITHER = -1;

type Convertible = Pick<ConversionRequest, 'fromCurrency' | 'toCurrency' | 'fromAmount' | 'toAmount'>;

/** What is asked for in addition to all that there is. */
type Asked = { readonly order: OrderRequest } | { readonly conversion: Convertible } | undefined;

/**
 * What the positions of all strategies may come to is worth at most `maxExposure`, at the mids: in each market what is held, with all that
 * buys or with all that sells done, whichever is worse. That counts conversions under way, orders of which nobody knows whether they exist,
 * for a day, those that were found not to have been placed, should they turn up after all, and of an order that is replaced both what it is and
 * what it is to be, until the trades were read after the answer. What can't be valued is refused.
 */
export function isTooExposed(request: OrderRequest, state: EngineState): boolean {
  const limit = state.limits.maxExposure;
  if (limit === undefined) return false;
  return !isFarFromExposure(request, state, limit.amount.toNumber(), limit.currency) && exposureMessage(request, state) !== undefined;
}

/** Why the exposure would be too large, exactly. Undefined when it would not be, or would not grow. */
export function exposureMessage(order: OrderRequest, state: EngineState): string | undefined {
  return messageOf({ order }, state);
}

/** A conversion between the two currencies of a market buys or sells as an order does. */
export function conversionTooExposed(conversion: ConversionRequest, state: EngineState): string | undefined {
  return state.limits.maxExposure && messageOf({ conversion }, state);
}

function messageOf(asked: Asked, state: EngineState): string | undefined {
  const [before, after] = [exposureIn(state, undefined), exposureIn(state, asked)];
  const { amount: most, currency } = state.limits.maxExposure!;
  if (before === undefined || after === undefined) return `no book tells the exposure in ${currency}`;
  if (after.lte(most) || after.lte(before)) return undefined;
  return `an exposure of ${after.toDecimalPlaces(8)} ${currency} is above the limit of ${most} ${currency}; it is ${before.toDecimalPlaces(8)} now`;
}

/** What the exposure is now, in the limit's currency. Undefined when no book tells, or there is no limit. */
export function exposureNow(state: EngineState): Decimal | undefined {
  return state.limits.maxExposure && exposureIn(state, undefined);
}

/** What an exposure is made of, in the limit's currency. Together they are the exposure. */
export interface ExposureParts {
  readonly positions: Decimal;
  /** What open orders and conversions may add. */
  readonly orders: Decimal;
  /** The same of those of which nobody knows whether they exist. */
  readonly unknown: Decimal;
}

/** Undefined when no book tells, or there is no limit. */
export function exposureParts(state: EngineState): ExposureParts | undefined {
  const { maxExposure } = state.limits;
  if (maxExposure === undefined) return undefined;
  let [positions, orders, unknown] = [ZERO, ZERO, ZERO];
  for (const market of state.markets.all) {
    const worst = worstAmount(market, state, undefined);
    if (worst?.isZero() === true) continue;
    const rate = market.mid && state.worth(market.mid, market.quote.currency, maxExposure.currency);
    if (worst === undefined || rate === undefined) return undefined;
    const side = worseSide(market, state);
    const held = amountOf(market.pair.grid, heldLots(side, market)).abs();
    const doubtful = minDecimal(amountOf(market.pair.grid, doubtfulLots(side, market, state)), worst.minus(held));
    positions = positions.plus(held.times(rate));
    unknown = unknown.plus(doubtful.times(rate));
    orders = orders.plus(worst.minus(held).minus(doubtful).times(rate));
  }
  return { positions, orders, unknown };
}

/** The side that makes the position larger. It decides, so of the other one nothing is in doubt. */
function worseSide(market: Market, state: EngineState): number {
  return lotsAfter(BUY, market, state, NEITHER, 0) >= -lotsAfter(SELL, market, state, NEITHER, 0) ? BUY : SELL;
}

function doubtfulLots(worst: number, market: Market, state: EngineState): number {
  let lots = market.entombed.lots(worst, state.now);
  for (let i = 0; i < market.live.length; i++) {
    const order = market.live.at[i]!;
    if (order.side === worst && order.state === 'unknown') lots += order.remaining;
  }
  return lots;
}

/**
 * How many lots are held before all that buys, or all that sells, is filled. Of a strategy that is gone it is not known what it held before, so what it
 * has traded since then counts where it makes the position larger, and takes nothing off what others hold.
 */
function heldLots(filled: number, { seats }: Market): number {
  let held = 0;
  for (let i = 0; i < seats.length; i++) {
    const { positionLots, instance } = seats[i]!;
    if (instance.settings !== undefined || positionLots > 0 === (filled === BUY)) held += positionLots;
  }
  return held;
}

function exposureIn(state: EngineState, asked: Asked): Decimal | undefined {
  let sum: Decimal | undefined = ZERO;
  for (const market of state.markets.all) {
    const worst = worstAmount(market, state, asked);
    if (worst?.isZero() === true) continue;
    const value = market.mid && worst?.times(market.mid);
    const worth: Decimal | undefined = value && state.worth(value, market.quote.currency, state.limits.maxExposure!.currency);
    sum = worth && sum?.plus(worth);
  }
  return sum;
}

/** The most that may be held, or owed. Undefined when no book tells what a conversion comes to. */
function worstAmount(market: Market, state: EngineState, asked: Asked): Decimal | undefined {
  const { grid } = market.pair;
  const order = asked !== undefined && 'order' in asked && asked.order.market === market ? asked.order : undefined;
  const { side = NEITHER, lots = 0 } = order ?? {};
  let most: Decimal | undefined = amountOf(grid, lotsAfter(BUY, market, state, side, lots));
  let least: Decimal | undefined = amountOf(grid, lotsAfter(SELL, market, state, side, lots));
  for (const conversion of conversionsIn(state, asked)) {
    const { fromCurrency, toCurrency } = conversion;
    if (market.symbol === `${toCurrency}/${fromCurrency}`) most = add(most, toAmountOf(conversion, state));
    if (market.symbol === `${fromCurrency}/${toCurrency}`) least = add(least, fromAmountOf(conversion, state)?.negated());
  }
  return most && least && maxDecimal(most.abs(), least.abs());
}

/** Those that were accepted: until then, a quote obliges nobody. */
function* conversionsIn({ conversions }: EngineState, asked: Asked): Generator<Convertible> {
  for (const { quote } of conversions.pending) if (quote !== undefined) yield quote;
  if (asked !== undefined && 'conversion' in asked) yield asked.conversion;
}

function toAmountOf({ fromCurrency, toCurrency, fromAmount, toAmount }: Convertible, state: EngineState): Decimal | undefined {
  return toAmount ?? (fromAmount && state.worth(fromAmount, fromCurrency, toCurrency));
}

function fromAmountOf({ fromCurrency, toCurrency, fromAmount, toAmount }: Convertible, state: EngineState): Decimal | undefined {
  return fromAmount ?? (toAmount && state.worth(toAmount, toCurrency, fromCurrency));
}

function add(sum: Decimal | undefined, amount: Decimal | undefined): Decimal | undefined {
  return amount && sum?.plus(amount);
}

/** The same by rounded numbers, where all is in the limit's currency. False where only exact sums can tell. */
function isFarFromExposure({ market, side, lots }: OrderRequest, state: EngineState, most: number, currency: string): boolean {
  if (!state.conversions.isEmpty) return false;
  let sum = 0.5 - 0.5;
  for (const one of state.markets.all) {
    const added = one === market ? side : NEITHER;
    const bought = lotsAfter(BUY, one, state, added, lots);
    const sold = lotsAfter(SELL, one, state, added, lots);
    const worst = Math.max(Math.abs(bought), Math.abs(sold));
    if (worst === 0) continue;
    if (one.quote.currency !== currency) return false;
    sum += (worst * one.twoMids * one.perTickLot.near) / (2 * one.quoteOne);
  }
  // Nothing is below NaN: a market without a mid is left to exact sums, which refuse.
  return isFarBelow(sum, most, most);
}

/** How many lots are held once every order of a side is filled; below 0 they are owed. */
function lotsAfter(filled: number, market: Market, { now, unseen }: EngineState, side: number, lots: number): number {
  const { live, entombed } = market;
  const held = heldLots(filled, market);
  let open = entombed.lots(filled, now) + unseen.lots(market, filled) + (side === filled ? lots : 0);
  for (let i = 0; i < live.length; i++) {
    const order = live.at[i]!;
    if (order.side !== filled) continue;
    // What is filled before a replacement arrives comes on top of what is then to be open.
    open += order.remaining + (order.isReplacing ? order.nextLots : 0);
  }
  return filled === BUY ? held + open : held - open;
}
