import { createHash } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { isFault, messageOf } from '../../base/fault.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import type { BacktestOptions } from '../backtest/backtestOptions.ts';
import { BacktestBand } from '../backtest/backtestBand.ts';
import { BacktestPass } from '../backtest/backtestPass.ts';
import type { BandMarkets } from '../backtest/bandMarkets.ts';
import { drawnBands } from '../backtest/drawnBands.ts';
import { DRAWN_FIGURES, drawnFiguresOf, drawnInterval } from '../metrics/drawnFigures.ts';
import { figureNamed, metricsOf, metricValues } from '../metrics/metrics.ts';
import type { Band, BandRun, RunManifest } from '../runRecord.ts';
import type { TrialJob, TrialResult } from './trial.ts';

/** What all trials of a sweep have in common. */
export interface TrialWorld {
  /** Engine settings and range in these options are replaced for each trial. */
  readonly options: BacktestOptions;
  readonly band: Band;
  /** The name of a metric. */
  readonly objective: string;
  /** How many draws of the fitted band accompany each run. */
  readonly draws: number;
  engineOf(params: TrialJob['params']): EngineSettings;
}

/**
 * Makes several runs over one range in one pass over the data. Each has exactly the result that it would have alone. `progress`
 * gets how many runs are done, counting those under way in part.
 */
export function runTrials(world: TrialWorld, jobs: readonly TrialJob[], progress: (done: number) => void = () => undefined): TrialResult[] {
  const { range } = jobs[0]!;
  assert(
    jobs.every((job) => job.range.from === range.from && job.range.to === range.to),
    'the runs of one pass are over one range',
  );
  const markets = world.options.markets.map((market) => ({ ...market, open: () => market.open(range.from) }));
  const options = { ...world.options, markets, range };
  const engines = jobs.map(({ params }) => world.engineOf(params));
  try {
    return inOnePass(world, options, engines, (share) => progress(share * jobs.length));
  } catch (error) {
    // A failing disk says nothing about the parameters, so it must not be stored as their result.
    if (isFault(error, 'store') || isFault(error, 'not-found')) throw error;
    if (engines.length === 1) return [failed(messageOf(error))];
    // One of the runs has broken the pass, so each is run again by itself.
    return jobs.flatMap((job, i) => runTrials(world, [job], (done) => progress(i + done)));
  }
}

function inOnePass(
  world: TrialWorld,
  options: BacktestOptions,
  engines: readonly EngineSettings[],
  progress: (share: number) => void,
): TrialResult[] {
  const keepsFills = !DRAWN_FIGURES.some((name) => name === world.objective);
  const bandsOf = (markets: BandMarkets) =>
    engines.flatMap((engine) => {
      const own = { ...options, engine };
      const drawn = drawnBands(own, world.draws, markets, { keepsFills });
      return [new BacktestBand(world.band, own, markets, { decisions: false }), ...drawn];
    });
  const pass = new BacktestPass(options, bandsOf, { progress }).run();
  if (pass === undefined || pass.snapshots === 0) return engines.map(() => failed(NOTHING_RECORDED));
  return engines.map((_, i) => {
    const [run, ...drawn] = pass.runs.slice(i * (1 + world.draws), (i + 1) * (1 + world.draws)) as [BandRun, ...BandRun[]];
    const result = resultOf(world, run, drawn, pass.snapshots);
    // A run whose strategy was stopped must not win by the losses that it thereby avoided.
    const stopped = [run, ...drawn].flatMap(({ warnings }) => warnings).find((warning) => warning.includes(STOPPED));
    return stopped === undefined ? result : { ...result, figures: {}, drawn: undefined, error: stopped.slice(stopped.indexOf(' ') + 1) };
  });
}

/** Part of a run's warning: the engine stopped a strategy that threw, or that was refused again and again. */
const STOPPED = ' was stopped: ';
const NOTHING_RECORDED = 'nothing is recorded in the range';

function failed(error: string): TrialResult {
  return { figures: {}, days: [], returns: [], snapshots: 0, fills: 0, digest: '', error };
}

function resultOf(world: TrialWorld, run: BandRun, drawn: readonly BandRun[], snapshots: number): TrialResult {
  const { objective, options } = world;
  const metrics = metricsOf(run, factsOf(options));
  const { daily } = metrics;
  const because = figureNamed(metrics, objective)?.because;
  return {
    figures: metricValues(metrics),
    ...(drawn.length === 0 ? {} : { drawn: intervalsOf(world, drawn) }),
    ...(because === undefined ? {} : { because }),
    ...('because' in daily ? { days: [], returns: [] } : { days: daily.days, returns: daily.returns }),
    snapshots,
    fills: run.fills.length,
    digest: digestOf(run),
  };
}

function factsOf({ currency, about: { strategies } }: BacktestOptions): Pick<RunManifest, 'currency' | 'strategies'> {
  return { currency, strategies };
}

function intervalsOf({ objective, options }: TrialWorld, drawn: readonly BandRun[]): NonNullable<TrialResult['drawn']> {
  const each = drawn.map((run): Readonly<Record<string, number | null>> => {
    const figures = drawnFiguresOf(run);
    return objective in figures
      ? figures
      : { ...figures, [objective]: figureNamed(metricsOf(run, factsOf(options)), objective)?.value ?? null };
  });
  const names = Object.keys(each[0]!);
  return Object.fromEntries(names.map((name) => [name, drawnInterval(each.map((figures) => figures[name])) ?? null]));
}

function digestOf({ equity, orders, fills }: BandRun): string {
  const { placed, replaced, canceled } = orders;
  const counts = Float64Array.of(placed, replaced, canceled, fills.length);
  const hash = createHash('sha256');
  for (const numbers of [counts, Float64Array.from(equity.equity), Float64Array.from(equity.exposure)])
    hash.update(new Uint8Array(numbers.buffer));
  return hash.digest('hex');
}
