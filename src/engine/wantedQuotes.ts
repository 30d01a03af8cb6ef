import { Decimal, isDecimal } from '../base/decimal.ts';
import { bigLotsOf, bigTicksOf, type Grid, lotsOf, type Side, ticksOf } from '../model/grid.ts';
import { type Order, remainingOf } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { Resting, Wanted } from './desk.ts';
import type { OrderRequest, WantedQuote } from './strategy.ts';

/** Why something can't be an order. */
export interface OffGrid {
  readonly rule: string;
  readonly message: string;
}

/** Puts a wanted quote on the grid: a buy's price down, a sell's up, the amount down and to the most volume. */
export function onGrid(pair: Pair, quote: WantedQuote): { readonly wanted: Wanted } | OffGrid {
  const shape = orderOnGrid(pair, quote);
  if ('rule' in shape) return shape;
  const { ticks, lots } = shape;
  if (ticks === undefined) return { rule: 'price-grid', message: 'an order that should be resting needs a price' };
  return { wanted: { side: quote.side, ticks, lots, tag: quote.tag } };
}

/** As `onGrid`, for an order that may have no price. */
export function orderOnGrid(pair: Pair, order: OrderRequest): { ticks: number | undefined; lots: number } | OffGrid {
  const { side, price, amount } = order;
  if (side !== 'Buy' && side !== 'Sell') return { rule: 'side', message: `side must be Buy or Sell, not ${String(side)}` };
  if (!isDecimal(amount)) return { rule: 'amount-grid', message: `amount must be a Decimal like dec('0.005'), not ${String(amount)}` };
  const lots = amountLots(pair, amount);
  if (lots === undefined) {
    return { rule: 'min-volume', message: `amount ${amount} is below the least volume ${pair.minVolume} of ${pair.symbol}` };
  }
  if (price === undefined) return { ticks: undefined, lots };
  const ticks = signalTicks(pair, side, price);
  return ticks === undefined || ticks <= 0
    ? { rule: 'price-grid', message: `${side} at ${String(price)} is no price of ${pair.symbol}` }
    : { ticks, lots };
}

/** As `onGrid`, for what is in whole ticks and lots already. */
export function wholeOnGrid(pair: Pair, side: Side, ticks: number, lots: number): { readonly wanted: Wanted } | OffGrid {
  const { least, most } = lotBoundsOf(pair);
  if (!Number.isSafeInteger(lots) || lots < least) {
    return { rule: 'min-volume', message: `${lots} lots are below the least volume ${pair.minVolume} of ${pair.symbol}` };
  }
  if (!Number.isSafeInteger(ticks) || ticks <= 0) {
    return { rule: 'price-grid', message: `${side} at ${ticks} ticks is no price of ${pair.symbol}` };
  }
  return { wanted: { side, ticks, lots: Math.min(lots, most), tag: undefined } };
}

interface LotBounds {
  readonly least: number;
  readonly most: number;
}

const lotBounds = new WeakMap<Pair, LotBounds>();

/** The pair's least and most volume in whole lots. */
export function lotBoundsOf(pair: Pair): LotBounds {
  let bounds = lotBounds.get(pair);
  if (bounds === undefined) {
    bounds = {
      least: lotsOf(pair.grid, pair.minVolume, 'up'),
      most: safe(bigLotsOf(pair.grid, pair.maxVolume, 'down')) ?? Number.MAX_SAFE_INTEGER,
    };
    lotBounds.set(pair, bounds);
  }
  return bounds;
}

/** Whether two lists want the same: then the one that the desk knows may stay. */
export function isSameWanted(some: readonly Wanted[] | undefined, others: readonly Wanted[]): boolean {
  if (some === undefined || some.length !== others.length) return false;
  for (let i = 0; i < others.length; i++) {
    const one = some[i]!;
    const other = others[i]!;
    if (one.ticks !== other.ticks || one.side !== other.side || one.lots !== other.lots || one.tag !== other.tag) return false;
  }
  return true;
}

/** A live order as the desk sees it: unacted on while anything about it is under way. */
export function restingOf(order: Order, grid: Grid): Resting {
  return {
    intentId: order.intentId,
    side: order.side,
    ticks: order.price === undefined ? 0 : ticksOf(grid, order.price, 'down'),
    lots: lotsOf(grid, remainingOf(order), 'down'),
    untouched: order.filled.isZero(),
    settled: order.state === 'open' && !order.canceling && order.replacing === undefined,
  };
}

/**
 * The step from a signal to a price. A plain number counts as the decimal that it prints as; far from a tick's edge its
 * floor is certain and no decimal is needed.
 */
function signalTicks(pair: Pair, side: Side, price: Decimal | number): number | undefined {
  if (isDecimal(price)) return safe(price.isFinite() ? bigTicksOf(pair.grid, price, side === 'Buy' ? 'down' : 'up') : undefined);
  if (!Number.isFinite(price)) return undefined;
  const scaled = price * 10 ** pair.grid.precision;
  const nearest = Math.round(scaled);
  if (Math.abs(scaled - nearest) > 1e-4 && Math.abs(scaled) < 1e10) return side === 'Buy' ? Math.floor(scaled) : Math.ceil(scaled);
  return safe(bigTicksOf(pair.grid, new Decimal(price), side === 'Buy' ? 'down' : 'up'));
}

/** Most strategies want the same amount again and again. */
const lotsOfAmounts = new WeakMap<Decimal, { readonly pair: Pair; readonly lots: number | undefined }>();

function amountLots(pair: Pair, amount: Decimal): number | undefined {
  const before = lotsOfAmounts.get(amount);
  if (before?.pair === pair) return before.lots;
  const lots = readAmountLots(pair, amount);
  lotsOfAmounts.set(amount, { pair, lots });
  return lots;
}

function readAmountLots(pair: Pair, amount: Decimal): number | undefined {
  if (!amount.isFinite() || amount.lt(pair.minVolume)) return undefined;
  const most = amount.gt(pair.maxVolume) ? pair.maxVolume : amount;
  return safe(bigLotsOf(pair.grid, most, 'down'));
}

function safe(steps: bigint | undefined): number | undefined {
  const number = Number(steps);
  return steps !== undefined && Number.isSafeInteger(number) ? number : undefined;
}
