import { assert } from '../../base/assert.ts';
import type { Ask, Point, PointSource, Sampler } from './sampler.ts';

export interface HalvingOptions {
  /** How many points are begun with. */
  readonly trials: number;
  /** How many shares of the data there are, the last one all of it. */
  readonly rungs: number;
  /** One of so many goes on, and each share is so many times the one before. */
  readonly reduction: number;
}

interface Rung {
  readonly share: number;
  readonly results: { readonly trial: number; readonly score: number }[];
  readonly promoted: Set<number>;
}

/**
 * Asynchronous successive halving (Li et al. 2018): all points are tried on a little of the data, and the best of each share of
 * it on more. A point goes on as soon as it is among the best of those that are known.
 */
export class HalvingSampler implements Sampler {
  readonly #source: PointSource;
  readonly #options: HalvingOptions;
  readonly #rungs: readonly Rung[];
  readonly #points: Point[] = [];
  /** By trial: the rung that it is being tried on. */
  readonly #running = new Map<number, number>();

  constructor(source: PointSource, options: HalvingOptions) {
    const { rungs, reduction } = options;
    assert(rungs >= 2 && reduction >= 2, () => `halving needs two rungs and a reduction of two at least, not ${rungs} and ${reduction}`);
    this.#source = source;
    this.#options = options;
    this.#rungs = Array.from({ length: rungs }, (_, i) => ({
      share: reduction ** (i + 1 - rungs),
      results: [],
      promoted: new Set<number>(),
    }));
  }

  ask(): Ask | undefined {
    for (let rung = this.#rungs.length - 2; rung >= 0; rung--) {
      const trial = this.#promotable(this.#rungs[rung]!);
      if (trial === undefined) continue;
      this.#rungs[rung]!.promoted.add(trial);
      return this.#begin(trial, rung + 1);
    }
    if (this.#points.length >= this.#options.trials) return undefined;
    const point = this.#source.next();
    if (point === undefined) return undefined;
    this.#points.push(point);
    return this.#begin(this.#points.length - 1, 0);
  }

  tell(trial: number, score: number | undefined): void {
    const rung = this.#running.get(trial);
    assert(rung !== undefined, () => `trial ${trial} was not asked for, or told twice`);
    this.#running.delete(trial);
    // Points are comparable where all were tried on the same data.
    if (rung === 0) this.#source.told?.(this.#points[trial]!, score);
    this.#rungs[rung]!.results.push({ trial, score: score ?? -Infinity });
  }

  #begin(trial: number, rung: number): Ask {
    this.#running.set(trial, rung);
    return { trial, point: this.#points[trial]!, share: this.#rungs[rung]!.share, rung };
  }

  #promotable({ results, promoted }: Rung): number | undefined {
    const best = results
      .filter(({ score }) => score > -Infinity)
      .toSorted((a, b) => b.score - a.score || a.trial - b.trial)
      .slice(0, Math.floor(results.length / this.#options.reduction));
    return best.find(({ trial }) => !promoted.has(trial))?.trial;
  }
}
