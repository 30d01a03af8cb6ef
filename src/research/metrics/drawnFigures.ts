import type { BandRun, DrawnFigure, DrawnFigures } from '../runRecord.ts';
import { exposureMetrics } from './exposureMetrics.ts';
import { quantileOfSorted } from './sampleStatistics.ts';

/** The interval that nine of ten draws lie in. */
export interface DrawnInterval {
  readonly low: number;
  readonly high: number;
}

export const DRAWN_FIGURES: readonly DrawnFigure[] = ['profit', 'fills', 'max_drawdown_samples'];

/** The share of draws below the interval, and also above it. */
const TAIL = 0.05;

/** The figures of a draw that are kept. */
export function drawnFiguresOf({ equity, fills }: Pick<BandRun, 'equity' | 'fills'>): DrawnFigures {
  const figures = exposureMetrics(equity);
  const valueOf = (name: DrawnFigure): number | null => figures.find((figure) => figure.name === name)?.value ?? null;
  return { profit: valueOf('profit'), fills: fills.length, max_drawdown_samples: valueOf('max_drawdown_samples') };
}

/** The interval of a figure over all draws. Undefined where one of them has no value, or there are none. */
export function drawnInterval(values: readonly (number | null | undefined)[]): DrawnInterval | undefined {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (known.length === 0 || known.length < values.length) return undefined;
  known.sort((a, b) => a - b);
  return { low: quantileOfSorted(known, TAIL), high: quantileOfSorted(known, 1 - TAIL) };
}

/** By figure, the interval over a run's draws. Undefined where no draws were asked for. */
export function drawnIntervals(draws: readonly DrawnFigures[]): Readonly<Record<DrawnFigure, DrawnInterval | undefined>> | undefined {
  if (draws.length === 0) return undefined;
  const of = (name: DrawnFigure): DrawnInterval | undefined => drawnInterval(draws.map((figures) => figures[name]));
  return { profit: of('profit'), fills: of('fills'), max_drawdown_samples: of('max_drawdown_samples') };
}
