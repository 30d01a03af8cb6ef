/** Statistics of a sample as pandas defines them. Each is NaN where the sample is too small for it. */

export function sum(values: readonly number[]): number {
  const total = new RunningSum();
  for (const value of values) total.add(value);
  return total.value;
}

/** A compensated sum (Neumaier), so that the order of small and large values does not show in the printed digits. */
export class RunningSum {
  count = 0;
  #total = 0.0;
  #lost = 0.0;

  add(value: number): void {
    const total = this.#total;
    const next = total + value;
    this.#lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    this.#total = next;
    this.count++;
  }

  get value(): number {
    return this.#total + this.#lost;
  }
}

/** The lowest and the highest value. For an empty sample, plus and minus infinity. */
export function rangeOf(values: readonly number[]): readonly [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Never beyond the lowest or the highest value: what a division rounds would make equal values spread, and what is divided by that spread anything. */
export function mean(values: readonly number[]): number {
  const [low, high] = rangeOf(values);
  return Math.min(Math.max(sum(values) / values.length, low), high);
}

/** Standard deviation, divided by n - 1. */
export function deviation(values: readonly number[]): number {
  return Math.sqrt(covariance(values, values));
}

/** Divided by n - 1. */
export function covariance(xs: readonly number[], ys: readonly number[]): number {
  const x = mean(xs);
  const y = mean(ys);
  return sum(xs.map((value, at) => (value - x) * (ys[at]! - y))) / (xs.length - 1);
}

export function correlation(xs: readonly number[], ys: readonly number[]): number {
  return covariance(xs, ys) / (deviation(xs) * deviation(ys));
}

/** Corrected for bias (G1). 0 for a constant sample, NaN below three values. */
export function skewness(values: readonly number[]): number {
  const n = values.length;
  if (n < 3) return NaN;
  const { second, third } = centralSums(values);
  if (second === 0) return 0;
  return ((n * Math.sqrt(n - 1)) / (n - 2)) * (third / second ** 1.5);
}

/** Excess over the normal distribution, corrected for bias (G2). 0 for a constant sample, NaN below four values. */
export function excessKurtosis(values: readonly number[]): number {
  const n = values.length;
  if (n < 4) return NaN;
  const { second, fourth } = centralSums(values);
  if (second === 0) return 0;
  const scale = (n * (n + 1) * (n - 1)) / ((n - 2) * (n - 3));
  return scale * (fourth / second ** 2) - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
}

/** The value below which that share of the values lies, interpolated linearly between its two neighbours. */
export function quantile(values: readonly number[], share: number): number {
  return values.length === 0
    ? NaN
    : quantileOfSorted(
        values.toSorted((a, b) => a - b),
        share,
      );
}

/** The same of values that are in order, and of which there is one at least. */
export function quantileOfSorted(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  return low + (sorted[Math.min(below + 1, sorted.length - 1)]! - low) * (place - below);
}

function centralSums(values: readonly number[]): { readonly second: number; readonly third: number; readonly fourth: number } {
  const centre = mean(values);
  const powers = (power: number): number => sum(values.map((value) => (value - centre) ** power));
  // What subtraction leaves of a constant sample is a rounding error, which the division would blow up.
  const second = powers(2);
  const noise = values.length * (1e-14 * Math.max(1, Math.abs(centre))) ** 2;
  return { second: second < noise ? 0 : second, third: powers(3), fourth: powers(4) };
}
