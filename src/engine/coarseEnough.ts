import type { Pair } from '../model/pair.ts';
import type { EngineState } from './engineState.ts';

/** The most decimals of a currency for which a sum still holds billions. */
const MOST_DECIMALS = 18;

/** A pair whose steps are too fine for our sums is left out and not traded. */
export function isCoarseEnough({ symbol, grid }: Pair, { sink }: EngineState): boolean {
  if (grid.precision + grid.lotDecimals <= MOST_DECIMALS) return true;
  const needs = `precision ${grid.precision} with volumeStep ${grid.lot} needs more than ${MOST_DECIMALS} decimals`;
  sink.notice({ type: 'log', strategy: '', level: 'warn', message: `${symbol} can't be traded: ${needs}` });
  return false;
}
