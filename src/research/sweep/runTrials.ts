import { createHash } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { isFault, messageOf } from '../../base/fault.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import type { BacktestOptions } from '../backtest/backtestOptions.ts';
import { enginePass } from '../backtest/enginePass.ts';
import { LaneBand } from '../fastLane/laneBand.ts';
import { lanePass } from '../fastLane/lanePass.ts';
import { LeaveLane } from '../fastLane/leaveLane.ts';
import { figureNamed, metricsOf, metricValues } from '../metrics/metrics.ts';
import type { Band, BandRun } from '../runRecord.ts';
import { GuardedBand } from './guardedBand.ts';
import type { TrialJob, TrialResult } from './trial.ts';

/** What all trials of a sweep have in common. */
export interface TrialWorld {
  /** Its engine settings and range are those of no trial. */
  readonly options: BacktestOptions;
  readonly band: Band;
  /** Name of the metric. */
  readonly objective: string;
  engineOf(params: TrialJob['params']): EngineSettings;
}

/**
 * Makes runs of one range in one pass over the data, those that leave the fast lane one by one with the engine. Each comes to
 * what it would come to alone, to the last digit. `progress`: how many are done, the ones under way in part.
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
  const lanes = lanesOf(world, options, engines, (share) => progress(share * jobs.length));
  if (typeof lanes !== 'string' && lanes.snapshots === 0) return jobs.map(() => failed(NOTHING_RECORDED));
  const isByEngine = engines.map((_, i) => typeof lanes === 'string' || lanes.guards[i]!.run === undefined);
  let done = isByEngine.filter((by) => !by).length;
  return engines.map((engine, i) => {
    if (typeof lanes !== 'string' && !isByEngine[i]) return resultOf(world, lanes.guards[i]!.run!, lanes.snapshots);
    const before = done++;
    const left = typeof lanes === 'string' ? lanes : lanes.guards[i]!.left;
    return byEngine(world, { ...options, engine }, left, (share) => progress(before + share));
  });
}

interface Lanes {
  readonly guards: readonly GuardedBand[];
  readonly snapshots: number;
}

/** Why there is no fast lane for such a configuration, or such a recording. */
function lanesOf(
  { band }: TrialWorld,
  options: BacktestOptions,
  engines: readonly EngineSettings[],
  progress: (share: number) => void,
): Lanes | string {
  if (options.markets.length !== 1 || engines[0]!.strategies.length !== 1) return 'more than one strategy or symbol';
  let guards: readonly GuardedBand[] = [];
  try {
    const pass = lanePass(
      options,
      (markets) => (guards = engines.map((engine) => new GuardedBand(() => new LaneBand(band, { ...options, engine }, markets)))),
      { progress },
    );
    return { guards, snapshots: pass?.snapshots ?? 0 };
  } catch (error) {
    if (error instanceof LeaveLane) return error.message;
    throw error;
  }
}

/** In a warning of a run: the engine ended a strategy that threw, or that was refused again and again. */
const STOPPED = ' was stopped: ';
const NOTHING_RECORDED = 'nothing is recorded in the range';

function byEngine(world: TrialWorld, options: BacktestOptions, left: string | undefined, progress: (share: number) => void): TrialResult {
  try {
    const pass = enginePass(options, [world.band], { progress }).run();
    if (pass === undefined || pass.snapshots === 0) return failed(NOTHING_RECORDED);
    const run = pass.runs[0]!;
    // What broke and traded no more must not win for what it spared itself.
    const stopped = run.warnings.find((warning) => warning.includes(STOPPED));
    const result = resultOf(world, run, pass.snapshots);
    return stopped === undefined ? { ...result, left } : { ...result, figures: {}, error: stopped.slice(stopped.indexOf(' ') + 1), left };
  } catch (error) {
    // Of a disk that fails nothing follows about the parameters: it must not be kept as what they came to.
    if (isFault(error, 'store') || isFault(error, 'not-found')) throw error;
    return failed(messageOf(error));
  }
}

function failed(error: string): TrialResult {
  return { figures: {}, days: [], returns: [], snapshots: 0, fills: 0, digest: '', error };
}

function resultOf({ objective, options }: TrialWorld, run: BandRun, snapshots: number): TrialResult {
  const metrics = metricsOf(run, options);
  const { daily } = metrics;
  const because = figureNamed(metrics, objective)?.because;
  return {
    figures: metricValues(metrics),
    ...(because === undefined ? {} : { because }),
    ...('because' in daily ? { days: [], returns: [] } : { days: daily.days, returns: daily.returns }),
    snapshots,
    fills: run.fills.length,
    digest: digestOf(run),
  };
}

function digestOf({ equity, orders, fills }: BandRun): string {
  const { placed, replaced, canceled } = orders;
  const counts = Float64Array.of(placed, replaced, canceled, fills.length);
  const hash = createHash('sha256');
  for (const numbers of [counts, Float64Array.from(equity.equity), Float64Array.from(equity.exposure)])
    hash.update(new Uint8Array(numbers.buffer));
  return hash.digest('hex');
}
