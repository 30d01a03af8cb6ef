import { assert } from '../../base/assert.ts';
import type { Ask, Point, PointSource, Sampler } from './sampler.ts';

/** Tries each point of a source once on all of the data, up to a number of points. */
export class PointSampler implements Sampler {
  readonly #source: PointSource;
  readonly #most: number;
  readonly #points: Point[] = [];
  readonly #told = new Set<number>();

  constructor(source: PointSource, most: number) {
    this.#source = source;
    this.#most = most;
  }

  ask(): Ask | undefined {
    const trial = this.#points.length;
    if (trial >= this.#most) return undefined;
    const point = this.#source.next();
    if (point === undefined) return undefined;
    this.#points.push(point);
    return { trial, point, share: 1, rung: 0 };
  }

  tell(trial: number, score: number | undefined): void {
    assert(trial < this.#points.length && !this.#told.has(trial), () => `trial ${trial} was not asked for, or told twice`);
    this.#told.add(trial);
    this.#source.told?.(this.#points[trial]!, score);
  }
}
