import type { Instant } from '../../base/instant.ts';

/** Consecutive numbers in either kind of array. */
type Series = readonly number[] | Float64Array;

/** A point of a line. Null ends the line there. */
export type Point = readonly [at: Instant, value: number | null];

/**
 * Reduces a series to so few points that a chart still looks the same: the lowest and the highest value of each interval, in
 * order, and the first and the last of all. A value that is not a number, or a hole of more than `gapMs`, breaks the line.
 */
export function thinned(at: Series, values: Series, stretches: number, gapMs: number): Point[] {
  const points: Point[] = [];
  const push = (index: number): void => {
    const last = points.at(-1);
    const time = at[index]!;
    if (last === undefined || last[1] === null || last[0] !== time) points.push([time, values[index]!]);
  };
  for (const [first, last] of runsOf(at, values, gapMs)) {
    if (points.length > 0) points.push([at[first]!, null]);
    push(first);
    for (const [low, high] of extremes(at, values, first, last, stretches)) {
      push(Math.min(low, high));
      push(Math.max(low, high));
    }
    push(last);
  }
  return points;
}

/** The lowest and the highest value of several series in each interval. Empty intervals are left out. */
export interface Ribbon {
  readonly at: readonly Instant[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export function ribbonOf(
  all: readonly { readonly at: readonly Instant[]; readonly values: readonly number[] }[],
  stretches: number,
): Ribbon {
  const from = Math.min(...all.flatMap(({ at }) => at.slice(0, 1)));
  const to = Math.max(...all.flatMap(({ at }) => at.slice(-1)));
  const low = new Float64Array(stretches).fill(Infinity);
  const high = new Float64Array(stretches).fill(-Infinity);
  for (const { at, values } of all) {
    for (let index = 0; index < at.length; index += 1) {
      const value = values[index]!;
      if (!Number.isFinite(value)) continue;
      const stretch = stretchOf(at[index]!, from, to, stretches);
      if (value < low[stretch]!) low[stretch] = value;
      if (value > high[stretch]!) high[stretch] = value;
    }
  }
  const kept = [...low.keys()].filter((stretch) => low[stretch]! <= high[stretch]!);
  // The ends lie on the first and the last sample. Everything else lies in the middle of its interval.
  const middle = (stretch: number): number => from + ((stretch + 0.5) / stretches) * (to - from);
  const place = (stretch: number, index: number): number =>
    index === 0 ? from : index === kept.length - 1 ? to : Math.round(middle(stretch));
  return { at: kept.map(place), low: kept.map((stretch) => low[stretch]!), high: kept.map((stretch) => high[stretch]!) };
}

/** The number of the interval of equal length in which an instant lies. */
export function stretchOf(at: Instant, from: Instant, to: Instant, stretches: number): number {
  return to <= from ? 0 : Math.min(stretches - 1, Math.floor(((at - from) / (to - from)) * stretches));
}

/** The first and the last index of each part without a hole. */
function runsOf(at: Series, values: Series, gapMs: number): [number, number][] {
  const runs: [number, number][] = [];
  for (let index = 0; index < at.length; index += 1) {
    if (!Number.isFinite(values[index])) continue;
    const run = runs.at(-1);
    if (run !== undefined && run[1] === index - 1 && at[index]! - at[index - 1]! <= gapMs) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

function extremes(at: Series, values: Series, first: number, last: number, stretches: number): [number, number][] {
  const found: [number, number][] = [];
  let current = -1;
  for (let index = first; index <= last; index += 1) {
    const stretch = stretchOf(at[index]!, at[0]!, at.at(-1)!, stretches);
    const pair = found.at(-1);
    if (pair === undefined || stretch !== current) {
      found.push([index, index]);
      current = stretch;
    } else {
      if (values[index]! < values[pair[0]]!) pair[0] = index;
      if (values[index]! > values[pair[1]]!) pair[1] = index;
    }
  }
  return found;
}
