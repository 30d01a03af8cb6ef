import type { Tomb } from './entombed.ts';
import type { EngineState } from './engineState.ts';
import type { EngineOrder } from './market.ts';

/** Under this name it is saved which orders may still turn up. No strategy can have it. */
export const ENTOMBED_KEY = ':entombed';

/** From here on the order counts as one that may still turn up. Saved where a limit on the exposure looks at it. */
export function entomb({ market, side, remaining }: EngineOrder, state: EngineState): void {
  market.entombed.add(side, remaining, state.now);
  saveEntombed(state);
}

/** Takes what an earlier life saved. False when it can't be read: then nobody knows what may still turn up. */
export function restoreEntombed(state: EngineState, text: string | undefined): boolean {
  try {
    const saved = JSON.parse(text ?? '{}') as Readonly<Record<string, readonly Tomb[]>>;
    for (const [symbol, tombs] of Object.entries(saved)) state.markets.get(symbol)?.entombed.restore(tombs.map(readTomb));
    return true;
  } catch {
    saveEntombed(state);
    return false;
  }
}

function saveEntombed({ limits, markets, sink }: EngineState): void {
  if (limits.maxExposure === undefined) return;
  const bySymbol = markets.all.map(({ symbol, entombed }) => [symbol, entombed.all] as const).filter(([, tombs]) => tombs.length > 0);
  sink.notice({ type: 'save-state', strategy: ENTOMBED_KEY, state: JSON.stringify(Object.fromEntries(bySymbol)) });
}

function readTomb({ side, lots, until }: Tomb): Tomb {
  if (![side, lots, until].every(Number.isSafeInteger)) throw new TypeError('a tomb is three whole numbers');
  return { side, lots, until };
}
