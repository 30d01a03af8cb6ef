import type { Dimension } from './dimension.ts';
import { gridPoints, gridSize } from './gridPoints.ts';
import { HalvingSampler } from './halvingSampler.ts';
import { PointSampler } from './pointSampler.ts';
import { randomPoints } from './randomPoints.ts';
import type { PointSource, Sampler, SamplerName } from './sampler.ts';
import { sobolPoints } from './sobolPoints.ts';
import { TpePoints } from './tpePoints.ts';

export interface SamplerOptions {
  readonly sampler: SamplerName;
  /** The most that are tried; a grid is tried whole when it is left out. */
  readonly trials: number | undefined;
  readonly seed: string;
  readonly multivariate: boolean;
  readonly halving?: { readonly rungs: number; readonly reduction: number } | undefined;
}

const DEFAULT_TRIALS = 64;

export function createSampler(dimensions: readonly Dimension[], options: SamplerOptions): Sampler {
  const { halving } = options;
  const source = sourceOf(dimensions, options);
  const trials = trialsOf(dimensions, options);
  return halving === undefined ? new PointSampler(source, trials) : new HalvingSampler(source, { trials, ...halving });
}

/** How many points will be tried at the most. */
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
