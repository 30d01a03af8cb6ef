import { type Random, seededRandom } from '../../base/random.ts';
import type { Dimension } from './dimension.ts';
import { NewPoints } from './newPoints.ts';
import { ParzenEstimator } from './parzenEstimator.ts';
import { randomPoint } from './randomPoints.ts';
import type { Point, PointSource } from './sampler.ts';

/** Optuna's defaults. */
const STARTUP_TRIALS = 10;
const CANDIDATES = 24;
const BEST_SHARE = 0.1;
const MOST_BEST = 25;

export interface TpeOptions {
  readonly seed: string;
  /** Whether all dimensions are considered together, and not each by itself. */
  readonly multivariate: boolean;
}

interface Tried {
  readonly units: readonly number[];
  /** Undefined while it is being tried. */
  score: number | undefined;
}

/**
 * The tree-structured Parzen estimator (Bergstra et al. 2011). It draws a few candidates where good points were dense, and takes
 * the one where bad points were least dense by comparison. Points that are still being tried count as bad, so that points asked
 * for together differ.
 */
export class TpePoints implements PointSource {
  readonly #dimensions: readonly Dimension[];
  readonly #random: Random;
  readonly #fresh: NewPoints;
  /** The groups of dimensions that are considered together. */
  readonly #groups: readonly (readonly number[])[];
  readonly #tried: Tried[] = [];
  readonly #byKey = new Map<string, Tried>();
  #told = 0;

  constructor(dimensions: readonly Dimension[], { seed, multivariate }: TpeOptions) {
    this.#dimensions = dimensions;
    this.#random = seededRandom(`${seed}:tpe`);
    this.#fresh = new NewPoints(dimensions);
    const all = dimensions.map((_, i) => i);
    this.#groups = multivariate ? [all] : all.map((i) => [i]);
  }

  next(): Point | undefined {
    const point = this.#told < STARTUP_TRIALS ? undefined : this.#suggested();
    const chosen = point === undefined ? this.#fresh.draw(() => randomPoint(this.#dimensions, this.#random)) : this.#fresh.add(point);
    if (chosen === undefined) return undefined;
    const tried: Tried = { units: chosen.map((text, i) => this.#dimensions[i]!.unitOf(text)), score: undefined };
    this.#tried.push(tried);
    this.#byKey.set(chosen.join('\0'), tried);
    return chosen;
  }

  told(point: Point, score: number | undefined): void {
    this.#byKey.get(point.join('\0'))!.score = score ?? -Infinity;
    this.#told++;
  }

  /** Undefined when every candidate was tried before. */
  #suggested(): Point | undefined {
    const { good, bad } = this.#split();
    const chosen = this.#groups.map((group) => this.#ranked(group, good, bad));
    // The best candidate of each group, else the next ones: in a small space the best may have been tried.
    for (let rank = 0; rank < CANDIDATES; rank++) {
      const units = new Array<number>(this.#dimensions.length);
      for (const [g, group] of this.#groups.entries()) for (const [k, i] of group.entries()) units[i] = chosen[g]![rank]![k]!;
      const point = this.#dimensions.map((dimension, i) => dimension.textAt(units[i]!));
      if (this.#fresh.isNew(point)) return point;
    }
    return undefined;
  }

  #split(): { readonly good: readonly Tried[]; readonly bad: readonly Tried[] } {
    const known = this.#tried.filter(({ score }) => score !== undefined);
    const count = Math.min(Math.ceil(BEST_SHARE * known.length), MOST_BEST);
    const best = new Set(known.toSorted((a, b) => compareScores(a.score!, b.score!)).slice(0, count));
    return { good: this.#tried.filter((each) => best.has(each)), bad: this.#tried.filter((each) => !best.has(each)) };
  }

  /** Candidates for some dimensions, best first. */
  #ranked(group: readonly number[], good: readonly Tried[], bad: readonly Tried[]): (readonly number[])[] {
    const dimensions = group.map((i) => this.#dimensions[i]!);
    const within = (tried: readonly Tried[]): number[][] => tried.map(({ units }) => group.map((i) => units[i]!));
    const [dense, sparse] = [new ParzenEstimator(dimensions, within(good)), new ParzenEstimator(dimensions, within(bad))];
    const candidates = Array.from({ length: CANDIDATES }, () => {
      const units = dense.sample(this.#random);
      return { units, gain: dense.logDensity(units) - sparse.logDensity(units) };
    });
    return candidates.toSorted((a, b) => b.gain - a.gain).map(({ units }) => units);
  }
}

/** Highest first. Two values of -Infinity are equal; their difference would be NaN. */
function compareScores(a: number, b: number): number {
  return a === b ? 0 : b > a ? 1 : -1;
}
