import { BANDS } from '../src/research/runRecord.ts';
import type { Comparison, Outcome } from './comparison.ts';

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * q)] ?? NaN;

/** Whether the truth lies between the ends of the band, whichever end is larger. */
function isInside(comparison: Comparison, of: (outcome: Outcome) => number): boolean {
  const { pessimistic, optimistic } = comparison.bands;
  const ends = [of(pessimistic), of(optimistic)].toSorted((a, b) => a - b);
  return of(comparison.truth) >= ends[0]! && of(comparison.truth) <= ends[1]!;
}

/** The ends of the 90 % interval of the draws. */
function intervalOf({ draws }: Comparison, of: (outcome: Outcome) => number): [low: number, high: number] {
  const values = draws.map(of).toSorted((a, b) => a - b);
  const at = (q: number): number => {
    const place = (values.length - 1) * q;
    const below = values[Math.floor(place)]!;
    return below + (values[Math.ceil(place)]! - below) * (place - Math.floor(place));
  };
  return [at(0.05), at(0.95)];
}

/** In how many runs the truth lay within the 90 % interval, and how wide the interval is beside the bounds. */
function drawnSummaryOf(comparisons: readonly Comparison[], name: 'fills' | 'profit'): Record<string, unknown> {
  if (comparisons[0]?.draws.length === 0) return {};
  const of = (outcome: Outcome): number => outcome[name];
  const inside = comparisons.filter((comparison) => {
    const [low, high] = intervalOf(comparison, of);
    return of(comparison.truth) >= low && of(comparison.truth) <= high;
  });
  const widths = comparisons.map((comparison) => {
    const [low, high] = intervalOf(comparison, of);
    return (high - low) / Math.abs(of(comparison.bands.optimistic) - of(comparison.bands.pessimistic));
  });
  return {
    [`${name} in 90 %`]: `${Math.round((inside.length / comparisons.length) * 100)} %`,
    [`${name}, width`]: quantile(widths, 0.5).toFixed(2),
  };
}

export function summaryOf(comparisons: readonly Comparison[]): Record<string, unknown> {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const shareInside = (of: (outcome: Outcome) => number): string =>
    percent(comparisons.filter((comparison) => isInside(comparison, of)).length / comparisons.length);
  const medianOf = (of: (comparison: Comparison) => number): number => quantile(comparisons.map(of), 0.5);
  const countErrors = comparisons.map(({ truth, bands }) => (bands.fitted.fills - truth.fills) / Math.max(1, truth.fills));
  const amountErrors = comparisons.map(({ truth, bands }) => (bands.fitted.amount - truth.amount) / Math.max(1e-9, truth.amount));
  const profitErrors = comparisons.map(({ truth, bands }) => bands.fitted.profit - truth.profit);
  const size = (errors: readonly number[], q: number): number => quantile(errors.map(Math.abs), q);
  return {
    fills: `${medianOf(({ truth }) => truth.fills)}`,
    band: BANDS.map((band) => medianOf(({ bands }) => bands[band].fills)).join(' / '),
    'fills inside': shareInside(({ fills }) => fills),
    'amount inside': shareInside(({ amount }) => amount),
    'centre, fills': `${percent(quantile(countErrors, 0.5))}, |${percent(size(countErrors, 0.5))}|, p90 ${percent(size(countErrors, 0.9))}`,
    'centre, amount': `${percent(quantile(amountErrors, 0.5))}, |${percent(size(amountErrors, 0.5))}|, p90 ${percent(size(amountErrors, 0.9))}`,
    profit: medianOf(({ truth }) => truth.profit).toFixed(2),
    'profit band': BANDS.map((band) => medianOf(({ bands }) => bands[band].profit).toFixed(1)).join(' / '),
    'profit inside': shareInside(({ profit }) => profit),
    ...drawnSummaryOf(comparisons, 'fills'),
    ...drawnSummaryOf(comparisons, 'profit'),
    'centre, profit': `${quantile(profitErrors, 0.5).toFixed(2)}, |${size(profitErrors, 0.5).toFixed(2)}|, p90 ${size(profitErrors, 0.9).toFixed(2)}`,
  };
}

/** A table with one line for each strategy that trades on the book. */
export function print(comparisons: readonly Comparison[]): void {
  const symbols = [...new Set(comparisons.map(({ symbol }) => symbol))];
  console.table(
    Object.fromEntries(symbols.map((symbol) => [symbol, summaryOf(comparisons.filter((comparison) => comparison.symbol === symbol))])),
  );
}
