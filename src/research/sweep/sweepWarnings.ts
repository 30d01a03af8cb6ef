import { counted } from '../../base/counted.ts';
import { trialsOf } from './createSampler.ts';
import type { Dimension } from './dimension.ts';
import { gridSize } from './gridPoints.ts';
import type { Significance, SweepOutcome } from './sweepOutcome.ts';
import { scoreOf, type SweepPlan } from './sweepPlan.ts';
import type { SweepTrial } from './sweepTrial.ts';

/** Below this probability, chance explains the best trial well enough. */
const CONVINCING = 0.95;
const FEW_FILLS = 30;
const MOST_REASONS = 5;

/** Reasons why the best parameters look better than they are. */
export function sweepWarnings({ plan, trials, windows, overall }: Omit<SweepOutcome, 'warnings'>): string[] {
  const chosen = windows.flatMap(({ best }) => (best === undefined ? [] : [trials[best]!]));
  return [
    ...leftOut(plan),
    ...withoutValue(plan.objective, trials),
    ...errors(trials),
    ...edges(plan.dimensions, chosen),
    ...fewFills(chosen),
    ...lost(chosen),
    ...likeOthers(plan, trials, chosen),
    ...luck(windows.length === 1 ? 'the best in sample' : 'the best in sample of the last window', windows.at(-1)!.significance),
    ...(plan.windows.some(({ outOfSample }) => outOfSample !== undefined) ? luck('what was chosen, out of sample', overall) : [UNSEEN]),
  ];
}

const UNSEEN = 'nothing was kept out of sample: nothing says whether the best parameters are good on data that they were not chosen by';

/** The first points of a grid lie in one corner of the space. */
function leftOut({ dimensions, sampler: options }: SweepPlan): string[] {
  const [size, tried] = [gridSize(dimensions), trialsOf(dimensions, options)];
  if (options.sampler !== 'grid' || tried === size) return [];
  return [`only the first ${tried} of ${size} combinations of the grid were tried: the others lie elsewhere in the space`];
}

function withoutValue(objective: string, trials: readonly SweepTrial[]): string[] {
  const failed = trials.filter(({ value }) => value === undefined);
  if (failed.length === 0) return [];
  const because = failed.map(({ inSample }) => inSample.because).find((reason) => reason !== undefined);
  const why = because === undefined ? '' : `: ${because}`;
  return [`${failed.length} of ${trials.length} trials have no ${objective}${why}`];
}

function errors(trials: readonly SweepTrial[]): string[] {
  const found = trials.flatMap(({ inSample, outOfSample }) => [inSample.error ?? [], outOfSample?.error ?? []].flat());
  return grouped(found, (count) => `${count === 1 ? '1 run' : `${count} runs`} failed`);
}

/** The most frequent reasons with their counts. Some reasons name a value, so there may be as many as trials. */
function grouped(reasons: readonly string[], what: (count: number) => string): string[] {
  const groups = [...Map.groupBy(reasons, (reason) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  const others = groups.slice(MOST_REASONS).reduce((sum, [, { length }]) => sum + length, 0);
  const lines = groups.slice(0, MOST_REASONS).map(([reason, { length }]) => `${what(length)}: ${reason}`);
  return others === 0 ? lines : [...lines, `${what(others)} for other reasons, which results.jsonl names`];
}

/** An optimum at the edge shows where the space ends, and not where the parameter is best. */
function edges(dimensions: readonly Dimension[], chosen: readonly SweepTrial[]): string[] {
  return dimensions.flatMap(({ name, values, isOrdered, unitOf, textAt }) => {
    if (!isOrdered || values?.length === 1) return [];
    const ends = [textAt(0), textAt(1 - Number.EPSILON)];
    const near = chosen.map(({ params }) => params[name]!).filter((text) => ends.includes(text) || isNear(unitOf(text), values));
    const some = near.length === 0 ? [] : [[...new Set(near)].join(', ')];
    return some.map((texts) => `${name}: the best value ${texts} is at the edge of the space; the best one may lie beyond it`);
  });
}

/** In a continuous dimension, the outermost hundredths. */
function isNear(unit: number, values: readonly string[] | undefined): boolean {
  return values === undefined && (unit < 0.01 || unit > 0.99);
}

function fewFills(chosen: readonly SweepTrial[]): string[] {
  return chosen
    .filter(({ inSample }) => inSample.fills < FEW_FILLS)
    .map(({ number, inSample }) => `trial ${number} had ${counted(inSample.fills, 'fill')} in sample: too few to tell skill from luck`);
}

function lost(chosen: readonly SweepTrial[]): string[] {
  return chosen
    .filter(({ inSample, outOfSample }) => (inSample.figures['profit'] ?? 0) > 0 && (outOfSample?.figures['profit'] ?? 0) < 0)
    .map(({ number }) => `trial ${number} gained in sample and lost out of sample`);
}

/**
 * Warns of trials that may be as good as the best: the better end of their interval lies beyond the worse end of the best one's.
 */
function likeOthers(plan: SweepPlan, trials: readonly SweepTrial[], chosen: readonly SweepTrial[]): string[] {
  const { objective, direction, draws } = plan;
  if (draws === 0) return [];
  return chosen.flatMap((best) => {
    const beyond = trials.filter(({ window, number, state, inSample }) => {
      const interval = inSample.drawn?.[objective];
      const betterEnd = direction === 'minimize' ? interval?.low : interval?.high;
      return (
        window === best.window && number !== best.number && state === 'complete' && scoreOf(plan, betterEnd)! > scoreOf(plan, best.value)!
      );
    });
    if (beyond.length === 0) return [];
    return [
      `${draws} draws do not tell trial ${best.number} from ${counted(beyond.length, 'other trial')}: their intervals of ${objective} overlap`,
    ];
  });
}

/** Why there is no ratio is told in its place. */
function luck(what: string, significance: Significance): string[] {
  if ('because' in significance) return [];
  const { deflated, trials } = significance;
  if (deflated >= CONVINCING) return [];
  return [`${what} may be luck: deflated Sharpe ratio ${deflated.toFixed(2)} after ${trials} trials (convincing from ${CONVINCING} on)`];
}
