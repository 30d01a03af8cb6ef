import { dec, type Decimal, minDecimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { BandRun, RunStrategy } from '../runRecord.ts';
import { dealsOf } from './dealsOf.ts';
import { marketsOf, tradeOfConversion } from './roundTrips.ts';

/** A fill that reduced a position, and what the closed part earned. */
export interface ClosedTrade {
  readonly at: Instant;
  readonly strategy: string;
  readonly symbol: string;
  readonly tag: string;
  readonly amount: Decimal;
  /** In quote currency, against the position's average cost, before fees. */
  readonly profit: Decimal;
}

/**
 * The position that one strategy's fills and conversions on one symbol add up to, in base currency, as the strategy sees it: fees in base
 * currency are taken off. It starts with the strategy's opening, mostly at zero.
 */
export interface NetPosition {
  readonly strategy: string;
  readonly symbol: string;
  readonly long: Decimal;
  readonly short: Decimal;
  readonly end: Decimal;
}

/**
 * Walks the deals in order and reports each fill that closed something. A position's cost is the average of what built it; what went as a
 * fee in base currency is part of it no longer, nor what was converted away.
 */
export function closedTrades(
  run: Pick<BandRun, 'fills' | 'conversions'>,
  closed: (trade: ClosedTrade) => void,
  strategies: readonly RunStrategy[] = [],
): NetPosition[] {
  const open = new Map(strategies.flatMap(openingPosition));
  const positionOf = (strategy: string, symbol: string): OpenPosition => {
    const key = keyOf(strategy, symbol);
    let position = open.get(key);
    if (position === undefined) open.set(key, (position = { strategy, symbol, amount: ZERO, cost: ZERO, long: ZERO, short: ZERO }));
    return position;
  };
  for (const deal of dealsOf(run)) {
    if (deal.type === 'conversion') {
      const { strategy = '' } = deal.conversion;
      for (const symbol of marketsOf(strategy, strategies)) {
        const trade = tradeOfConversion(deal.conversion, symbol);
        if (trade === undefined || trade.amount.isZero()) continue;
        const position = positionOf(strategy, symbol);
        take(position, trade.amount, trade.value.div(trade.amount.abs()));
        noteExtremes(position);
      }
      continue;
    }
    const { fill } = deal.filled;
    const strategy = fill.strategy ?? '';
    const position = positionOf(strategy, fill.symbol);
    const part = take(position, fill.side === 'Buy' ? fill.amount : fill.amount.negated(), fill.price);
    if (fill.symbol.startsWith(`${fill.feeCurrency}/`)) payFee(position, fill.fee, fill.price);
    noteExtremes(position);
    if (part !== undefined) closed({ at: fill.tradedAt, strategy, symbol: fill.symbol, tag: fill.tag ?? '', ...part });
  }
  return [...open.values()].map(({ strategy, symbol, long, short, amount }) => ({ strategy, symbol, long, short, end: amount }));
}

interface OpenPosition {
  readonly strategy: string;
  readonly symbol: string;
  /** Signed, with fees in base currency taken off. */
  amount: Decimal;
  /** The cost of one unit. */
  cost: Decimal;
  long: Decimal;
  short: Decimal;
}

function openingPosition({ name: strategy, symbol, opening }: RunStrategy): readonly (readonly [string, OpenPosition])[] {
  if (opening === undefined || symbol === undefined) return [];
  const amount = dec(opening.amount);
  return [[keyOf(strategy, symbol), { strategy, symbol, amount, cost: dec(opening.price), long: amount, short: ZERO }]];
}

function keyOf(strategy: string, symbol: string): string {
  return JSON.stringify([strategy, symbol]);
}

/** Adds a signed amount to the position. Returns the part of the position that it closed, if any. */
function take(position: OpenPosition, amount: Decimal, price: Decimal): { amount: Decimal; profit: Decimal } | undefined {
  const held = position.amount;
  const after = held.plus(amount);
  const adds = held.isZero() || held.isPositive() === amount.isPositive();
  const closing = adds ? ZERO : minDecimal(held.abs(), amount.abs());
  const gain = held.isPositive() ? price.minus(position.cost) : position.cost.minus(price);
  if (adds && !after.isZero()) position.cost = position.cost.times(held).plus(price.times(amount)).div(after);
  else if (amount.abs().gt(held.abs())) position.cost = price;
  position.amount = after;
  return closing.isZero() ? undefined : { amount: closing, profit: gain.times(closing) };
}

/** The fee leaves the position at the position's cost, or at the fill's price when there is no position: as the engine books it. */
function payFee(position: OpenPosition, fee: Decimal, price: Decimal): void {
  if (position.amount.isZero()) position.cost = price;
  position.amount = position.amount.minus(fee);
}

function noteExtremes(position: OpenPosition): void {
  const { amount } = position;
  if (amount.gt(position.long)) position.long = amount;
  if (amount.lt(position.short)) position.short = amount;
}
