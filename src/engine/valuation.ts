import { type Decimal, ZERO } from '../base/decimal.ts';
import { reservationOf } from './account.ts';
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
  for (const order of state.orders.live) {
    if (order.strategy !== strategy || order.side !== 'Buy' || order.intentId === without) continue;
    inQuote = inQuote.plus(reservationOf(order, state.orders.replacementOf(order), book?.bestAsk ?? mid).amount);
  }
  for (const { strategy: whose, quote } of state.conversions.pending) {
    if (whose === strategy && quote !== undefined && quote.fromCurrency === pair.quote) inQuote = inQuote.plus(quote.fromAmount);
  }
  return state.markets.worth(inQuote, pair.quote, currency);
}

/** What our live orders and conversions may still take of a currency. */
export function reservedOf(state: Valued, currency: string, without?: string): Decimal {
  let sum = ZERO;
  for (const order of state.orders.live) {
    if (order.intentId === without) continue;
    const market = state.markets.get(order.symbol);
    const reservation = reservationOf(order, state.orders.replacementOf(order), market?.book?.bestAsk ?? market?.mid);
    if (reservation.currency === currency) sum = sum.plus(reservation.amount);
  }
  for (const { quote } of state.conversions.pending) if (quote?.fromCurrency === currency) sum = sum.plus(quote.fromAmount);
  return sum;
}
