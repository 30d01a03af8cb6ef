import { Decimal, isDecimal } from '../base/decimal.ts';
import { bigLotsOf, bigTicksOf, type Side } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import { lotBoundsOf } from './lotBounds.ts';
import type { Refusal } from './refusal.ts';
import { sideCode } from '../model/side.ts';
import type { OrderRequest } from './deskOrders/newOrder.ts';

/** An order in whole numbers. One object is used for many. */
export class GridShape {
  side = 0;
  isMarket = false;
  ticks = 0;
  lots = 0;
}

/**
 * Puts a wanted order on the grid: a buy's price is rounded down, a sell's up, and the amount down and to the most volume.
 * Returns why it can't be an order, or undefined when `into` holds it.
 */
export function putOnGrid(pair: Pair, { side, price, amount }: OrderRequest, into: GridShape): Refusal | undefined {
  if (side !== 'Buy' && side !== 'Sell') return { rule: 'side', message: `side must be Buy or Sell, not ${String(side)}` };
  if (!isDecimal(amount)) return { rule: 'amount-grid', message: `amount must be a Decimal like dec('0.005'), not ${String(amount)}` };
  if (!amount.isFinite()) return { rule: 'amount-grid', message: `amount must be a finite Decimal like dec('0.005'), not ${amount}` };
  const lots = amountLots(pair, amount);
  if (lots === undefined) {
    return { rule: 'min-volume', message: `amount ${amount} is below the least volume ${pair.minVolume} of ${pair.symbol}` };
  }
  into.side = sideCode(side);
  into.lots = lots;
  into.isMarket = price === undefined;
  into.ticks = 0;
  if (price === undefined) return undefined;
  const ticks = signalTicks(pair, side, price);
  if (ticks === undefined || ticks <= 0) {
    return { rule: 'price-grid', message: `${side} at ${String(price)} is no price of ${pair.symbol}` };
  }
  into.ticks = ticks;
  return undefined;
}

/** The same for whole ticks and lots. The most volume is not checked, since larger amounts are cut to it. */
export function wholeProblem(pair: Pair, side: Side, ticks: number, lots: number): Refusal | undefined {
  if (!Number.isSafeInteger(lots) || lots < lotBoundsOf(pair).least) {
    return { rule: 'min-volume', message: `${lots} lots are below the least volume ${pair.minVolume} of ${pair.symbol}` };
  }
  if (!Number.isSafeInteger(ticks) || ticks <= 0) {
    return { rule: 'price-grid', message: `${side} at ${ticks} ticks is no price of ${pair.symbol}` };
  }
  return undefined;
}

/**
 * Turns a signal into a price in ticks. A plain number counts as the decimal that it prints as. Far from a tick's edge its floor
 * is certain, so no decimal is needed.
 */
export function signalTicks(pair: Pair, side: Side, price: Decimal | number): number | undefined {
  if (isDecimal(price)) return safe(price.isFinite() ? bigTicksOf(pair.grid, price, side === 'Buy' ? 'down' : 'up') : undefined);
  if (!Number.isFinite(price)) return undefined;
  const scaled = price * 10 ** pair.grid.precision;
  const nearest = Math.round(scaled);
  if (Math.abs(scaled - nearest) > 1e-4 && Math.abs(scaled) < 1e10) return side === 'Buy' ? Math.floor(scaled) : Math.ceil(scaled);
  return safe(bigTicksOf(pair.grid, new Decimal(price), side === 'Buy' ? 'down' : 'up'));
}

/** Most strategies want the same amount again and again. */
const lotsOfAmounts = new WeakMap<Decimal, { readonly pair: Pair; readonly lots: number | undefined }>();

/** An amount in whole lots, rounded down and cut to the most volume. Undefined when it is below the least volume. */
export function amountLots(pair: Pair, amount: Decimal): number | undefined {
  const before = lotsOfAmounts.get(amount);
  if (before?.pair === pair) return before.lots;
  const lots = readAmountLots(pair, amount);
  lotsOfAmounts.set(amount, { pair, lots });
  return lots;
}

function readAmountLots(pair: Pair, amount: Decimal): number | undefined {
  return lotsOfAny(pair, amount.isFinite() && amount.gt(pair.maxVolume) ? pair.maxVolume : amount);
}

/** An amount in whole lots, rounded down, also where one order can't have so many. Undefined when it is below the least volume. */
export function lotsOfAny(pair: Pair, amount: Decimal): number | undefined {
  if (!amount.isFinite() || amount.lt(pair.minVolume)) return undefined;
  return safe(bigLotsOf(pair.grid, amount, 'down'));
}

function safe(steps: bigint | undefined): number | undefined {
  const number = Number(steps);
  return steps !== undefined && Number.isSafeInteger(number) ? number : undefined;
}
