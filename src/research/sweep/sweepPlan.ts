import type { Instant } from '../../base/instant.ts';
import type { Band, RunLatency } from '../runRecord.ts';
import type { SamplerOptions } from './createSampler.ts';
import type { Dimension } from './dimension.ts';
import type { SweepWindow } from './sweepWindows.ts';

/** All that the choice of trials depends on, beside what they come to. */
export interface SweepPlan {
  /** Name of the configuration and the beginning of the hash of all that goes in. */
  readonly id: string;
  readonly dimensions: readonly Dimension[];
  /** Each window has a sampler of its own, with a seed of its own. */
  readonly sampler: SamplerOptions;
  /** How many trials are chosen before the results of any of them are looked at, where the sampler looks at results at all. */
  readonly batch: number;
  readonly band: Band;
  /** What all runs assume. */
  readonly latency: RunLatency;
  /** Name of the metric. */
  readonly objective: string;
  readonly direction: 'maximize' | 'minimize';
  /** At least one, in order of time. */
  readonly windows: readonly SweepWindow[];
  /** How many of the best trials of a window are run out of sample. */
  readonly best: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** How many trials are chosen at once: all, unless the sampler looks at results. */
export function askedAtOnce({ batch, sampler: { sampler, halving } }: Pick<SweepPlan, 'batch' | 'sampler'>): number {
  return sampler === 'tpe' || halving !== undefined ? batch : Infinity;
}

/** More is better, whatever the direction; undefined when there is no value. */
export function scoreOf({ direction }: Pick<SweepPlan, 'direction'>, value: number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  return direction === 'minimize' ? -value : value;
}
