import { type Decimal, dec } from '../base/decimal.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import { lotsOf, priceOf } from '../model/grid.ts';
import type { Tomb } from './entombed.ts';
import type { EngineState } from './engineState.ts';
import type { EngineOrder, Market } from './market.ts';
import { sideCode } from '../model/side.ts';

/** Under this name it is saved which orders may still turn up. No strategy can have it. */
export const ENTOMBED_KEY = ':entombed';

/** With the lot of the pair when it was saved. Absent where an earlier version has saved it. */
interface SavedTomb extends Omit<Tomb, 'price'> {
  readonly lot?: string;
  readonly price?: string;
}

/** By symbol. */
export type SavedTombs = Readonly<Record<string, readonly SavedTomb[]>>;

type Late = Pick<Extract<Report, { type: 'order-late' }>, 'orderId' | 'intentId' | 'symbol' | 'side' | 'price' | 'amount'>;

/** From here on the order counts as one that may still turn up. Saved where a limit on exposure or turnover looks at it. */
export function entomb({ market, side, remaining, isMarket, ticks, intentId }: EngineOrder, state: EngineState): void {
  const price = isMarket ? undefined : priceOf(market.pair.grid, ticks);
  market.entombed.add({ side, lots: remaining, price, intentId }, state.now);
  saveEntombed(state);
}

/**
 * The order has shown although it was refused, not sent, or taken for not placed, or is one too many. Nothing is reserved for such an order before
 * unless it was taken for not placed, since nearly all of the others never show, so it counts from here on: until it is over, it may be executed.
 */
export function entombLate({ orderId, intentId, symbol, side, price, amount }: Late, state: EngineState): void {
  const market = state.markets.get(symbol);
  if (market === undefined) return;
  const lots = lotsOf(market.pair.grid, amount, 'up');
  if (market.entombed.shown({ side: sideCode(side), lots, price, intentId, orderId }, state.now)) saveLate(state);
}

/** What an order that has shown late has executed is held, and counts as that. */
export function countLateFill({ orderId, symbol, amount }: Fill, state: EngineState): void {
  const market = state.markets.get(symbol);
  if (market === undefined || market.entombed.all.length === 0) return;
  if (market.entombed.executed(orderId, lotsOf(market.pair.grid, amount, 'down'))) saveLate(state);
}

/** The ids of orders that have shown late. */
export function lateOrders({ markets }: EngineState): readonly string[] {
  return markets.all.flatMap(({ entombed }) => entombed.all.flatMap(({ orderId }) => orderId ?? []));
}

/** An order that has shown late is over, so that nothing more may be executed of it, or counts as one that is open. */
export function lateIsNone(orderId: string, state: EngineState): void {
  let isChanged = false;
  for (const { entombed } of state.markets.all) if (entombed.all.length > 0) isChanged = entombed.over(orderId) || isChanged;
  if (isChanged) saveLate(state);
}

/** A replacement that was taken for not placed has taken place: it counts as the order that it has led to. */
export function lateReplaced(intentId: string, { entombed }: Market, state: EngineState): void {
  if (entombed.all.length > 0 && entombed.came(intentId)) saveLate(state);
}

/** Takes what an earlier life saved, beside what has shown late since this one began. False when it can't be read: then nobody knows what may still turn up. */
export function restoreEntombed(state: EngineState, text: string | undefined): boolean {
  const isFirst = !state.areTombsRestored;
  state.areTombsRestored = true;
  try {
    const saved = JSON.parse(text ?? '{}') as SavedTombs;
    for (const [symbol, tombs] of Object.entries(saved)) {
      const market = state.markets.get(symbol);
      if (market === undefined) continue;
      const shown = isFirst ? market.entombed.all : [];
      market.entombed.restore(tombs.map((tomb) => readTomb(tomb, market)));
      for (const tomb of shown) market.entombed.shown(tomb, state.now);
    }
    return true;
  } catch {
    saveEntombed(state);
    return false;
  }
}

/** Whether a text that was read may be what was saved. */
export function isTombs(read: unknown): read is SavedTombs {
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
  return isObject(read) && Object.values(read as object).every((tombs) => Array.isArray(tombs) && tombs.every(isObject));
}

/** What shows before the earlier life's tombs are read must not be saved in their place. */
function saveLate(state: EngineState): void {
  if (state.areTombsRestored) saveEntombed(state);
}

function saveEntombed({ limits, markets, sink }: EngineState): void {
  if (limits.maxExposure === undefined && limits.maxTurnover === undefined) return;
  const bySymbol = markets.all.map((market) => [market.symbol, savedTombs(market)] as const).filter(([, tombs]) => tombs.length > 0);
  sink.notice({ type: 'save-state', strategy: ENTOMBED_KEY, state: JSON.stringify(Object.fromEntries(bySymbol)) });
}

function savedTombs({ entombed, pair }: Market): readonly SavedTomb[] {
  return entombed.all.map(({ price, ...tomb }) => ({ ...tomb, lot: pair.grid.lot.toFixed(), ...(price && { price: price.toFixed() }) }));
}

/** What is between two lots of today counts as the larger one. */
function readTomb({ lots, lot, price, ...tomb }: SavedTomb, { pair: { grid } }: Market): Tomb {
  if (![tomb.side, lots, tomb.until].every(Number.isSafeInteger)) throw new TypeError('a tomb is three whole numbers');
  const read: Decimal | undefined = price === undefined ? undefined : dec(price);
  return { ...tomb, lots: lot === undefined ? lots : lotsOf(grid, dec(lot).times(lots), 'up'), price: read };
}
