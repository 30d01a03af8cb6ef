import { type Decimal, ONE, ZERO } from '../../base/decimal.ts';
import type { Book, BookSide } from '../../model/book.ts';
import type { ConversionSize } from '../../model/conversion.ts';
import { amountOf, type Grid, lotsOf, priceOf, type Side } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';

/** A market as it is looked at: its rules and its last good book. */
export interface SeenMarket {
  readonly pair: Pair;
  readonly book: Book;
}

/** A market that can't be used now, with the reason. */
export interface UnseenMarket {
  readonly pair: Pair;
  readonly problem: string;
}

/** An order that takes what rests in a book. */
export interface BookLeg {
  readonly kind: 'book';
  readonly symbol: string;
  readonly side: Side;
  /** In base currency, in whole lots. */
  readonly amount: Decimal;
  /** The last price that the walk reached. */
  readonly worstPrice: Decimal;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** What leaves and what comes, after the fee, which is taken from what comes. */
  readonly gives: Decimal;
  readonly brings: Decimal;
}

/** How far a walk goes: so many lots, or until the value of what was taken comes to so much. */
type Goal = { readonly lots: number } | { readonly value: Decimal; readonly rounding: 'down' | 'up' };

interface Walk {
  readonly lots: number;
  readonly value: Decimal;
  readonly worstTicks: number;
}

/** What is exchanged for what, and how much of it. */
export interface LegAsked {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
}

/** The side of an order that gives one currency of a pair for the other. Undefined when the pair is of other currencies. */
export function sideToGive({ base, quote }: Pair, fromCurrency: string, toCurrency: string): Side | undefined {
  if (base === fromCurrency && quote === toCurrency) return 'Sell';
  return base === toCurrency && quote === fromCurrency ? 'Buy' : undefined;
}

/**
 * The order that exchanges an amount by the levels of a book, or in words why there is none. An amount to give is rounded down to
 * whole lots, one to receive up; `takerFee` is a share of what is received.
 */
export function bookLeg({ pair, book }: SeenMarket, { fromCurrency, toCurrency, size }: LegAsked, takerFee: Decimal): BookLeg | string {
  const side = sideToGive(pair, fromCurrency, toCurrency);
  if (side === undefined) return `${pair.symbol} does not exchange ${fromCurrency} for ${toCurrency}`;
  const walk = walkTo(book, side, goalOf(pair.grid, side, size, ONE.minus(takerFee)));
  if (walk === undefined) return `the book of ${pair.symbol} holds too little`;
  return legOf({ pair, book }, side, walk, takerFee);
}

/** The order that takes so many lots of a book, or in words why there is none. */
export function legOfLots(market: SeenMarket, side: Side, lots: number, takerFee: Decimal): BookLeg | string {
  const walk = walkTo(market.book, side, { lots });
  return walk === undefined ? `the book of ${market.pair.symbol} holds too little` : legOf(market, side, walk, takerFee);
}

/** The most lots that stay within the size, as far as the levels show. */
export function lotsWithin({ pair, book }: SeenMarket, side: Side, size: ConversionSize, takerFee: Decimal): number {
  const goal = goalOf(pair.grid, side, size, ONE.minus(takerFee));
  const lots = 'lots' in goal ? goal.lots : walkTo(book, side, { ...goal, rounding: 'down' })?.lots;
  if (lots === undefined) return Infinity;
  const isOver = side === 'Buy' && 'toAmount' in size && amountOf(pair.grid, lots).times(ONE.minus(takerFee)).gt(size.toAmount);
  return isOver ? lots - 1 : lots;
}

/** How many lots rest at prices that pass, best first. */
export function lotsThatPass(book: Book, side: Side, passes: (price: Decimal) => boolean): number {
  const levels = levelsFor(book, side);
  let lots = 0;
  for (let i = levels.start; i < levels.start + levels.length; i++) {
    if (!passes(priceOf(book.grid, levels.ticks[i]!))) break;
    lots += levels.lots[i]!;
  }
  return lots;
}

function levelsFor(book: Book, side: Side): BookSide {
  return side === 'Buy' ? book.asks : book.bids;
}

function goalOf(grid: Grid, side: Side, size: ConversionSize, kept: Decimal): Goal {
  if ('fromAmount' in size) {
    return side === 'Sell' ? { lots: lotsOf(grid, size.fromAmount, 'down') } : { value: size.fromAmount, rounding: 'down' };
  }
  const gross = size.toAmount.div(kept);
  return side === 'Buy' ? { lots: lotsOf(grid, gross, 'up') } : { value: gross, rounding: 'up' };
}

/** Undefined when the levels hold too little. */
function walkTo(book: Book, side: Side, goal: Goal): Walk | undefined {
  const { grid } = book;
  const levels = levelsFor(book, side);
  let lots = 0;
  let value = ZERO;
  let worstTicks = 0;
  for (let i = levels.start; i < levels.start + levels.length; i++) {
    const price = priceOf(grid, levels.ticks[i]!);
    const held = levels.lots[i]!;
    const missing = 'lots' in goal ? goal.lots - lots : lotsOf(grid, goal.value.minus(value).div(price), goal.rounding);
    const taken = Math.min(held, missing);
    if (taken > 0) worstTicks = levels.ticks[i]!;
    lots += taken;
    value = value.plus(price.times(amountOf(grid, taken)));
    if (missing <= held) return { lots, value, worstTicks };
  }
  return undefined;
}

function legOf({ pair, book }: SeenMarket, side: Side, { lots, value, worstTicks }: Walk, takerFee: Decimal): BookLeg | string {
  const { symbol, base, quote, minVolume, maxVolume } = pair;
  const amount = amountOf(book.grid, lots);
  if (lots === 0 || amount.lt(minVolume)) return `${amount} ${base} is less than the least order of ${symbol}, ${minVolume}`;
  if (amount.gt(maxVolume)) return `${amount} ${base} is more than the largest order of ${symbol}, ${maxVolume}`;
  const isSell = side === 'Sell';
  return {
    kind: 'book',
    symbol,
    side,
    amount,
    worstPrice: priceOf(book.grid, worstTicks),
    fromCurrency: isSell ? base : quote,
    toCurrency: isSell ? quote : base,
    gives: isSell ? amount : value,
    brings: (isSell ? value : amount).times(ONE.minus(takerFee)),
  };
}
