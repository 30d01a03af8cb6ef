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

interface Scored {
  readonly trial: number;
  readonly score: number;
}

interface Rung {
  readonly share: number;
  /** How many were tried on it. */
  told: number;
  /** Those that are good for something and did not go on, best first. */
  readonly waiting: Scored[];
  /** The scores of those that went on, best first. */
  readonly promoted: Scored[];
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
    // Points are comparable where all were tried on the same data.
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

  /** The best one that waits, when it is among the best share of all: those before it went on already. */
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

/** Where it belongs among those that are sorted: best first, of equals the first trial. */
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
