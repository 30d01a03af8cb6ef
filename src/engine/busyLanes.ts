import { conversionLane, orderLane } from '../model/command.ts';
import type { EngineState } from './engineState.ts';

/** The lanes on which something is on its way to the venue. */
export function busyLanes({ markets, conversions }: EngineState): string[] {
  const converted = [...conversions.pending]
    .filter(({ fromCurrency, toCurrency }) => conversions.isBusy(fromCurrency, toCurrency))
    .map(({ fromCurrency, toCurrency }) => conversionLane(fromCurrency, toCurrency));
  return [...markets.all.filter(({ underway }) => underway > 0).map(({ symbol }) => orderLane(symbol)), ...new Set(converted)];
}
