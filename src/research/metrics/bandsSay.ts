import { type Band, BANDS } from '../runRecord.ts';
import type { StrategyFigures } from './strategyFigures.ts';

/** What the bands say of a strategy together: only where they agree has the recording decided. */
export function bandsSay(bands: Readonly<Record<Band, StrategyFigures>>, currency: string): string {
  const all = BANDS.map((band) => bands[band]);
  if (all.every(({ fills, conversions }) => fills + conversions === 0)) return 'never traded';
  const profits = all.map(({ profit }) => profit);
  const known = profits.filter((profit) => profit !== undefined);
  if (known.length < BANDS.length) {
    const unvalued = [...new Set(all.flatMap((one) => one.unvalued))];
    return `can't be told: no recorded pair says what ${unvalued.join(', ')} is worth in ${currency}`;
  }
  if (known.every((profit) => profit.gt(0))) return 'earns in every band';
  if (known.every((profit) => profit.lt(0))) return 'loses in every band';
  if (known.every((profit) => profit.isZero())) return 'comes to nothing in every band';
  return 'the recording does not decide: the bands do not agree on the sign of its profit';
}
