import { didYouMean } from '../base/didYouMean.ts';
import type { StrategySettings } from '../engine/strategySettings.ts';
import type { Pair } from '../model/pair.ts';

type Strategy = Pick<StrategySettings, 'name' | 'definition' | 'params'>;

/** Says of each parameter that names a pair or a currency which the venue does not list, and what may have been meant. */
export function unlistedParams(strategies: readonly Strategy[], pairs: readonly Pair[]): string[] {
  const listed = {
    symbol: pairs.map(({ symbol }) => symbol),
    currency: [...new Set(pairs.flatMap(({ base, quote }) => [base, quote]))],
  };
  return strategies.flatMap(({ name, definition, params }) =>
    Object.entries(definition.params).flatMap(([param, { kind }]) => {
      const value = params[param];
      if ((kind !== 'symbol' && kind !== 'currency') || typeof value !== 'string' || listed[kind].includes(value)) return [];
      const near = didYouMean(value, listed[kind]);
      const meant = near === undefined ? '' : `; did you mean ${near}?`;
      return `strategies.${name}.params.${param}: the venue does not list the ${kind} ${value}${meant}`;
    }),
  );
}
