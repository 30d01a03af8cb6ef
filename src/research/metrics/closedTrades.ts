import { type Decimal, minDecimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { RunFillList } from '../runRecord.ts';

/** A fill that brought a position nearer to nothing, and what that part earned. */
export interface ClosedTrade {
  readonly at: Instant;
  readonly strategy: string;
  readonly symbol: string;
  readonly tag: string;
  readonly amount: Decimal;
  /** In the quote currency: against the average cost of the position, before fees. */
  readonly profit: Decimal;
}

/**
 * What one strategy's fills on one symbol come to, in the base currency, fees in it taken off, as strategies see their position.
 * Counted from nothing at the beginning of the run.
 */
export interface NetPosition {
  readonly strategy: string;
  readonly symbol: string;
  readonly long: Decimal;
  readonly short: Decimal;
  readonly end: Decimal;
}

/** Walks the fills in their order, telling each closed trade; the cost of a position is the average of what built it. */
export function closedTrades(fills: RunFillList, closed: (trade: ClosedTrade) => void): NetPosition[] {
  const open = new Map<string, OpenPosition>();
  for (const { fill } of fills) {
    const strategy = fill.strategy ?? '';
    const key = JSON.stringify([strategy, fill.symbol]);
    const position = open.get(key) ?? { strategy, symbol: fill.symbol, amount: ZERO, cost: ZERO, fees: ZERO, long: ZERO, short: ZERO };
    open.set(key, position);
    const part = take(position, fill.side === 'Buy' ? fill.amount : fill.amount.negated(), fill.price);
    if (fill.symbol.startsWith(`${fill.feeCurrency}/`)) position.fees = position.fees.plus(fill.fee);
    noteExtremes(position);
    if (part !== undefined) closed({ at: fill.tradedAt, strategy, symbol: fill.symbol, tag: fill.tag ?? '', ...part });
  }
  return [...open.values()].map(({ strategy, symbol, long, short, amount, fees }) => ({
    strategy,
    symbol,
    long,
    short,
    end: amount.minus(fees),
  }));
}

interface OpenPosition {
  readonly strategy: string;
  readonly symbol: string;
  /** Signed. */
  amount: Decimal;
  /** Of one unit. */
  cost: Decimal;
  /** Those in the base currency. */
  fees: Decimal;
  long: Decimal;
  short: Decimal;
}

/** Adds a signed amount to the position; what it closed of it, if anything. */
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

function noteExtremes(position: OpenPosition): void {
  const held = position.amount.minus(position.fees);
  if (held.gt(position.long)) position.long = held;
  if (held.lt(position.short)) position.short = held;
}
