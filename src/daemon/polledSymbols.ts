import { symbolsOf } from '../model/tradedMarkets.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The symbols whose books a daemon polls: those that are traded, and those that may be. */
export function polledSymbols({ strategies, risk }: Pick<Settings, 'strategies' | 'risk'>): readonly string[] {
  return [...new Set([...Object.values(strategies).flatMap(symbolsOf), ...(risk.symbols ?? [])])];
}
