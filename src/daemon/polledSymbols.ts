import { symbolsOf } from '../model/tradedMarkets.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The symbols whose books a daemon polls: those that are traded, by strategies or by their shadows, and those that may be. */
export function polledSymbols({ strategies, shadows, risk }: Pick<Settings, 'strategies' | 'shadows' | 'risk'>): readonly string[] {
  return [...new Set([...Object.values({ ...strategies, ...shadows }).flatMap(symbolsOf), ...(risk.symbols ?? [])])];
}
