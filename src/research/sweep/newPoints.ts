import type { Dimension } from './dimension.ts';
import { gridSize } from './gridPoints.ts';
import type { Point } from './sampler.ts';

/** A space counts as used up after this many draws without a new point: for each of its points, and at most. */
const DRAWS_FOR_EACH = 50;
const MOST_DRAWS = 20_000;

/** Keeps a sampler from trying a point twice, since the same parameters give the same result. */
export class NewPoints {
  readonly #seen = new Set<string>();
  readonly #size: number;

  constructor(dimensions: readonly Dimension[]) {
    this.#size = gridSize(dimensions);
  }

  isNew(point: Point): boolean {
    return !this.#seen.has(keyOf(point));
  }

  add(point: Point): Point {
    this.#seen.add(keyOf(point));
    return point;
  }

  /** The first new point that is drawn. Undefined when the space is used up. */
  draw(drawn: () => Point): Point | undefined {
    if (this.#seen.size >= this.#size) return undefined;
    const most = Math.min(MOST_DRAWS, DRAWS_FOR_EACH * this.#size);
    for (let i = 0; i < most; i++) {
      const point = drawn();
      if (this.isNew(point)) return this.add(point);
    }
    return undefined;
  }
}

function keyOf(point: Point): string {
  return point.join('\0');
}
