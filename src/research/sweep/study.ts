import { createSampler } from './createSampler.ts';
import type { Ask, Sampler } from './sampler.ts';
import type { SweepListener } from './sweepListener.ts';
import { askedAtOnce, comparedValue, scoreOf, type SweepPlan } from './sweepPlan.ts';
import type { KeyedRun, SweepRuns } from './sweepRuns.ts';
import type { SweepTrial } from './sweepTrial.ts';
import { partOf } from './sweepWindows.ts';
import type { TrialResult } from './trial.ts';

export interface StudyOptions {
  readonly plan: SweepPlan;
  readonly runs: SweepRuns;
  readonly window: number;
  /** The number of its first trial. */
  readonly firstNumber: number;
  readonly listener: SweepListener;
}

/** Tries parameters in sample: asks the sampler, makes the runs and tells it the results, until there is nothing left to try. */
export async function study(options: StudyOptions): Promise<SweepTrial[]> {
  const { plan, runs, window, listener } = options;
  const sampler = createSampler(plan.dimensions, { ...plan.sampler, seed: `${plan.sampler.seed}:${window}` });
  const tried = new TriedTrials(options);
  listener.window?.(window);
  for (let asks = asksOf(sampler, plan); asks.length > 0; asks = asksOf(sampler, plan)) {
    for (const ask of asks) tried.begin(ask);
    const results = await runs.make(asks.map((ask) => runOf(plan, window, ask)));
    // In the order of the asks, whichever run was done first.
    for (const [i, ask] of asks.entries()) sampler.tell(ask.trial, scoreOf(plan, tried.tell(ask, results[i]!)));
  }
  return tried.end();
}

/** A sampler that ignores results need not wait for them. */
function asksOf(sampler: Sampler, plan: SweepPlan): Ask[] {
  const most = askedAtOnce(plan);
  const asks: Ask[] = [];
  while (asks.length < most) {
    const ask = sampler.ask();
    if (ask === undefined) break;
    asks.push(ask);
  }
  return asks;
}

function runOf(plan: SweepPlan, window: number, { trial, point, rung, share }: Ask): KeyedRun {
  return { key: { window, trial, rung }, params: paramsOf(plan, point), range: partOf(plan.windows[window]!.inSample, share) };
}

function paramsOf({ dimensions }: SweepPlan, point: readonly string[]): Record<string, string> {
  return Object.fromEntries(dimensions.map(({ name }, i) => [name, point[i]!]));
}

interface Tried {
  readonly params: SweepTrial['params'];
  readonly rungs: { readonly share: number; readonly value: number | undefined }[];
  result: TrialResult | undefined;
}

/** The results of a window's trials so far. */
class TriedTrials {
  readonly #options: StudyOptions;
  readonly #trials: Tried[] = [];

  constructor(options: StudyOptions) {
    this.#options = options;
  }

  begin({ trial, point, rung }: Ask): void {
    const { plan, listener, firstNumber } = this.#options;
    if (rung > 0) return;
    this.#trials.push({ params: paramsOf(plan, point), rungs: [], result: undefined });
    listener.asked?.(firstNumber + trial, point);
  }

  tell({ trial, share, rung }: Ask, result: TrialResult): number | undefined {
    const { plan, listener, firstNumber } = this.#options;
    const value = comparedValue(plan, result);
    const tried = this.#trials[trial]!;
    tried.rungs.push({ share, value });
    tried.result = result;
    listener.told?.(firstNumber + trial, { rung, isLast: share === 1, value });
    return value;
  }

  end(): SweepTrial[] {
    const { window, firstNumber, listener } = this.#options;
    return this.#trials.map(({ params, rungs, result }, trial): SweepTrial => {
      const { share, value } = rungs.at(-1)!;
      const state = value === undefined ? 'failed' : share === 1 ? 'complete' : 'halved';
      const number = firstNumber + trial;
      if (share < 1) listener.halved?.(number, value);
      return { number, window, params, state, rungs, value, inSample: result!, outOfSample: undefined };
    });
  }
}
