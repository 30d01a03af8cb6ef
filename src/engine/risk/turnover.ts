import { DAY_MS, durationText, isoOf } from '../../base/instant.ts';
import { type Decimal, ZERO } from '../../base/decimal.ts';
import { isFarBelow } from '../../base/isFarBelow.ts';
import { amountOf, priceOf } from '../../model/grid.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder, Market } from '../market.ts';
import { openWorth } from './openValue.ts';
import { conversionWorth } from './orderValue.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/**
 * What was executed within `turnoverPeriod`, together with all that may still be executed and the order that is asked for, may not be worth more
 * than `maxTurnover`. That counts what is open of all orders, of an order that is replaced the larger of what it is and what it is to be, orders of
 * which nobody knows whether they exist, for a day those that may turn up after all, and conversions under way. What can't be valued is refused.
 */
export function isTurnoverTooHigh(request: OrderRequest, state: EngineState): boolean {
  const limit = state.limits.maxTurnover;
  if (limit === undefined) return false;
  return !isFarFromTurnover(request, state, limit.amount.toNumber(), limit.currency) && turnoverMessage(request, state) !== undefined;
}

/** Why the turnover would be too high, exactly. Undefined when it would not be. */
export function turnoverMessage({ market, value, replaces }: OrderRequest, state: EngineState): string | undefined {
  return messageOf(value && state.worth(value, market.quote.currency, state.limits.maxTurnover!.currency), state, replaces);
}

export function conversionTurnover(request: ConversionRequest, state: EngineState): string | undefined {
  const limit = state.limits.maxTurnover;
  return limit && messageOf(conversionWorth(request, state, limit.currency), state, undefined);
}

function messageOf(more: Decimal | undefined, state: EngineState, replaces: EngineOrder | undefined): string | undefined {
  const { limits } = state;
  const { amount: most, currency } = limits.maxTurnover!;
  const [done, open] = [turnoverNow(state), openIn(state, currency, replaces)];
  if (more === undefined || done === undefined || open === undefined) return unvalued(state, currency);
  if (done.plus(open).plus(more).lte(most)) return undefined;
  const period = durationText(limits.turnoverPeriodMs ?? DAY_MS);
  const executed = `${done.toDecimalPlaces(8)} ${currency} was executed within ${period}`;
  const before = open.isZero() ? `${executed} and` : `${executed}, ${open.toDecimalPlaces(8)} ${currency} may still be, and`;
  return `${before} ${more.toDecimalPlaces(8)} more is above the limit of ${most} ${currency}`;
}

/** What can't be valued: what was asked for, or what may still turn up, of which a refusal must tell how that goes on. */
function unvalued(state: EngineState, currency: string): string {
  const late = state.markets.all.find((market) => doubtfulIn(market, state, currency) === undefined);
  if (late === undefined) return `no book tells what this is worth in ${currency}`;
  const until = Math.max(...late.entombed.all.map((tomb) => tomb.until));
  const atMost = until > state.now ? `, until ${isoOf(until)} at the latest` : '';
  return `no book tells what orders of ${late.symbol} that may turn up late are worth in ${currency}: they count until one does${atMost}`;
}

/** What was executed within the period, in the limit's currency. Undefined when no book tells, or there is no limit. */
export function turnoverNow(state: EngineState): Decimal | undefined {
  const { turnover, now } = state;
  const { maxTurnover } = state.limits;
  if (maxTurnover === undefined) return undefined;
  let done: Decimal | undefined = ZERO;
  // It is counted wherever it is limited.
  for (const [paidIn, value] of turnover!.within(now)) {
    const worth: Decimal | undefined = state.worth(value, paidIn, maxTurnover.currency);
    done = worth && done?.plus(worth);
  }
  return done;
}

/** The same with all that may still be executed. */
export function turnoverInUse(state: EngineState): Decimal | undefined {
  const { maxTurnover } = state.limits;
  const open = maxTurnover && openIn(state, maxTurnover.currency, undefined);
  return open && turnoverNow(state)?.plus(open);
}

/** What may still be executed, but for an order that is to be replaced. */
function openIn(state: EngineState, currency: string, but: EngineOrder | undefined): Decimal | undefined {
  let sum: Decimal | undefined = ZERO;
  const count = (value: Decimal | undefined, paidIn: string): void => {
    const worth = value && state.worth(value, paidIn, currency);
    sum = worth && sum?.plus(worth);
  };
  for (const market of state.markets.all) {
    for (const order of market.live.copy()) if (order !== but) count(openWorth(order), market.quote.currency);
    count(doubtfulIn(market, state, currency), currency);
  }
  for (const { strategy, quote } of state.conversions.pending) {
    if (quote !== undefined) count(conversionWorth({ ...quote, strategy }, state, currency), currency);
  }
  return sum;
}

/** What orders may be worth that may turn up, and what replaced ones may have executed, in the limit's currency. */
function doubtfulIn(market: Market, state: EngineState, currency: string): Decimal | undefined {
  const { entombed, pair, quote } = market;
  const at = (price: Decimal | undefined, lots: number): Decimal | undefined => (price ?? market.mid)?.times(amountOf(pair.grid, lots));
  let sum: Decimal | undefined = ZERO;
  for (const { lots, price, until } of entombed.all) {
    if (until <= state.now || lots === 0) continue;
    const worth: Decimal | undefined = at(price, lots);
    sum = worth && sum?.plus(worth);
  }
  for (const { lots, ticks } of state.unseen.of(market)) {
    const worth: Decimal | undefined = at(ticks === 0 ? undefined : priceOf(pair.grid, ticks), lots);
    sum = worth && sum?.plus(worth);
  }
  return sum && state.worth(sum, quote.currency, currency);
}

/** The same by rounded numbers, where all is in the limit's currency and has a price. False where only exact sums can tell. */
function isFarFromTurnover(request: OrderRequest, state: EngineState, most: number, currency: string): boolean {
  const { market, isMarket, replaces } = request;
  const { conversions, unseen, markets, turnover, now } = state;
  if (isMarket || market.quote.currency !== currency || !conversions.isEmpty || !unseen.isEmpty) return false;
  let sum = request.nearValue / market.quoteOne;
  for (const [paidIn, value] of turnover!.within(now)) {
    if (paidIn !== currency) return false;
    sum += value.toNumber();
  }
  for (const one of markets.all) {
    const { live, entombed, quote, quoteOne, perTickLot } = one;
    if (entombed.all.some(({ until }) => until > now) || (live.length > 0 && quote.currency !== currency)) return false;
    for (let i = 0; i < live.length; i++) {
      const order = live.at[i]!;
      if (order === replaces) continue;
      if (order.isMarket) return false;
      const next = order.isReplacing ? order.nextTicks * order.nextLots : 0;
      sum += (Math.max(order.ticks * order.remaining, next) * perTickLot.near) / quoteOne;
    }
  }
  return isFarBelow(sum, most, most);
}
