import type { Instant } from '../../base/instant.ts';
import type { Band, RunLatency } from '../runRecord.ts';
import type { SamplerOptions } from './createSampler.ts';
import type { Dimension } from './dimension.ts';
import type { SweepWindow } from './sweepWindows.ts';
import type { TrialResult } from './trial.ts';

/** Everything that determines the choice of trials, apart from their results. */
export interface SweepPlan {
  /** The name of the configuration and the beginning of the hash of all inputs. */
  readonly id: string;
  readonly dimensions: readonly Dimension[];
  /** Each window has its own sampler with its own seed. */
  readonly sampler: SamplerOptions;
  /** How many trials are chosen before any of their results is used, if the sampler uses results at all. */
  readonly batch: number;
  readonly band: Band;
  /** How many draws of the fitted band accompany each run; 0 for none. See `comparedValue`. */
  readonly draws: number;
  /** The latency that all runs assume. */
  readonly latency: RunLatency;
  /** The name of a metric. */
  readonly objective: string;
  readonly direction: 'maximize' | 'minimize';
  /** At least one, in order of time. */
  readonly windows: readonly SweepWindow[];
  /** How many of a window's best trials are run out of sample. */
  readonly best: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** How many trials are chosen at once: all of them, unless the sampler uses results. */
export function askedAtOnce({ batch, sampler: { sampler, halving } }: Pick<SweepPlan, 'batch' | 'sampler'>): number {
  return sampler === 'tpe' || halving !== undefined ? batch : Infinity;
}

/** The value by which trials are compared: the objective or, with draws, the worse end of its interval over the draws. */
export function comparedValue({ objective, direction, draws }: SweepPlan, { figures, drawn }: TrialResult): number | undefined {
  if (draws === 0) return figures[objective] ?? undefined;
  const interval = drawn?.[objective] ?? undefined;
  return direction === 'minimize' ? interval?.high : interval?.low;
}

/** A score where more is better, whatever the direction of the objective. Undefined when there is no value. */
export function scoreOf({ direction }: Pick<SweepPlan, 'direction'>, value: number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  return direction === 'minimize' ? -value : value;
}
