import type { MetricUnit } from '../metrics/metric.ts';
import { type Band, BANDS } from '../runRecord.ts';
import type { RunSummary } from './runSummary.ts';

/** Two runs side by side. */
export interface RunComparison {
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** The inputs that only one run had, or that differ. Empty when the runs should be the same. */
  readonly inputs: readonly InputDifference[];
  readonly figures: readonly FigureComparison[];
}

export interface InputDifference {
  /** For instance `config`, `data.BTC/EUR` or `strategies.btc-maker.params.size`. */
  readonly input: string;
  readonly a: string | undefined;
  readonly b: string | undefined;
}

export interface FigureComparison {
  readonly name: string;
  readonly label: string;
  readonly unit: MetricUnit;
  readonly bands: Readonly<Record<Band, FigurePair>>;
}

export interface FigurePair {
  readonly a: number | null;
  readonly b: number | null;
  /** b less a. Null when one of them has no value, or they are amounts of different currencies. */
  readonly difference: number | null;
}

/** Compares two runs. Figures without a value in both are left out. */
export function compareRuns(a: RunSummary, b: RunSummary): RunComparison {
  return { a, b, inputs: inputDifferences(a, b), figures: figureComparisons(a, b) };
}

/** Whether both runs read the same recorded books. Only then can single decisions be compared. */
export function sameMarket({ inputs }: RunComparison): boolean {
  return !inputs.some(({ input }) => /^(?:data\.|from$|to$|snapshots$)/.test(input));
}

/** The currency of both runs, for a heading. */
export function currencyOf({ a, b }: RunComparison): string {
  return a.currency === b.currency ? a.currency : `${a.currency}, ${b.currency}`;
}

function inputDifferences(a: RunSummary, b: RunSummary): InputDifference[] {
  const names = [...new Set([...a.inputs.keys(), ...b.inputs.keys()])];
  return names.map((input) => ({ input, a: a.inputs.get(input), b: b.inputs.get(input) })).filter((each) => each.a !== each.b);
}

function figureComparisons(a: RunSummary, b: RunSummary): FigureComparison[] {
  const about = { ...a.metrics.about, ...b.metrics.about };
  return Object.entries(about).flatMap(([name, { label, unit }]) => {
    const isAlike = unit !== 'currency' || a.currency === b.currency;
    const pair = (band: Band): FigurePair => pairOf(a.metrics.bands[band].metrics[name], b.metrics.bands[band].metrics[name], isAlike);
    const bands = { pessimistic: pair('pessimistic'), fitted: pair('fitted'), optimistic: pair('optimistic') };
    return BANDS.some((band) => bands[band].a !== null || bands[band].b !== null) ? [{ name, label, unit, bands }] : [];
  });
}

function pairOf(a: number | null = null, b: number | null = null, isAlike: boolean): FigurePair {
  // Twelve digits, as for the figures themselves: the rest of a difference is a rounding error.
  return { a, b, difference: a === null || b === null || !isAlike ? null : Number((b - a).toPrecision(12)) };
}
