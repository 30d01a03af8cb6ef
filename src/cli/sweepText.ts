import { counted } from '../base/counted.ts';
import { isoOf } from '../base/instant.ts';
import type { MetricUnit } from '../research/metrics/metric.ts';
import { metricUnits } from '../research/metrics/metrics.ts';
import { bestTrials } from '../research/sweep/sweep.ts';
import { summaryOf } from '../research/sweep/sweepFolder.ts';
import type { Significance, SweepOutcome } from '../research/sweep/sweepOutcome.ts';
import type { SweepPlan } from '../research/sweep/sweepPlan.ts';
import type { SweepTrial } from '../research/sweep/sweepTrial.ts';
import type { WorkTally } from './workTally.ts';
import type { Column } from './column.ts';

/** The outcome of a sweep, and where it is kept. */
export interface SweptSweep {
  /** The sweep's folder. */
  readonly folder: string;
  readonly hash: string;
  readonly seconds: number;
  /** In which money is told. */
  readonly currency: string;
  /** What was made now; earlier results cost nothing. */
  readonly work: WorkTally;
  readonly outcome: SweepOutcome;
}

/** What draws cost and how to do without, before hours are spent on them. Nothing without draws. */
export function drawsNote({ draws }: Pick<SweepPlan, 'draws'>): string[] {
  if (draws === 0) return [];
  const cost = `each run is drawn anew ${draws} times, which takes about ${draws + 1} times as long`;
  return [`${cost}; sweep.draws: 0 compares by the fitted runs alone`];
}

/** The best trials of each window. */
export function sweepRows({ outcome }: SweptSweep, top: number): SweepTrial[] {
  const { plan, trials, windows } = outcome;
  return windows.flatMap((_, window) =>
    bestTrials(
      plan,
      trials.filter((trial) => trial.window === window),
    ).slice(0, top),
  );
}

/**
 * One column for each parameter, and the in-sample figures beside the out-of-sample ones. `isExact` gives every digit and no
 * unit, for programs.
 */
export function sweepColumns({ currency, outcome: { plan, windows } }: SweptSweep, isExact: boolean): Column<SweepTrial>[] {
  const { objective, dimensions } = plan;
  const units = metricUnits();
  const shown = (name: string, ...values: readonly (number | null | undefined)[]): string | undefined =>
    values.some((value) => value === null || value === undefined) ? undefined : withUnit(values as number[], units.get(name), currency);
  const shortest = shortNames(dimensions.map(({ name }) => name));
  const params = dimensions.map(({ name }, i): Column<SweepTrial> => {
    return { key: name, title: shortest[i]!, value: ({ params: texts }) => texts[name] };
  });
  const figure = (name: string, where: 'inSample' | 'outOfSample', key: string, title: string): Column<SweepTrial> => ({
    key,
    title,
    kind: 'number',
    value: (trial) => (isExact ? trial[where]?.figures[name] : shown(name, trial[where]?.figures[name])),
  });
  const drawn = ({ inSample }: SweepTrial): string | undefined => {
    const interval = inSample.drawn?.[objective] ?? undefined;
    return isExact ? interval && `${interval.low} to ${interval.high}` : shown(objective, interval?.low, interval?.high);
  };
  const isShown = windows.some(({ outOfSample }) => outOfSample !== undefined);
  return [
    { key: 'trial', kind: 'number', value: ({ number }) => number },
    ...(windows.length === 1 ? [] : [{ key: 'window', kind: 'number' as const, value: ({ window }: SweepTrial) => window }]),
    ...params,
    figure(objective, 'inSample', 'inSample', `${objective} in sample`),
    ...(plan.draws === 0 ? [] : [{ key: 'drawn', title: '90 % of draws', value: drawn }]),
    ...(isShown ? [figure(objective, 'outOfSample', 'outOfSample', 'out of sample')] : []),
    ...(objective === 'profit' ? [] : [figure('profit', 'inSample', 'profit', 'profit in sample')]),
    ...(objective === 'profit' || !isShown ? [] : [figure('profit', 'outOfSample', 'outOfSampleProfit', 'profit out of sample')]),
    figure('max_drawdown_samples', 'inSample', 'drawdown', 'drawdown'),
    { key: 'fills', kind: 'number', value: ({ inSample }) => inSample.fills },
  ];
}

/** For programs. */
export function sweepRecord(swept: SweptSweep, top: number): Record<string, unknown> {
  const { folder, hash, seconds, currency, work, outcome } = swept;
  const { objective } = outcome.plan;
  const best = sweepRows(swept, top).map(({ number, window, params, inSample, outOfSample }) => ({
    trial: number,
    window,
    params,
    inSample: inSample.figures[objective] ?? null,
    ...(inSample.drawn === undefined ? {} : { drawn: inSample.drawn }),
    outOfSample: outOfSample?.figures[objective] ?? null,
    profit: inSample.figures['profit'] ?? null,
    outOfSampleProfit: outOfSample?.figures['profit'] ?? null,
    drawdown: inSample.figures['max_drawdown_samples'] ?? null,
    fills: inSample.fills,
  }));
  return { folder, hash, seconds, currency, work: work.record(), ...summaryOf(outcome), best };
}

/** The lines around the table. */
export function sweepLines({ folder, hash, work, outcome }: SweptSweep): string[] {
  const { plan, trials, windows, overall, importance, warnings } = outcome;
  const last = windows.at(-1)!;
  const shares = importance.map(({ name, share }) => `${name} ${share === undefined ? 'unknown' : `${Math.round(share * 100)} %`}`);
  return [
    ...work.lines(),
    ...windows.map(({ inSample, outOfSample, best }, i) => {
      const after = outOfSample === undefined ? '' : `, out of sample to ${isoOf(outOfSample.to)}`;
      const chosen = best === undefined ? 'none has an objective' : `best trial ${best}`;
      return `window ${i}: in sample ${isoOf(inSample.from)} to ${isoOf(inSample.to)}${after}: ${chosen}`;
    }),
    `deflated Sharpe ratio in sample${windows.length === 1 ? '' : ' (last window)'}: ${significanceText(last.significance)}`,
    ...(last.outOfSample === undefined ? [] : [`deflated Sharpe ratio out of sample: ${significanceText(overall)}`]),
    `explained by itself: ${shares.join(', ')}`,
    ...warnings.map((warning) => `warning ${warning}`),
    `${counted(trials.length, 'trial')}, sweep ${folder}`,
    `hash ${hash}`,
    ...(last.best === undefined ? [] : [`apply it: sluice config set -c FILE --from-trial ${plan.id}:${last.best}`]),
  ];
}

function significanceText(significance: Significance): string {
  if ('because' in significance) return significance.because;
  const { deflated, sharpe, trials, lucky } = significance;
  return `${deflated.toFixed(3)} (daily Sharpe ${sharpe.toFixed(3)}; the best of ${trials} worthless trials would show ${lucky.toFixed(3)})`;
}

/** The parameter's name alone where that is clear, else with its strategy. */
function shortNames(names: readonly string[]): string[] {
  const lasts = names.map((name) => name.split('.').at(-1)!);
  return names.map((name, i) =>
    lasts.filter((last) => last === lasts[i]).length === 1 ? lasts[i]! : name.replace(/^strategies\.|params\./g, ''),
  );
}

/** Values of one figure with five digits each, and its unit once. */
function withUnit(values: readonly number[], unit: MetricUnit | undefined, currency: string): string {
  const scale = unit === 'fraction' ? 100 : 1;
  const text = values.map((value) => Number((value * scale).toPrecision(5))).join(' to ');
  const sign = unit === 'fraction' ? '%' : unit === 'currency' ? currency : unit === 'bps' || unit === 'days' ? unit : '';
  return `${text} ${sign}`.trim();
}
