import { Fault } from '../../base/fault.ts';
import type { Dimension } from './dimension.ts';
import { NewPoints } from './newPoints.ts';
import type { PointSource } from './sampler.ts';
import { MOST_SOBOL_DIMENSIONS, SobolSequence } from './sobolSequence.ts';

/** Points that cover the space evenly, however few they are. Throws a `Fault` `configuration` for too many dimensions. */
export function sobolPoints(dimensions: readonly Dimension[], seed: string): PointSource {
  if (dimensions.length > MOST_SOBOL_DIMENSIONS) {
    throw new Fault('configuration', `sweep.space has ${dimensions.length} dimensions; sobol takes at most ${MOST_SOBOL_DIMENSIONS}`, {
      suggestion: 'leave some out, or take another sampler: random or tpe',
    });
  }
  const sequence = new SobolSequence(dimensions.length, seed);
  const fresh = new NewPoints(dimensions);
  const next = (): string[] => {
    const units = sequence.next();
    return dimensions.map((dimension, i) => dimension.textAt(units[i]!));
  };
  return { next: () => fresh.draw(next) };
}
