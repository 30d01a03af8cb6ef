import type { Random } from '../../base/random.ts';
import { normalCdf, normalQuantile } from '../metrics/normalDistribution.ts';
import type { Dimension } from './dimension.ts';

/** The weight of the kernel without any knowledge; an observation weighs 1. */
const PRIOR_WEIGHT = 1;
/** This many of the latest observations count fully. Older ones count ever less. */
const RECENT = 25;
const LEAST_WIDTHS = 100;

/**
 * The density of observed points: one kernel around each observation and one over the whole space. Each kernel is a product over
 * the dimensions. All places are in the unit interval. Widths and weights are those of Optuna's estimator (5.0).
 */
export class ParzenEstimator {
  readonly #weights: readonly number[];
  readonly #kernels: readonly (readonly Kernel[])[];
  /** The number of values of the only dimension. Undefined when it is continuous. */
  readonly #values: number | undefined;
  readonly #known = new Map<number, number>();

  /** `observed` has the place in each dimension for each observation, oldest first. */
  constructor(dimensions: readonly Dimension[], observed: readonly (readonly number[])[]) {
    const raw = [...weightsOf(observed.length), PRIOR_WEIGHT];
    const sum = raw.reduce((total, weight) => total + weight, 0);
    this.#weights = raw.map((weight) => weight / sum);
    this.#values = dimensions[0]?.values?.length;
    this.#kernels = dimensions.map((dimension, i) => {
      const places = observed.map((units) => units[i]!);
      return dimension.isOrdered ? bells(dimension, places) : choices(dimension.values!.length, places);
    });
  }

  sample(random: Random): number[] {
    let left = random.next();
    const picked = this.#weights.findIndex((weight) => (left -= weight) < 0);
    const at = picked < 0 ? this.#weights.length - 1 : picked;
    return this.#kernels.map((kernels) => kernels[at]!.sample(random.next()));
  }

  logDensity(units: readonly number[]): number {
    return this.#kernels.length === 1 ? Math.log(this.#densityAt(units[0]!)) : this.#logOfProducts(units);
  }

  /** In one dimension, all places in a value's share of the unit interval are the same. */
  #densityAt(unit: number): number {
    const [kernels] = this.#kernels;
    const key = this.#values === undefined ? unit : Math.floor(unit * this.#values);
    let density = this.#known.get(key);
    if (density === undefined) {
      density = 0.0;
      for (let k = 0; k < this.#weights.length; k++) density += this.#weights[k]! * kernels![k]!.density(unit);
      this.#known.set(key, density);
    }
    return density;
  }

  /** Products over many dimensions may be too small for a number, so logarithms are added. */
  #logOfProducts(units: readonly number[]): number {
    const logs = this.#weights.map((weight, k) => {
      let log = Math.log(weight);
      for (const [i, kernels] of this.#kernels.entries()) log += Math.log(kernels[k]!.density(units[i]!));
      return log;
    });
    const most = Math.max(...logs);
    if (most === -Infinity) return -Infinity;
    return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
  }
}

interface Kernel {
  /** Maps a number of [0, 1) to a place. */
  sample(share: number): number;
  density(unit: number): number;
}

function weightsOf(count: number): number[] {
  const ramp = count - RECENT;
  return Array.from({ length: count }, (_, i) => {
    if (i >= ramp) return 1;
    return ramp === 1 ? 1 / count : 1 / count + ((1 - 1 / count) * i) / (ramp - 1);
  });
}

/** Normal distributions cut off at the bounds. Each is as wide as the distance to the farther of its two neighbours. */
function bells({ values }: Dimension, places: readonly number[]): Kernel[] {
  const cells = values?.length;
  const least = 1 / Math.min(LEAST_WIDTHS, places.length + 2);
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const widths = new Array<number>(places.length).fill(1);
  for (const [rank, i] of order.entries()) {
    const here = places[i]!;
    const below = rank === 0 ? here : places[order[rank - 1]!]!;
    const above = rank === order.length - 1 ? here : places[order[rank + 1]!]!;
    // Only a single observation uses the distances to the bounds.
    const gaps = places.length === 1 ? [here, 1 - here] : [here - below, above - here];
    widths[i] = Math.min(1, Math.max(least, ...gaps));
  }
  return [...places.map((place, i) => bell(place, widths[i]!, cells)), bell(0.5, 1, cells)];
}

/** `cells` is the number of values. Undefined for a continuous dimension. */
function bell(centre: number, width: number, cells: number | undefined): Kernel {
  const cdf = (unit: number): number => normalCdf((unit - centre) / width);
  const low = cdf(0);
  const mass = cdf(1) - low;
  return {
    sample: (share) => Math.min(1 - Number.EPSILON, Math.max(0, centre + width * normalQuantile(low + share * mass))),
    density(unit) {
      if (cells === undefined) return Math.exp(-0.5 * ((unit - centre) / width) ** 2) / (width * Math.sqrt(2 * Math.PI) * mass);
      const cell = Math.min(cells - 1, Math.floor(unit * cells));
      return massBetween((cell / cells - centre) / width, ((cell + 1) / cells - centre) / width) / mass;
    },
  };
}

/**
 * The mass of the standard normal distribution between two places. It is measured from the nearer end, so that both tails are
 * equally exact.
 */
function massBetween(low: number, high: number): number {
  return low > 0 ? normalCdf(-low) - normalCdf(-high) : normalCdf(high) - normalCdf(low);
}

/** For values without an order: the observed value, and a little of each value. */
function choices(count: number, places: readonly number[]): Kernel[] {
  const little = PRIOR_WEIGHT / (places.length + 1);
  return [...places.map((place) => choice(count, little, Math.min(count - 1, Math.floor(place * count)))), choice(count, 1, undefined)];
}

/** Each value weighs `little`, and the chosen one 1 more. */
function choice(count: number, little: number, chosen: number | undefined): Kernel {
  const more = chosen === undefined ? 0 : 1;
  const total = more + little * count;
  const before = (chosen ?? 0) * little;
  return {
    sample(share) {
      const at = share * total;
      const isChosen = more > 0 && at >= before && at < before + little + more;
      const cell = isChosen ? chosen! : Math.floor((at < before ? at : at - more) / little);
      return (Math.min(count - 1, cell) + 0.5) / count;
    },
    density: (unit) => (little + (Math.min(count - 1, Math.floor(unit * count)) === chosen ? more : 0)) / total,
  };
}
