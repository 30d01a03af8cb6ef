import { sharpeOfTrials } from './sharpeOfTrials.ts';
import { study } from './study.ts';
import { importance, type Importance } from './importance.ts';
import type { SweepListener } from './sweepListener.ts';
import type { Significance, SweepOutcome, WindowOutcome } from './sweepOutcome.ts';
import { scoreOf, type SweepPlan } from './sweepPlan.ts';
import { SweepRuns, type SweepRunsOptions } from './sweepRuns.ts';
import type { SweepTrial } from './sweepTrial.ts';
import { sweepWarnings } from './sweepWarnings.ts';

export interface SweepOptions extends SweepRunsOptions {
  readonly plan: SweepPlan;
  readonly listener?: SweepListener | undefined;
}

/**
 * Tries parameters in sample, window by window, and runs the best of each window out of sample. The same plan and market give the
 * same outcome, however many workers there are and however often the sweep was stopped and resumed.
 *
 * Throws a `Fault` `canceled` when it was told to stop.
 */
export async function sweep(options: SweepOptions): Promise<SweepOutcome> {
  const { plan, listener = {} } = options;
  const runs = new SweepRuns(options);
  const trials: SweepTrial[] = [];
  const windows: WindowOutcome[] = [];
  for (const [window, spans] of plan.windows.entries()) {
    const tried = await study({ plan, runs, window, firstNumber: trials.length, listener });
    const best = bestTrials(plan, tried);
    const outside = await outOfSample(plan, runs, window, best, trials.length);
    trials.push(...tried.map((trial) => outside.get(trial.number) ?? trial));
    const significance = sharpeOfTrials(best[0]?.inSample.returns ?? [], tried);
    windows.push({ ...spans, best: best[0]?.number, significance });
  }
  const overall = overallOf(trials, windows);
  const facts = { plan, trials, windows, overall, importance: importanceOf(plan, trials) };
  return { ...facts, warnings: sweepWarnings(facts) };
}

/** The trials with an objective on all of the data, best first. Equal ones stay in the order of their numbers. */
export function bestTrials(plan: SweepPlan, trials: readonly SweepTrial[]): SweepTrial[] {
  const score = ({ value }: SweepTrial): number => scoreOf(plan, value)!;
  return trials.filter(({ state }) => state === 'complete').toSorted((a, b) => score(b) - score(a) || a.number - b.number);
}

async function outOfSample(
  plan: SweepPlan,
  runs: SweepRuns,
  window: number,
  best: readonly SweepTrial[],
  firstNumber: number,
): Promise<ReadonlyMap<number, SweepTrial>> {
  const range = plan.windows[window]!.outOfSample;
  if (range === undefined) return new Map();
  const chosen = best.slice(0, plan.best);
  const wanted = chosen.map(({ number, params }) => ({
    key: { window, trial: number - firstNumber, rung: 'out' as const },
    params,
    range,
  }));
  const results = await runs.make(wanted);
  return new Map(chosen.map((trial, i) => [trial.number, { ...trial, outOfSample: results[i] }]));
}

function overallOf(trials: readonly SweepTrial[], windows: readonly WindowOutcome[]): Significance {
  const outside = windows.map(({ best }) => (best === undefined ? undefined : trials[best]!.outOfSample));
  if (outside.every((result) => result === undefined)) return { because: 'nothing was run out of sample' };
  // A day in which one window ends and the next begins counts twice, each time in part. Where windows overlap only the first
  // counts, since the same days again are no further evidence.
  const returns: number[] = [];
  let seenTo = -Infinity;
  for (const [i, result] of outside.entries()) {
    const { from, to } = windows[i]!.outOfSample!;
    if (result === undefined || from < seenTo) continue;
    returns.push(...result.returns);
    seenTo = to;
  }
  return sharpeOfTrials(returns, trials);
}

/** Averages over the windows. Each is judged by itself, since the market differed. */
function importanceOf({ dimensions, windows }: SweepPlan, trials: readonly SweepTrial[]): Importance[] {
  const each = windows.map((_, window) =>
    importance(
      dimensions,
      trials.filter((trial) => trial.window === window),
    ),
  );
  return dimensions
    .map(({ name }, i) => {
      const shares = each.flatMap((all) => all[i]!.share ?? []);
      return { name, share: shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length };
    })
    .toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1));
}
