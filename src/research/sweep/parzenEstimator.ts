import type { Random } from '../../base/random.ts';
import { normalCdf, normalQuantile } from '../metrics/normalDistribution.ts';
import type { Dimension } from './dimension.ts';

/** Of the kernel that knows nothing, against one observation. */
const PRIOR_WEIGHT = 1;
/** The last so many observations count in full; older ones ever less. */
const RECENT = 25;
const LEAST_WIDTHS = 100;
/** Where the prior kernel has its middle. */
const PRIOR_CENTRE = 0.5;
/** Of the bells of several dimensions that are looked at together, before the number of observations narrows them. */
const TOGETHER_WIDTH = 0.2;

/**
 * The density of what was observed: a kernel around each observation, and one over the whole space, each a product over the
 * dimensions. Everything is in places of the unit interval. Widths and weights are those of Optuna's estimator.
 */
export class ParzenEstimator {
  readonly #weights: readonly number[];
  readonly #kernels: readonly (readonly Kernel[])[];

  /** `observed`: by observation, oldest first, the place in each dimension. `multivariate`: one width for all of them. */
  constructor(dimensions: readonly Dimension[], observed: readonly (readonly number[])[], multivariate: boolean) {
    const raw = [...weightsOf(observed.length), PRIOR_WEIGHT];
    const sum = raw.reduce((total, weight) => total + weight, 0);
    this.#weights = raw.map((weight) => weight / sum);
    this.#kernels = dimensions.map((dimension, i) => {
      const places = observed.map((units) => units[i]!);
      if (!dimension.isOrdered) return choices(dimension.values!.length, places);
      const { length } = places;
      const widths = multivariate ? places.map(() => TOGETHER_WIDTH * length ** (-1 / (dimensions.length + 4))) : widthsOf(places);
      return bells(dimension, places, widths);
    });
  }

  sample(random: Random): number[] {
    let left = random.next();
    const picked = this.#weights.findIndex((weight) => (left -= weight) < 0);
    const at = picked < 0 ? this.#weights.length - 1 : picked;
    return this.#kernels.map((kernels) => kernels[at]!.sample(random.next()));
  }

  logDensity(units: readonly number[]): number {
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
  /** From a number of [0, 1) to a place. */
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

/** As wide as the farther of the two neighbours is away, one of which may be the prior's middle. */
function widthsOf(places: readonly number[]): number[] {
  const all = [...places, PRIOR_CENTRE];
  const order = all.map((_, i) => i).sort((a, b) => all[a]! - all[b]! || a - b);
  const widths = new Array<number>(all.length).fill(1);
  for (const [rank, i] of order.entries()) {
    const here = all[i]!;
    const below = rank === 0 ? here : all[order[rank - 1]!]!;
    const above = rank === order.length - 1 ? here : all[order[rank + 1]!]!;
    widths[i] = Math.max(here - below, above - here);
  }
  return widths.slice(0, places.length);
}

/** Normal distributions cut off at the bounds. */
function bells({ values }: Dimension, places: readonly number[], widths: readonly number[]): Kernel[] {
  const cells = values?.length;
  const least = 1 / Math.min(LEAST_WIDTHS, places.length + 2);
  return [...places.map((place, i) => bell(place, Math.min(1, Math.max(least, widths[i]!)), cells)), bell(PRIOR_CENTRE, 1, cells)];
}

/** `cells`: how many values there are; undefined for a continuum. */
function bell(centre: number, width: number, cells: number | undefined): Kernel {
  const cdf = (unit: number): number => normalCdf((unit - centre) / width);
  const low = cdf(0);
  const mass = cdf(1) - low;
  return {
    sample: (share) => Math.min(1 - Number.EPSILON, Math.max(0, centre + width * normalQuantile(low + share * mass))),
    density(unit) {
      if (cells === undefined) return Math.exp(-0.5 * ((unit - centre) / width) ** 2) / (width * Math.sqrt(2 * Math.PI) * mass);
      const cell = Math.min(cells - 1, Math.floor(unit * cells));
      return (cdf((cell + 1) / cells) - cdf(cell / cells)) / mass;
    },
  };
}

/** Of values without an order: the one that was observed, and a little of each. */
function choices(count: number, places: readonly number[]): Kernel[] {
  const even = 1 / count;
  if (places.length === 0) return [choice(new Array<number>(count).fill(even))];
  const little = PRIOR_WEIGHT / (places.length + 1);
  const around = places.map((place) => {
    const chosen = Math.min(count - 1, Math.floor(place * count));
    const total = 1 + little * count;
    return choice(Array.from({ length: count }, (_, i) => (little + (i === chosen ? 1 : 0)) / total));
  });
  return [...around, choice(new Array<number>(count).fill(even))];
}

function choice(shares: readonly number[]): Kernel {
  const { length } = shares;
  const cellOf = (unit: number): number => Math.min(length - 1, Math.floor(unit * length));
  return {
    sample(share) {
      let left = share;
      const picked = shares.findIndex((each) => (left -= each) < 0);
      return ((picked < 0 ? length - 1 : picked) + 0.5) / length;
    },
    density: (unit) => shares[cellOf(unit)]!,
  };
}
