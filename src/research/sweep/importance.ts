import { mean, sum } from '../metrics/sampleStatistics.ts';
import type { Dimension } from './dimension.ts';
import type { SweepTrial } from './sweepTrial.ts';

/** How much a parameter by itself explains of how the objective differs between trials. */
export interface Importance {
  readonly name: string;
  /** Of the variance, 0 to 1, less what chance alone would explain; undefined when the trials are too few to say. */
  readonly share: number | undefined;
}

/** Groups of a dimension with many values; fewer trials than three to a group say nothing. */
const MOST_GROUPS = 8;
const TRIALS_A_GROUP = 3;

/**
 * Variance between the groups of like values over all of it, corrected for chance (epsilon squared). All trials are compared on
 * the same data: the first rung. What two parameters do only together does not show.
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

/** How far values are from their mean, squared and summed. */
function squares(values: readonly number[]): number {
  const middle = mean(values);
  return sum(values.map((value) => (value - middle) ** 2));
}
