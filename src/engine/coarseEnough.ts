import { tooFine } from '../model/lotScales.ts';
import type { Pair } from '../model/pair.ts';
import type { EngineState } from './engineState.ts';

/** A pair whose steps are too fine for our sums is left out and not traded. */
export function isCoarseEnough({ symbol, grid }: Pair, { sink }: EngineState): boolean {
  const needs = tooFine(grid);
  if (needs === undefined) return true;
  sink.notice({ type: 'log', strategy: '', level: 'warn', message: `${symbol} can't be traded: ${needs}` });
  return false;
}
