import { Fault } from '../../base/fault.ts';
import type { Dimension } from './dimension.ts';
import { gridPoints, gridSize } from './gridPoints.ts';
import { HalvingSampler } from './halvingSampler.ts';
import { PointSampler } from './pointSampler.ts';
import { randomPoints } from './randomPoints.ts';
import type { SamplerName } from '../../settings/sweepSection.ts';
import type { PointSource, Sampler } from './sampler.ts';
import { sobolPoints } from './sobolPoints.ts';
import { TpePoints } from './tpePoints.ts';

export interface SamplerOptions {
  readonly sampler: SamplerName;
  /** The most points to try. Without it, a grid is tried completely. */
  readonly trials: number | undefined;
  readonly seed: string;
  readonly multivariate: boolean;
  readonly halving?: { readonly rungs: number; readonly reduction: number } | undefined;
}

const DEFAULT_TRIALS = 64;
const MOST_TRIALS = 1_000_000;

/** Throws a `Fault` `configuration` for a space or a number of trials that the sampler can't use. */
export function createSampler(dimensions: readonly Dimension[], options: SamplerOptions): Sampler {
  const { halving } = options;
  const source = sourceOf(dimensions, options);
  const trials = trialsOf(dimensions, options);
  if (trials > MOST_TRIALS) {
    throw new Fault('configuration', `sweep.space: expected at most ${MOST_TRIALS} combinations for a grid, not ${trials}`, {
      suggestion: 'take larger steps or fewer values, or another sampler with so many trials: random, sobol or tpe',
    });
  }
  if (halving === undefined) return new PointSampler(source, trials);
  requireEnough(trials, halving);
  return new HalvingSampler(source, { trials, ...halving });
}

/** At least one trial must be left when all of the data is reached. */
function requireEnough(trials: number, { rungs, reduction }: NonNullable<SamplerOptions['halving']>): void {
  const needed = reduction ** (rungs - 1);
  if (trials >= needed) return;
  throw new Fault(
    'configuration',
    `sweep.halving: expected at least ${needed} trials for ${rungs} rungs, not ${trials}: none would reach all of the data`,
    {
      suggestion: 'try more, take fewer rungs or a lower reduction, or leave halving out',
    },
  );
}

/** How many points will be tried at most. */
export function trialsOf(dimensions: readonly Dimension[], { sampler, trials }: SamplerOptions): number {
  const size = gridSize(dimensions);
  return Math.min(size, trials ?? (sampler === 'grid' ? size : DEFAULT_TRIALS));
}

function sourceOf(dimensions: readonly Dimension[], { sampler, seed, multivariate }: SamplerOptions): PointSource {
  switch (sampler) {
    case 'grid':
      return gridPoints(dimensions);
    case 'random':
      return randomPoints(dimensions, seed);
    case 'sobol':
      return sobolPoints(dimensions, seed);
    case 'tpe':
      return new TpePoints(dimensions, { seed, multivariate });
  }
}
