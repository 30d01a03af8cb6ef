import type { EquityStep } from './chronicle.ts';
import { type Extremes, joinedExtremes } from './extremes.ts';

/** One step for both, where `later` begins after `earlier` has ended. */
export function joinedSteps(earlier: EquityStep, later: Pick<EquityStep, 'extremes'>): EquityStep {
  const extremes: Record<string, Extremes> = { ...earlier.extremes };
  for (const [currency, those] of Object.entries(later.extremes)) {
    const before = extremes[currency];
    extremes[currency] = before === undefined ? those : joinedExtremes(before, those);
  }
  return { ...earlier, extremes };
}

/** Adds a step to a list of steps: to the last one where both belong together, else behind it. */
export function addStep(steps: EquityStep[], step: EquityStep, isSame: (last: EquityStep, step: EquityStep) => boolean): void {
  const last = steps.at(-1);
  if (last !== undefined && isSame(last, step)) steps[steps.length - 1] = joinedSteps(last, step);
  else steps.push(step);
}

/** Steps of `everyMs`, which begin where clocks do: at each whole minute, at each whole hour. */
export function isSameStep(everyMs: number): (last: Pick<EquityStep, 'at'>, step: Pick<EquityStep, 'at'>) => boolean {
  return (last, step) => Math.floor(last.at / everyMs) === Math.floor(step.at / everyMs);
}
