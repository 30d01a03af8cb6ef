import { Decimal, isDecimal } from '../base/decimal.ts';
import { bigLotsOf, bigTicksOf, lotsOf, type Side, ticksOf } from '../model/grid.ts';
import type { Order } from '../model/order.ts';
import { remainingOf } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { Resting, Wanted } from './desk.ts';
import type { OrderRequest, WantedQuote } from './strategy.ts';

/** A wanted quote on the pair's grid, or why it can't be one. */
export type OnGrid = { readonly wanted: Wanted } | { readonly rule: string; readonly message: string };

/** Puts a wanted quote on the grid: a buy's price down, a sell's up, the amount down and to the most volume. */
export function onGrid(pair: Pair, quote: WantedQuote): OnGrid {
  const ticks = signalTicks(pair, quote.side, quote.price);
  if (ticks === undefined || ticks <= 0)
    return { rule: 'price-grid', message: `${quote.side} at ${String(quote.price)} is no price of ${pair.symbol}` };
  const lots = amountLots(pair, quote.amount);
  if (lots === undefined)
    return { rule: 'min-volume', message: `amount ${quote.amount} is below the least volume ${pair.minVolume} of ${pair.symbol}` };
  return { wanted: { side: quote.side, ticks, lots, tag: quote.tag } };
}

/** As `onGrid`, for an order that may have no price. */
export function orderOnGrid(
  pair: Pair,
  order: OrderRequest,
): { ticks: number | undefined; lots: number } | { rule: string; message: string } {
  const lots = amountLots(pair, order.amount);
  if (lots === undefined)
    return { rule: 'min-volume', message: `amount ${order.amount} is below the least volume ${pair.minVolume} of ${pair.symbol}` };
  if (order.price === undefined) return { ticks: undefined, lots };
  const ticks = signalTicks(pair, order.side, order.price);
  return ticks === undefined || ticks <= 0
    ? { rule: 'price-grid', message: `${String(order.price)} is no price of ${pair.symbol}` }
    : { ticks, lots };
}

/** A live order as the desk sees it: unacted on while anything about it is under way. */
export function restingOf(order: Order, pair: Pair): Resting {
  return {
    intentId: order.intentId,
    side: order.side,
    ticks: order.price === undefined ? 0 : ticksOf(pair.grid, order.price, 'down'),
    lots: lotsOf(pair.grid, remainingOf(order), 'down'),
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

function amountLots(pair: Pair, amount: Decimal): number | undefined {
  if (!isDecimal(amount) || !amount.isFinite() || amount.lt(pair.minVolume)) return undefined;
  const most = amount.gt(pair.maxVolume) ? pair.maxVolume : amount;
  return safe(bigLotsOf(pair.grid, most, 'down'));
}

function safe(steps: bigint | undefined): number | undefined {
  const number = Number(steps);
  return steps !== undefined && Number.isSafeInteger(number) ? number : undefined;
}
