/** One look at a process: how much it holds of each thing. */
export interface Sample {
  /** In hours since the beginning. */
  readonly hours: number;
  readonly values: Readonly<Record<string, number>>;
}

/** How much of something may be added in an hour, so that it counts as flat. */
export interface Bound {
  readonly name: string;
  readonly unit: string;
  readonly perHour: number;
}

export interface Slope extends Bound {
  readonly first: number;
  readonly last: number;
  /** What is added in an hour, by least squares. */
  readonly slope: number;
  readonly isFlat: boolean;
}

/** For how long nothing was asked of the venue at the most, in hours: a daemon that stands still holds everything flat. */
export function standstillOf(samples: readonly Sample[]): number {
  let [longest, since] = [0, samples[0]?.hours ?? 0];
  for (const [i, { hours, values }] of samples.entries()) {
    if (values['intents'] !== samples[i - 1]?.values['intents']) since = hours;
    longest = Math.max(longest, hours - since);
  }
  return longest;
}

/** What a program needs to warm up is no leak: this share of the samples is left out. */
const WARM_UP = 1 / 3;

/** How each thing grows once it is warm. Throws when there are too few samples to say. */
export function slopesOf(samples: readonly Sample[], bounds: readonly Bound[]): readonly Slope[] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  if (warm.length < 3) throw new Error(`${samples.length} samples are too few to tell a slope: let it run for longer`);
  return bounds.map((bound) => {
    const points = warm.map(({ hours, values }) => ({ hours, value: values[bound.name] ?? NaN }));
    const slope = slopeOf(points);
    return { ...bound, first: points[0]!.value, last: points.at(-1)!.value, slope, isFlat: slope <= bound.perHour };
  });
}

function slopeOf(points: readonly { readonly hours: number; readonly value: number }[]): number {
  const meanHours = points.reduce((sum, { hours }) => sum + hours, 0) / points.length;
  const meanValue = points.reduce((sum, { value }) => sum + value, 0) / points.length;
  let [above, below] = [0, 0];
  for (const { hours, value } of points) {
    above += (hours - meanHours) * (value - meanValue);
    below += (hours - meanHours) ** 2;
  }
  return above / below;
}

/** As a table for people. */
export function slopeLines(slopes: readonly Slope[]): readonly string[] {
  const rows = slopes.map(({ name, unit, first, last, slope, perHour, isFlat }) => [
    name,
    `${first.toFixed(1)} ${unit}`,
    `${last.toFixed(1)} ${unit}`,
    `${slope >= 0 ? '+' : ''}${slope.toFixed(3)} ${unit}/h`,
    `<= ${perHour} ${isFlat ? 'flat' : 'GROWS'}`,
  ]);
  const table = [['WHAT', 'WARM', 'END', 'SLOPE', 'BOUND'], ...rows];
  const widths = table[0]!.map((_, i) => Math.max(...table.map((row) => row[i]!.length)));
  return table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
}
