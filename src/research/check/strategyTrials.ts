import { orderSizeNews } from '../../engine/orderSizeNews.ts';
import { readParams } from '../../engine/params.ts';
import type { AnyStrategy } from '../../engine/strategy.ts';
import { priceOf } from '../../model/grid.ts';
import { kindOfText } from '../../model/kindOfText.ts';
import { underOtherClock } from '../backtest/underOtherClock.ts';
import type { CheckProblem, TrialOrder, TrialRow } from './checkReport.ts';
import { commandParts } from './commandText.ts';
import { handlerProblems, type ShapeProblem, watchedParams } from './strategyShape.ts';
import { TRIAL_MARKETS, type TrialMarketName } from './trialMarket.ts';
import { differenceOf, problemAt, repeatedAfter, runProblems } from './trialProblems.ts';
import { type TrialAsked, trialMarketsOf } from './trialPairs.ts';
import { runTrial, type TrialMoment, type TrialOutcome, type TrialPlan } from './trialRun.ts';

/** Is told which run begins, and of each event. */
export interface TrialListener {
  begins(plan: TrialPlan): void;
  event(event: TrialMoment): void;
}

export interface TrialsReport {
  readonly shapes: readonly ShapeProblem[];
  readonly problems: readonly CheckProblem[];
  readonly trials: readonly TrialRow[];
  readonly orders: readonly TrialOrder[];
}

const MARKETS = Object.keys(TRIAL_MARKETS) as TrialMarketName[];
/** What differs in a special way (refusals, a restart) is tried in these. */
const FEW: readonly TrialMarketName[] = ['calm', 'wild', 'days'];
const ORDERS_SHOWN = 6;

/**
 * Tries a strategy in made-up markets (one that does nothing there, once more with a position): in each one, once more under another clock, cut short, with a venue that refuses a third,
 * and restarted.
 */
export function strategyTrials(definition: AnyStrategy, seed: string, listener: TrialListener, asked?: TrialAsked): TrialsReport {
  const shapes = new Map<string, ShapeProblem>();
  const tell = (shape: ShapeProblem): unknown => shapes.set(shape.name, shape);
  const watched: AnyStrategy = {
    ...definition,
    setup(params, streams) {
      const made: unknown = definition.setup(watchedParams(params, tell), streams);
      if (typeof made === 'object' && made !== null) handlerProblems(made).forEach(tell);
      return made as ReturnType<AnyStrategy['setup']>;
    },
  };
  const run = (plan: TrialPlan): TrialOutcome => {
    listener.begins(plan);
    return runTrial(watched, plan, (event) => listener.event(event));
  };
  const alone = MARKETS.map((market) => run({ market, seed, asked }));
  // What does nothing may wait for a position: it is shown one.
  const isIdle = alone.every(({ decisions, stopped }) => decisions.length === 0 && stopped === undefined);
  const wholes = isIdle ? MARKETS.map((market) => run({ market, seed, asked, holds: true })) : alone;
  const found = wholes.flatMap(runProblems);
  const sizes = sizeProblems(definition, asked);
  // Where a strategy fails by itself, comparisons would only say so again.
  const problems = found.length > 0 ? [...sizes, ...found] : [...sizes, ...wholes.flatMap((whole) => comparisons(whole, run))];
  return { shapes: [...shapes.values()], problems: onceEach(problems), trials: wholes.map(rowOf), orders: firstOrders(wholes) };
}

/** Parameters with which no order could be placed under the rules of the pairs. */
function sizeProblems({ params, markets }: AnyStrategy, asked: TrialAsked = {}): readonly CheckProblem[] {
  const { values } = readParams(params, asked.params ?? {});
  const sized = trialMarketsOf(markets, asked).pairs.map((pair) => ({ pair, mid: priceOf(pair.grid, pair.firstMid) }));
  const tooSmall = orderSizeNews(params, values, sized).filter(({ isTooSmall }) => isTooSmall);
  return tooSmall.map(({ message }) => ({ where: 'its parameters', problem: message, instead: 'make it larger, or trade another pair' }));
}

function comparisons(whole: TrialOutcome, run: (plan: TrialPlan) => TrialOutcome): readonly CheckProblem[] {
  const { plan, last } = whole;
  const again = secondRun(whole, run);
  if (again.length > 0 || !FEW.includes(plan.market)) return again;
  const half = Math.floor(last.number / 2);
  const cut = differenceOf(
    whole,
    run({ ...plan, until: half }),
    'cut short, it decided otherwise before the end',
    'use nothing of what comes later',
  );
  const restarts = restartsOf(whole, half).map((restartAt) => run({ ...plan, restartAt }));
  const repeated = restarts.map((restarted) => repeatedAfter(whole, restarted)).filter((problem) => problem !== undefined);
  const others = [run({ ...plan, refuses: true }), ...restarts].flatMap(runProblems);
  return [...(cut === undefined ? [] : [cut]), ...repeated, ...others];
}

function secondRun(whole: TrialOutcome, run: (plan: TrialPlan) => TrialOutcome): readonly CheckProblem[] {
  const { result, reads } = underOtherClock(() => run(whole.plan));
  const instead = 'decide by the events, ctx.now and ctx.random alone, and keep state in setup';
  const read = reads.length === 0 ? '' : ` (${reads.join(' and ')} was asked for)`;
  const differs = differenceOf(whole, result, `a second run decided otherwise${read}`, instead);
  if (differs !== undefined) return [differs];
  return reads.length === 0 ? [] : [problemAt(whole.plan, whole.last, `${reads.join(' and ')} was asked for`, instead)];
}

/** Soon after the first decision, and in the middle. */
function restartsOf({ decisions, last }: TrialOutcome, half: number): readonly number[] {
  const first = decisions[0]?.event.number;
  return first === undefined || first + 4 >= last.number ? [half] : [...new Set([first + 4, half])];
}

/** The same trouble shows in many runs; the first one is enough. */
function onceEach(problems: readonly CheckProblem[]): readonly CheckProblem[] {
  const first = new Map<string, CheckProblem>();
  for (const each of problems) {
    const key = kindOfProblem(each.problem);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** What was refused is told in each kind; of all else the first words tell the kind. */
function kindOfProblem(problem: string): string {
  return problem.startsWith('refused (') ? kindOfText(problem) : problem.split(':', 1)[0]!;
}

function rowOf({ plan, last, decisions, fills, told, refusals }: TrialOutcome): TrialRow {
  const count = (type: string): number => decisions.filter(({ command }) => command.type === type).length;
  return {
    market: plan.market,
    events: last.number,
    placed: count('place'),
    replaced: count('replace'),
    canceled: count('cancel'),
    fills,
    conversions: count('convert'),
    told,
    refused: [...new Set(refusals.map(({ rule }) => rule))].join(' '),
  };
}

function firstOrders(wholes: readonly TrialOutcome[]): readonly TrialOrder[] {
  const first = wholes.find(({ decisions }) => decisions.length > 0);
  return (first?.decisions ?? [])
    .filter(({ command }) => command.type !== 'cancel')
    .slice(0, ORDERS_SHOWN)
    .map(({ event, command }) => ({ market: first!.plan.market, at: event.at, ...commandParts(command) }));
}
