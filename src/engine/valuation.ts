import { type Decimal, ZERO } from '../base/decimal.ts';
import { nearNumber } from '../base/nearNumber.ts';
import { currenciesOf } from '../model/pair.ts';
import { nearReservationOf, reservationOf } from './account.ts';
import type { ConversionDesk } from './conversionDesk.ts';
import type { Market, Markets } from './markets.ts';
import type { Orders } from './orders.ts';
import { type Position, unrealisedOf } from './portfolio.ts';

/** What is valued: positions, orders and conversions, and the books that tell their worth. */
export interface Valued {
  readonly markets: Markets;
  readonly orders: Orders;
  readonly conversions: ConversionDesk;
  positionOf(strategy: string): Position;
  /** The market that a strategy trades on, when it is known. */
  marketOf(strategy: string): Market | undefined;
}

/** Realised and unrealised profit less fees of one strategy, in a currency; undefined when no book tells. */
export function profitOf(state: Valued, strategy: string, currency: string): Decimal | undefined {
  const position = state.positionOf(strategy);
  if (position.fills === 0) return ZERO;
  const market = state.marketOf(strategy);
  if (market === undefined || (market.mid === undefined && !position.amount.isZero())) return undefined;
  const unrealised = market.mid === undefined ? position.cost.negated() : unrealisedOf(position, market.mid);
  let sum = state.markets.worth(position.realised.minus(position.fees).plus(unrealised), market.pair.quote, currency);
  for (const [feeCurrency, fee] of Object.entries(position.otherFees)) {
    const worth = state.markets.worth(fee, feeCurrency, currency);
    sum = worth === undefined ? undefined : sum?.minus(worth);
  }
  return sum;
}

/**
 * What the strategy has bought, and may buy yet, in a currency; undefined when no book tells. A position below zero takes no
 * budget. `without` is the intent of an order that is about to be replaced.
 */
export function exposureOf(state: Valued, strategy: string, currency: string, without: string | undefined): Decimal | undefined {
  const market = state.marketOf(strategy);
  if (market === undefined) return undefined;
  const { amount } = state.positionOf(strategy);
  const { pair, mid, book } = market;
  if (amount.gt(0) && mid === undefined) return undefined;
  let inQuote = amount.gt(0) && mid !== undefined ? amount.times(mid) : ZERO;
  for (const { order, replacement } of state.orders.liveOf(strategy)) {
    if (order.side !== 'Buy' || order.intentId === without) continue;
    inQuote = inQuote.plus(reservationOf(order, replacement, book?.bestAsk ?? mid).amount);
  }
  for (const { strategy: whose, quote } of state.conversions.pending) {
    if (whose === strategy && quote !== undefined && quote.fromCurrency === pair.quote) inQuote = inQuote.plus(quote.fromAmount);
  }
  return state.markets.worth(inQuote, pair.quote, currency);
}

/** What our live orders and conversions may still take of a currency. */
export function reservedOf(state: Valued, currency: string, without?: string): Decimal {
  let sum = ZERO;
  for (const { order, replacement } of state.orders.liveEntries) {
    if (order.intentId === without) continue;
    const market = state.markets.get(order.symbol);
    const reservation = reservationOf(order, replacement, market?.book?.bestAsk ?? market?.mid);
    if (reservation.currency === currency) sum = sum.plus(reservation.amount);
  }
  for (const { quote } of state.conversions.pending) if (quote?.fromCurrency === currency) sum = sum.plus(quote.fromAmount);
  return sum;
}

/** A sum of near numbers, and what its parts come to without their signs: see `isSurelyBelow`. */
export interface NearSum {
  readonly value: number;
  readonly size: number;
}

/** As `profitOf`, in near numbers; undefined where only that can tell. */
export function nearProfitOf(state: Valued, strategy: string, currency: string): NearSum | undefined {
  const position = state.positionOf(strategy);
  if (position.fills === 0) return NOTHING;
  const market = state.marketOf(strategy);
  if (market?.mid === undefined || market.pair.quote !== currency || hasOwnMembers(position.otherFees)) return undefined;
  const worth = nearNumber(position.amount) * nearNumber(market.mid);
  const cost = nearNumber(position.cost);
  const realised = nearNumber(position.realised);
  const fees = nearNumber(position.fees);
  return { value: realised - fees + worth - cost, size: Math.abs(worth) + Math.abs(cost) + Math.abs(realised) + Math.abs(fees) };
}

/** No less than `exposureOf`, and hardly more; NaN where only that can tell. */
export function nearExposureOf(state: Valued, strategy: string, currency: string, without: string | undefined): number {
  const market = state.marketOf(strategy);
  if (market?.mid === undefined || market.pair.quote !== currency) return NaN;
  const { amount } = state.positionOf(strategy);
  let sum = amount.isNegative() ? 0 : nearNumber(amount) * nearNumber(market.mid);
  for (const { order, replacement } of state.orders.liveOf(strategy)) {
    if (order.side !== 'Buy' || order.intentId === without) continue;
    sum += nearReservationOf(order, replacement, order.price ?? market.book?.bestAsk ?? market.mid);
  }
  for (const { strategy: whose, quote } of state.conversions.pending) {
    if (whose === strategy && quote?.fromCurrency === currency) sum += nearNumber(quote.fromAmount);
  }
  return sum;
}

/** No less than `reservedOf`, and hardly more. */
export function nearReservedOf(state: Valued, currency: string, without?: string): number {
  let sum = 0;
  for (const { order, replacement } of state.orders.liveEntries) {
    if (order.intentId === without) continue;
    const currencies = currenciesOf(order.symbol);
    if (currency !== (order.side === 'Sell' ? currencies?.base : currencies?.quote)) continue;
    const market = state.markets.get(order.symbol);
    sum += nearReservationOf(order, replacement, order.price ?? market?.book?.bestAsk ?? market?.mid);
  }
  for (const { quote } of state.conversions.pending) if (quote?.fromCurrency === currency) sum += nearNumber(quote.fromAmount);
  return sum;
}

const NOTHING: NearSum = { value: 0, size: 0 };

function hasOwnMembers(record: object): boolean {
  for (const name in record) if (Object.hasOwn(record, name)) return true;
  return false;
}
