import { mean, sum } from '../metrics/sampleStatistics.ts';
import type { Dimension } from './dimension.ts';
import type { SweepTrial } from './sweepTrial.ts';

/** How much of the objective's variation between trials one parameter explains by itself. */
export interface Importance {
  readonly name: string;
  /** The share of the variance, from 0 to 1, beyond what chance would explain. Undefined when there are too few trials. */
  readonly share: number | undefined;
}

/** A dimension with many values is divided into at most this many groups. Fewer than three trials per group say nothing. */
const MOST_GROUPS = 8;
const TRIALS_A_GROUP = 3;

/**
 * The variance between groups of similar values divided by the total variance, corrected for chance (epsilon squared). All trials
 * are compared on the same data, that of the first rung. Effects that two parameters have only together do not show.
 */
export function importance(dimensions: readonly Dimension[], trials: readonly SweepTrial[]): Importance[] {
  const known = trials.flatMap(({ params, rungs }) => (rungs[0]?.value === undefined ? [] : [{ params, value: rungs[0].value }]));
  return dimensions.map((dimension) => {
    const { name, values, isOrdered } = dimension;
    const all = values !== undefined && (!isOrdered || values.length <= MOST_GROUPS) ? values.length : MOST_GROUPS;
    const count = Math.min(all, Math.max(2, Math.floor(known.length / TRIALS_A_GROUP)));
    const groups = Array.from({ length: isOrdered ? count : all }, () => [] as number[]);
    for (const { params, value } of known) {
      const unit = dimension.unitOf(params[name]!);
      groups[Math.min(groups.length - 1, Math.floor(unit * groups.length))]!.push(value);
    }
    return { name, share: explained(groups.filter(({ length }) => length > 0)) };
  });
}

function explained(groups: readonly (readonly number[])[]): number | undefined {
  const all = groups.flat();
  if (groups.length < 2 || all.length < TRIALS_A_GROUP * groups.length) return undefined;
  const total = squares(all);
  if (total === 0) return undefined;
  const within = sum(groups.map((group) => squares(group)));
  const chance = ((groups.length - 1) * within) / (all.length - groups.length);
  return Math.max(0, (total - within - chance) / total);
}

/** The sum of squared distances from the mean. */
function squares(values: readonly number[]): number {
  const middle = mean(values);
  return sum(values.map((value) => (value - middle) ** 2));
}
