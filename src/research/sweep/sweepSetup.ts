import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { DAY_MS, isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import { runIdOf } from '../backtest/backtest.ts';
import type { BacktestOptions, TimeRange } from '../backtest/backtestOptions.ts';
import { returnDays } from '../metrics/dailyReturns.ts';
import { daysNeeded } from '../metrics/metrics.ts';
import { sweepDraws } from './sweepDraws.ts';
import type { SweepPlan } from './sweepPlan.ts';
import { sweepSpace } from './sweepSpace.ts';
import { variedEngine } from './variedEngine.ts';
import { warmedWith } from './warmedWith.ts';
import { heldOut, partOf, type Span, type SweepWindow, walkForward } from './sweepWindows.ts';
import { backtestSetup } from '../backtest/backtestSetup.ts';
import type { Settings } from '../../settings/loadSettings.ts';

type SweepSettings = NonNullable<Settings['sweep']>;

export interface SweepSetup {
  /** The configuration as a backtest would run it. */
  readonly backtest: BacktestOptions;
  readonly plan: SweepPlan;
  readonly settings: SweepSettings;
}

/**
 * What a sweep of a configuration needs. Throws a `Fault`: `configuration` when the section `sweep` is missing, or for an
 * impossible space, metric or windows; `not-found` for what is not recorded.
 */
export async function sweepSetup(
  settings: Settings,
  { data, range = {} }: { readonly data: string; readonly range?: TimeRange },
): Promise<SweepSetup> {
  const sweep = settings.sweep && { ...settings.sweep, draws: sweepDraws(settings) };
  if (sweep === undefined || Object.keys(sweep.space).length === 0) {
    throw new Fault('configuration', 'the configuration does not say what to vary', {
      suggestion:
        'add sweep: { objective: profit, space: { strategies.NAME.params.PARAMETER: { from: 5, to: 40, step: 2.5 } } }; ' +
        `without an objective it is sharpe, which needs ${daysNeeded('sharpe')} days of recordings`,
    });
  }
  const backtest = await backtestSetup(settings, { data, range });
  const space = sweepSpace(sweep, backtest.engine.strategies);
  const span = spanOf(backtest);
  const { objective, direction, band, draws, batch, best } = sweep;
  const plan: SweepPlan = {
    id: idOf(backtest, sweep, warmedWith(backtest, space.dimensions, variedEngine(backtest.engine, settings), span.from)),
    ...space,
    windows: windowsOf(sweep, span),
    objective,
    direction,
    band,
    draws,
    latency: backtest.latency,
    batch,
    best,
    ...span,
  };
  requireDays(plan);
  return { backtest, plan, settings: sweep };
}

/** The folder of sweeps, unless the command names another one. */
export function sweepsFolder({ sweep, directory }: Settings, cwd: string): string {
  return sweep?.folder === undefined ? resolve(cwd, 'sweeps') : resolve(directory, sweep.folder);
}

/** The shortest part of the data that judges a trial must have enough days for the objective. */
function requireDays({ objective, windows, sampler: { halving } }: SweepPlan): void {
  const share = halving === undefined ? 1 : halving.reduction ** (1 - halving.rungs);
  const needed = daysNeeded(objective);
  for (const [i, { inSample }] of windows.entries()) {
    const { from, to } = partOf(inSample, share);
    if (to <= from) {
      throw new Fault('configuration', `sweep.outOfSample: nothing of the data from ${isoOf(from)} on is left in sample`, {
        suggestion: 'take a smaller share, or more of the data',
      });
    }
    const [first, last] = returnDays(from, to - 1);
    const days = (last - first) / DAY_MS + 1;
    if (days >= needed) continue;
    const where = `${windows.length === 1 ? '' : `window ${i} of `}the data in sample${share === 1 ? '' : ', of which halving begins with a part,'}`;
    throw new Fault('configuration', `sweep.objective: ${objective} needs ${needed} days of returns, and ${where} has ${days}`, {
      suggestion: 'take an objective like profit or max_drawdown_samples, or more of the data',
    });
  }
}

/** The recorded time within the range. */
function spanOf({ markets, range = {} }: BacktestOptions): Span {
  const from = Math.min(...markets.map(({ span }) => span?.from ?? Infinity));
  const to = Math.max(...markets.map(({ span }) => span?.to ?? -Infinity)) + 1;
  return { from: Math.max(from, range.from ?? -Infinity), to: Math.min(to, range.to ?? Infinity) };
}

function windowsOf({ walkForward: walk, outOfSample }: SweepSettings, span: Span): SweepWindow[] {
  if (walk === undefined) return heldOut(span, outOfSample.toNumber());
  return walkForward(span, {
    inSampleMs: walk.inSample,
    outOfSampleMs: walk.outOfSample,
    stepMs: walk.step ?? walk.outOfSample,
  });
}

/** The same for the same inputs: those that runs depend on, and those that the choice of runs depends on. */
function idOf(
  backtest: BacktestOptions,
  { memory: _memory, folder: _folder, ...choice }: SweepSettings,
  warmUp: Readonly<Record<string, string>>,
): string {
  const inputs = jsonForPeople({ run: runIdOf(backtest), choice, ...(Object.keys(warmUp).length > 0 && { warmUp }) });
  return `${backtest.about.name}-${createHash('sha256').update(inputs).digest('hex').slice(0, 12)}`;
}
