import type { StrategySettings } from '../engine/strategySettings.ts';
import type { Pair } from '../model/pair.ts';
import { symbolsOf } from '../model/tradedMarkets.ts';
import { didYouMean } from '../base/didYouMean.ts';

/** Says that the venue does not list a symbol, which strategies can't trade because of that, and what may have been meant. */
export function unlistedText(symbol: string, strategies: readonly StrategySettings[], pairs: readonly Pair[]): string {
  const idle = strategies.filter((strategy) => symbolsOf(strategy).includes(symbol)).map(({ name }) => name);
  const near = didYouMean(
    symbol,
    pairs.map((pair) => pair.symbol),
  );
  const so = idle.length === 0 ? '' : `, so ${idle.join(' and ')} can't trade`;
  return `the venue does not list ${symbol}${so}${near === undefined ? '' : `; did you mean ${near}?`}`;
}
