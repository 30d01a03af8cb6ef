import { Fault } from '../../base/fault.ts';
import type { Dimension } from './dimension.ts';
import type { Point, PointSource } from './sampler.ts';

/** How many points a space of values has. Infinity when a dimension is continuous. */
export function gridSize(dimensions: readonly Dimension[]): number {
  return dimensions.reduce((size, { values }) => size * (values?.length ?? Infinity), 1);
}

/**
 * Every combination of values; the last dimension changes fastest. Throws a `Fault` `configuration` for a continuous dimension.
 */
export function gridPoints(dimensions: readonly Dimension[]): PointSource {
  const open = dimensions.find(({ values }) => values === undefined);
  if (open !== undefined) {
    throw new Fault('configuration', `sweep.space.${open.name}: a grid needs values, or a step`, {
      suggestion: 'give it a step, or take another sampler: random, sobol or tpe',
    });
  }
  const size = gridSize(dimensions);
  let next = 0;
  return {
    next: () => (next < size ? pointAt(dimensions, next++) : undefined),
  };
}

function pointAt(dimensions: readonly Dimension[], index: number): Point {
  let rest = index;
  return dimensions
    .toReversed()
    .map(({ values }) => {
      const { length } = values!;
      const value = values![rest % length]!;
      rest = Math.floor(rest / length);
      return value;
    })
    .toReversed();
}
