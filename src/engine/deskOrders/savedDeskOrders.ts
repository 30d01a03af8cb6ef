import { dec, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type Grid, gridOf } from '../../model/grid.ts';
import { BUY, SELL } from '../../model/side.ts';
import type { Market, Seat } from '../market.ts';
import { type AskedAmount, DeskOrder, Leg } from './deskOrder.ts';
import { LessThanStep, regridded } from './regridded.ts';
import type { SavedGrid, SavedLeg, SavedOrder, SavedRow } from './savedOrder.ts';
import { readWork, writeWork } from './savedWork.ts';

/** Under this name, followed by the strategy's and the symbol, the desk's orders are saved. No strategy can have it. */
const KEY = ':desk-orders';

/** Where the orders that the desk keeps for a strategy on a symbol are saved. */
export function deskOrdersKey(strategy: string, symbol: string): string {
  return `${KEY} ${strategy} ${symbol}`;
}

interface SavedKept {
  /** The rules of the pair whose ticks and lots the numbers are. Absent where an earlier version has saved them. */
  readonly grid?: SavedGrid;
  readonly orders: readonly SavedOrder[];
  readonly once: readonly string[];
  readonly own?: readonly string[];
  readonly leftOut?: readonly SavedRow[];
}

/** What the desk keeps for one strategy on one symbol. */
export interface Kept {
  readonly orders: readonly DeskOrder[];
  /** The keys of orders that may be placed once. */
  readonly once: readonly string[];
  /** The intents of orders that a strategy that quotes has placed by itself: they are no quotes. */
  readonly own: readonly string[];
  /** Saved orders that can't be had under the rules of their pair. They stay saved as they are, for the day when they can. */
  readonly leftOut: readonly SavedRow[];
}

export function writeKept({ orders, once, own, leftOut }: Kept, grid: Grid): string {
  const saved = { grid: savedGridOf(grid), orders: orders.filter(({ end }) => end === undefined).map(savedOrder), once };
  return JSON.stringify({ ...saved, ...(own.length > 0 && { own }), ...(leftOut.length > 0 && { leftOut }) });
}

/** The symbols and strategies for which something is saved. */
export function keptKeys(states: Readonly<Record<string, string>>): readonly { key: string; name: string; symbol: string }[] {
  return Object.keys(states)
    .filter((key) => key.startsWith(`${KEY} `))
    .map((key) => {
      const at = key.lastIndexOf(' ');
      return { key, name: key.slice(KEY.length + 1, at), symbol: key.slice(at + 1) };
    });
}

/** How many orders are kept by strategy and symbol. What can't be read counts as one. */
export function keptCounts(
  states: Readonly<Record<string, string>>,
): readonly { readonly strategy: string; readonly symbol: string; readonly count: number }[] {
  return keptKeys(states)
    .map(({ key, name: strategy, symbol }) => ({ strategy, symbol, count: savedOrders(states[key]!)?.length ?? 1 }))
    .filter(({ count }) => count > 0);
}

/** The intents that placed the children of all saved orders. */
export function childIdsIn(states: Readonly<Record<string, string>>): readonly string[] {
  const orders = keptKeys(states).flatMap(({ key }) => savedOrders(states[key]!) ?? []);
  return orders.flatMap(({ legs }) => legs.flatMap(({ childIds }) => childIds));
}

/** When the oldest of all saved orders was placed. */
export function keptSince(states: Readonly<Record<string, string>>): Instant {
  const orders = keptKeys(states).flatMap(({ key }) => savedOrders(states[key]!) ?? []);
  return Math.min(...orders.map(({ placedAt }) => placedAt));
}

/** Undefined when the text can't be read, which `readKept` tells. */
function savedOrders(text: string): readonly SavedOrder[] | undefined {
  return savedRows(text)?.map(({ order }) => order);
}

/** All saved orders with the rules that their numbers follow, where those are saved. Undefined when the text can't be read. */
export function savedRows(text: string): readonly (Pick<SavedRow, 'order'> & Partial<SavedRow>)[] | undefined {
  try {
    const { grid, orders, leftOut = [] } = JSON.parse(text) as SavedKept;
    const rows = [...orders.map((order) => (grid === undefined ? { order } : { grid, order })), ...leftOut];
    return rows.every(({ order: { legs } }) => legs.every(({ childIds }) => Array.isArray(childIds))) ? rows : undefined;
  } catch {
    return undefined;
  }
}

/** What is saved, with one of the orders changed or, with undefined, without it. */
export function changedOrder(text: string, id: string, to: SavedOrder | undefined): string {
  const { orders, leftOut = [], ...rest } = JSON.parse(text) as SavedKept;
  const change = (order: SavedOrder): readonly SavedOrder[] => (order.id !== id ? [order] : to === undefined ? [] : [to]);
  const left = leftOut.flatMap((row) => change(row.order).map((order) => ({ ...row, order })));
  return JSON.stringify({ ...rest, orders: orders.flatMap(change), ...(left.length > 0 && { leftOut: left }) });
}

/**
 * Reads what `writeKept` wrote, in ticks and lots of today. `tell` hears why an order is left out: no other is lost by it. Throws for anything
 * else.
 */
export function readKept(text: string, seat: Seat, market: Market, tell: (order: SavedOrder, problem: string) => void): Kept {
  const { grid: savedGrid, orders: saved, once, own = [], leftOut: before = [] } = JSON.parse(text) as SavedKept;
  if (!isList(saved) || !isList(before) || !isTexts(once) || !isTexts(own)) throw new TypeError('they are no lists');
  const { grid } = market.pair;
  const orders: DeskOrder[] = [];
  const leftOut: SavedRow[] = [];
  const rows: readonly SavedRow[] = [...saved.map((order) => ({ grid: savedGrid ?? savedGridOf(grid), order })), ...before];
  for (const row of rows) {
    try {
      orders.push(readOrder(regridded(row.order, gridIn(row.grid), grid), seat, market));
    } catch (error) {
      if (!(error instanceof LessThanStep)) throw error;
      leftOut.push(row);
      tell(row.order, error.message);
    }
  }
  return { orders, once, own, leftOut };
}

function savedGridOf({ precision, lot }: Grid): SavedGrid {
  return { precision, lot: lot.toFixed() };
}

export function gridIn({ precision, lot }: SavedGrid): Grid {
  return gridOf(precision, dec(lot));
}

function savedOrder(order: DeskOrder): SavedOrder {
  const { id, kind, lots, placedAt, tag, once, plan, until, basis, hadPosition, ending } = order;
  const fired = order.fired === undefined ? -1 : order.legs.indexOf(order.fired);
  const legs = order.legs.map(savedLeg);
  return {
    id,
    kind,
    lots,
    placedAt,
    tag,
    once,
    plan,
    until: finite(until),
    basis: finite(basis),
    hadPosition,
    ending,
    work: writeWork(order.work),
    fired,
    legs,
  };
}

function savedLeg(leg: Leg): SavedLeg {
  const { kind, side, isExit, reduces, ticks, stop, bps, from, mark, forgotten, childIds, end, isMoved, asked } = leg;
  const numbers = { ticks, stop: finite(stop), bps, from: finite(from), mark: finite(mark) };
  return {
    kind,
    side,
    isExit,
    reduces,
    ...numbers,
    lots: forgotten.lots,
    rest: forgotten.rest.isZero() ? undefined : forgotten.rest.toFixed(),
    worth: forgotten.worth,
    childIds,
    end,
    isMoved: isMoved || undefined,
    asked: asked && { lots: asked.lots, replacedAt: finite(asked.replacedAt ?? NaN) },
  };
}

function readOrder(saved: SavedOrder, seat: Seat, market: Market): DeskOrder {
  const { id, kind, lots, placedAt, tag, once, plan, until, basis, hadPosition, ending, work, fired, legs } = saved;
  const isOrder =
    typeof id === 'string' && typeof kind === 'string' && isWhole(lots) && isWhole(placedAt) && isList(legs) && legs.length > 0;
  if (!isOrder) throw new TypeError('one of them has no id, kind, amount, time or legs');
  const order = new DeskOrder(id, kind, seat, market, lots, placedAt);
  order.tag = tag;
  order.once = once;
  order.plan = plan;
  order.until = until ?? Infinity;
  order.basis = basis ?? NaN;
  order.hadPosition = hadPosition;
  order.ending = ending;
  order.work = work && readWork(work);
  for (const one of legs) {
    const leg = readLeg(one, order);
    if (leg.isExit) order.exits.push(leg);
    else order.entry = leg;
  }
  order.fired = order.legs[fired];
  return order;
}

function readLeg(saved: SavedLeg, order: DeskOrder): Leg {
  const { kind, side, isExit, reduces, ticks, stop, bps, from, mark, lots, rest, worth, childIds, end, isMoved, asked } = saved;
  const isLeg = (side === BUY || side === SELL) && isWhole(ticks) && typeof bps === 'number' && isWhole(lots) && isList(childIds);
  if (!isLeg) throw new TypeError(`a leg of ${order.id} has no side, price or amount`);
  const leg = new Leg(order, kind, side, isExit, reduces);
  leg.ticks = ticks;
  leg.stop = stop ?? NaN;
  leg.bps = bps;
  leg.from = from ?? -Infinity;
  leg.mark = mark ?? NaN;
  leg.restoreForgotten(lots, rest === undefined ? ZERO : dec(rest), worth);
  leg.childIds = [...childIds];
  leg.end = end;
  leg.isMoved = isMoved === true;
  if (asked !== undefined) leg.asked = readAsked(asked);
  return leg;
}

function readAsked({ lots, replacedAt }: NonNullable<SavedLeg['asked']>): AskedAmount {
  if (!isWhole(lots)) throw new TypeError('what a replacement asked for is no amount');
  return { lots, replacedBefore: -Infinity, ...(replacedAt !== null && { replacedAt }) };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isTexts(value: readonly unknown[]): boolean {
  return isList(value) && value.every((one) => typeof one === 'string');
}

/** `Array.isArray` would forget what the list holds. */
function isList(value: readonly unknown[] | undefined): boolean {
  return Array.isArray(value);
}
