import { type Random, seededRandom } from '../../base/random.ts';
import type { Dimension } from './dimension.ts';
import { NewPoints } from './newPoints.ts';
import type { Point, PointSource } from './sampler.ts';

/** Points drawn evenly from the whole space, each at most once. */
export function randomPoints(dimensions: readonly Dimension[], seed: string): PointSource {
  const random = seededRandom(`${seed}:random`);
  const fresh = new NewPoints(dimensions);
  return { next: () => fresh.draw(() => randomPoint(dimensions, random)) };
}

export function randomPoint(dimensions: readonly Dimension[], random: Random): Point {
  return dimensions.map((dimension) => dimension.textAt(random.next()));
}
