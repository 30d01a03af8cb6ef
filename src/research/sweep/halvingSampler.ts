import { assert } from '../../base/assert.ts';
import type { Ask, Point, PointSource, Sampler } from './sampler.ts';

export interface HalvingOptions {
  /** How many points to begin with. */
  readonly trials: number;
  /** How many stages there are. The last one uses all of the data. */
  readonly rungs: number;
  /** One point in this many goes on, and each stage uses this many times the data of the one before. */
  readonly reduction: number;
}

interface Scored {
  readonly trial: number;
  readonly score: number;
}

interface Rung {
  readonly share: number;
  /** How many points have results on this rung. */
  told: number;
  /** Points with a score that have not gone on, best first. */
  readonly waiting: Scored[];
  /** The scores of the points that have gone on, best first. */
  readonly promoted: Scored[];
}

/**
 * Asynchronous successive halving (Li et al. 2018). All points are tried on a little of the data, and the best of each rung on
 * more. A point goes on as soon as it is among the best of the known ones.
 */
export class HalvingSampler implements Sampler {
  readonly #source: PointSource;
  readonly #options: HalvingOptions;
  readonly #rungs: readonly Rung[];
  readonly #points: Point[] = [];
  /** By trial, the rung on which it is being tried. */
  readonly #running = new Map<number, number>();

  constructor(source: PointSource, options: HalvingOptions) {
    const { rungs, reduction } = options;
    assert(rungs >= 2 && reduction >= 2, () => `halving needs two rungs and a reduction of two at least, not ${rungs} and ${reduction}`);
    this.#source = source;
    this.#options = options;
    this.#rungs = Array.from({ length: rungs }, (_, i) => ({
      share: reduction ** (i + 1 - rungs),
      told: 0,
      waiting: [],
      promoted: [],
    }));
  }

  ask(): Ask | undefined {
    for (let rung = this.#rungs.length - 2; rung >= 0; rung--) {
      const next = this.#promoted(this.#rungs[rung]!);
      if (next !== undefined) return this.#begin(next.trial, rung + 1);
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
    // Only points that were tried on the same data can be compared.
    if (rung === 0) this.#source.told?.(this.#points[trial]!, score);
    const { waiting } = this.#rungs[rung]!;
    this.#rungs[rung]!.told++;
    if (score === undefined) return;
    const scored = { trial, score };
    waiting.splice(placeIn(waiting, scored), 0, scored);
  }

  #begin(trial: number, rung: number): Ask {
    this.#running.set(trial, rung);
    return { trial, point: this.#points[trial]!, share: this.#rungs[rung]!.share, rung };
  }

  /** The best waiting point, when it is among the best share of all. Better ones have gone on already. */
  #promoted({ told, waiting, promoted }: Rung): Scored | undefined {
    const [best] = waiting;
    if (best === undefined) return undefined;
    const before = placeIn(promoted, best);
    if (before >= Math.floor(told / this.#options.reduction)) return undefined;
    waiting.shift();
    promoted.splice(before, 0, best);
    return best;
  }
}

/** The place of a point in a sorted list: best first, and of equal scores the first trial. */
function placeIn(sorted: readonly Scored[], { trial, score }: Scored): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = sorted[middle]!;
    if (other.score > score || (other.score === score && other.trial < trial)) low = middle + 1;
    else high = middle;
  }
  return low;
}
