import { type Decimal, ZERO } from '../../base/decimal.ts';
import { amountOf } from '../../model/grid.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder, Market } from '../market.ts';
import { DOUBT } from '../purse.ts';
import { BUY, SELL } from '../side.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/** Without a new order. */
const NEITHER = -1;

/**
 * What the positions of all strategies may come to is worth at most `maxExposure`, at the mids: in each market what is held, with all buys
 * or with all sales filled, whichever is worse. That counts orders of which nobody knows whether they exist, and, for a day, those
 * that were found not to have been placed, should they turn up after all. What can't be valued is refused.
 */
export function isTooExposed(request: OrderRequest, state: EngineState): boolean {
  const limit = state.limits.maxExposure;
  if (limit === undefined) return false;
  return !isFarFromExposure(request, state, limit.amount.toNumber(), limit.currency) && exposureMessage(request, state) !== undefined;
}

/** Why the exposure would be too large, exactly. Undefined when it would not be, or would not grow. */
export function exposureMessage({ market, side, lots, replaces }: OrderRequest, state: EngineState): string | undefined {
  const before = exposureIn(state, undefined, NEITHER, 0, undefined);
  const after = exposureIn(state, market, side, lots, replaces);
  return messageOf(before, after, state);
}

export function conversionTooExposed({ fromCurrency, toCurrency, toAmount }: ConversionRequest, state: EngineState): string | undefined {
  const limit = state.limits.maxExposure;
  // Only a conversion into the base currency of a market adds to a position.
  if (limit === undefined || state.markets.get(`${toCurrency}/${fromCurrency}`) === undefined) return undefined;
  const before = exposureIn(state, undefined, NEITHER, 0, undefined);
  const more = toAmount && state.worth(toAmount, toCurrency, limit.currency);
  return messageOf(before, more && before?.plus(more), state);
}

function messageOf(before: Decimal | undefined, after: Decimal | undefined, { limits }: EngineState): string | undefined {
  const { amount: most, currency } = limits.maxExposure!;
  if (before === undefined || after === undefined) return `no book tells the exposure in ${currency}`;
  if (after.lte(most) || after.lte(before)) return undefined;
  return `an exposure of ${after.toDecimalPlaces(8)} ${currency} is above the limit of ${most} ${currency}; it is ${before.toDecimalPlaces(8)} now`;
}

function exposureIn(
  state: EngineState,
  market: Market | undefined,
  side: number,
  lots: number,
  replaces: EngineOrder | undefined,
): Decimal | undefined {
  let sum: Decimal | undefined = ZERO;
  for (const one of state.markets.all) {
    const worst = worstLots(one, state.now, one === market ? side : NEITHER, lots, replaces);
    if (worst === 0) continue;
    const value = one.mid?.times(amountOf(one.pair.grid, worst));
    const worth: Decimal | undefined = value && state.worth(value, one.quote.currency, state.limits.maxExposure!.currency);
    sum = worth && sum?.plus(worth);
  }
  return sum;
}

/** The same by rounded numbers, where all is in the limit's currency. False where only exact sums can tell. */
function isFarFromExposure({ market, side, lots, replaces }: OrderRequest, state: EngineState, most: number, currency: string): boolean {
  let sum = 0.5 - 0.5;
  for (const one of state.markets.all) {
    const worst = worstLots(one, state.now, one === market ? side : NEITHER, lots, replaces);
    if (worst === 0) continue;
    if (one.quote.currency !== currency) return false;
    sum += (worst * one.twoMids * one.perTickLot.near) / (2 * one.quoteOne);
  }
  // Nothing is below NaN: a market without a mid is left to exact sums, which refuse.
  return sum < most * (1 - DOUBT);
}

/** The most lots that may be held, or owed, once everything on one side is filled. */
function worstLots(market: Market, now: number, side: number, lots: number, replaces: EngineOrder | undefined): number {
  const { seats, live, entombed } = market;
  let held = 0;
  for (let i = 0; i < seats.length; i++) held += seats[i]!.positionLots;
  let buys = entombed.lots(BUY, now) + (side === BUY ? lots : 0);
  let sales = entombed.lots(SELL, now) + (side === SELL ? lots : 0);
  for (let i = 0; i < live.length; i++) {
    const order = live.at[i]!;
    if (order === replaces) continue;
    const open = Math.max(order.remaining, order.isReplacing ? order.nextLots : 0);
    if (order.side === BUY) buys += open;
    else sales += open;
  }
  return Math.max(Math.abs(held + buys), Math.abs(held - sales));
}
