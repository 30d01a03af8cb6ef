import { type Decimal, minDecimal, ZERO } from '../base/decimal.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { Ladder } from '../exchange/ladder.ts';
import { amountOf, priceOf } from '../model/grid.ts';

/** Currencies through which two others may be converted when they share no pair. */
const BRIDGES = ['EUR', 'BTC'];

interface Leg {
  readonly market: Market;
  /** True when the leg sells the base currency, false when it buys it. */
  readonly sells: boolean;
}

/**
 * What an amount comes to when it is traded along the books, level by level: for a known `from` the proceeds, for a known `to`
 * the cost. The result is not rounded. It is undefined when no pair leads there or the books are not deep enough.
 */
export function convertAlongBooks(
  exchange: Exchange,
  from: string,
  to: string,
  known: 'from' | 'to',
  amount: Decimal,
): Decimal | undefined {
  const legs = legsBetween(exchange, from, to);
  if (legs === undefined) return undefined;
  let passed: Decimal | undefined = amount;
  for (const { market, sells } of known === 'from' ? legs : legs.toReversed()) {
    const side = sells ? market.bids : market.asks;
    const knowsBase = sells === (known === 'from');
    passed = passed === undefined ? undefined : walk(market, side, knowsBase, passed);
  }
  return passed;
}

/** What an amount would come to if all of it were traded at the best prices; undefined where no pair leads there or a book is empty. */
export function bestWorth(exchange: Exchange, from: string, to: string, amount: Decimal): Decimal | undefined {
  const legs = legsBetween(exchange, from, to);
  if (legs === undefined) return undefined;
  let passed = amount;
  for (const { market, sells } of legs) {
    const best = (sells ? market.bids : market.asks).best;
    if (best === undefined) return undefined;
    const price = priceOf(market.pair.grid, best.ticks);
    passed = sells ? passed.times(price) : passed.div(price);
  }
  return passed;
}

function legsBetween(exchange: Exchange, from: string, to: string): readonly Leg[] | undefined {
  const direct = legBetween(exchange, from, to);
  if (direct !== undefined) return [direct];
  for (const bridge of BRIDGES) {
    const first = legBetween(exchange, from, bridge);
    const second = legBetween(exchange, bridge, to);
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

function legBetween(exchange: Exchange, from: string, to: string): Leg | undefined {
  const selling = exchange.market(`${from}/${to}`);
  if (selling !== undefined) return { market: selling, sells: true };
  const buying = exchange.market(`${to}/${from}`);
  return buying === undefined ? undefined : { market: buying, sells: false };
}

/** The quote amount for a base amount, or the other way round, starting at the best level. */
function walk({ pair }: Market, ladder: Ladder, knowsBase: boolean, amount: Decimal): Decimal | undefined {
  let rest = amount;
  let other = ZERO;
  for (let i = ladder.levels.length - 1; i >= 0; i--) {
    const level = ladder.levels[i]!;
    const price = priceOf(pair.grid, level.ticks);
    const base = amountOf(pair.grid, level.lots);
    const taken = minDecimal(rest, knowsBase ? base : base.times(price));
    other = other.plus(knowsBase ? taken.times(price) : taken.div(price));
    rest = rest.minus(taken);
    if (rest.isZero()) return other;
  }
  return undefined;
}
