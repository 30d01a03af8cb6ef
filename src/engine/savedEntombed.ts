import { dec } from '../base/decimal.ts';
import { lotsOf } from '../model/grid.ts';
import type { Tomb } from './entombed.ts';
import type { EngineState } from './engineState.ts';
import type { EngineOrder, Market } from './market.ts';

/** Under this name it is saved which orders may still turn up. No strategy can have it. */
export const ENTOMBED_KEY = ':entombed';

/** With the lot of the pair when it was saved. Absent where an earlier version has saved it. */
interface SavedTomb extends Tomb {
  readonly lot?: string;
}

/** From here on the order counts as one that may still turn up. Saved where a limit on exposure or turnover looks at it. */
export function entomb({ market, side, remaining }: EngineOrder, state: EngineState): void {
  market.entombed.add(side, remaining, state.now);
  saveEntombed(state);
}

/**
 * The order has shown although it was refused or not sent. Nothing is reserved for such an order before, since nearly all of them never show, so
 * it counts from here on: until its cancel has come through, it may be executed.
 */
export function entombLate(order: EngineOrder, state: EngineState): void {
  if (order.end === 'refused' || order.end === 'not-sent') entomb(order, state);
}

/** Takes what an earlier life saved. False when it can't be read: then nobody knows what may still turn up. */
export function restoreEntombed(state: EngineState, text: string | undefined): boolean {
  try {
    const saved = JSON.parse(text ?? '{}') as Readonly<Record<string, readonly SavedTomb[]>>;
    for (const [symbol, tombs] of Object.entries(saved)) {
      const market = state.markets.get(symbol);
      market?.entombed.restore(tombs.map((tomb) => readTomb(tomb, market)));
    }
    return true;
  } catch {
    saveEntombed(state);
    return false;
  }
}

function saveEntombed({ limits, markets, sink }: EngineState): void {
  if (limits.maxExposure === undefined && limits.maxTurnover === undefined) return;
  const bySymbol = markets.all.map((market) => [market.symbol, savedTombs(market)] as const).filter(([, tombs]) => tombs.length > 0);
  sink.notice({ type: 'save-state', strategy: ENTOMBED_KEY, state: JSON.stringify(Object.fromEntries(bySymbol)) });
}

function savedTombs({ entombed, pair }: Market): readonly SavedTomb[] {
  return entombed.all.map((tomb) => ({ ...tomb, lot: pair.grid.lot.toFixed() }));
}

/** What is between two lots of today counts as the larger one. */
function readTomb({ side, lots, until, lot }: SavedTomb, { pair: { grid } }: Market): Tomb {
  if (![side, lots, until].every(Number.isSafeInteger)) throw new TypeError('a tomb is three whole numbers');
  return { side, lots: lot === undefined ? lots : lotsOf(grid, dec(lot).times(lots), 'up'), until };
}
