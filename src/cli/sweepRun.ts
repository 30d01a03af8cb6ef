import { counted } from '../base/counted.ts';
import { systemClock } from '../base/systemClock.ts';
import { Fault, isFault } from '../base/fault.ts';
import { sharedMarkets } from '../research/sweep/trialWorld.ts';
import type { SweepSetup } from '../research/sweep/sweepSetup.ts';
import { MOST_A_PASS, TrialPool } from '../research/sweep/trialPool.ts';
import { trialsOf } from '../research/sweep/createSampler.ts';
import { OptunaJournal } from '../research/sweep/optunaJournal.ts';
import { sweep } from '../research/sweep/sweep.ts';
import { clearSweep, sweepFolder, type SweepFolder, writeResults } from '../research/sweep/sweepFolder.ts';
import { SweepJournal } from '../research/sweep/sweepJournal.ts';
import { askedAtOnce, type SweepPlan } from '../research/sweep/sweepPlan.ts';
import { type ProcessLock, takeProcessLock } from '../store/processLock.ts';
import { progressLine } from './progressLine.ts';
import { note, say, type Shell } from './shell.ts';
import { sweepFarm, type SweepQueue } from './sweepFarm.ts';
import { WorkTally } from './workTally.ts';
import { drawsNote, type SweptSweep } from './sweepText.ts';

export interface SweepRunOptions {
  readonly setup: SweepSetup;
  /** The configuration as an absolute path. */
  readonly file: string;
  readonly data: string;
  readonly sweeps: string;
  /** Threads of this process; with a queue there are none. */
  readonly workers: number;
  /** Where the workers are, if not here. */
  readonly queue?: SweepQueue | undefined;
  readonly isResumed: boolean;
  readonly shell: Shell;
}

const MEGABYTE = 2 ** 20;

/**
 * Runs a sweep on all workers and writes its folder. Throws a `Fault`: `canceled` when it is stopped, after which it can be
 * resumed; `daemon-running` while another process runs the same sweep.
 */
export async function sweepRun(options: SweepRunOptions): Promise<SweptSweep> {
  const { setup, sweeps, isResumed, shell } = options;
  const place = sweepFolder(sweeps, setup.plan.id);
  const lock = await takeSweep(place);
  try {
    const folder = begunFolder(place, setup.plan, isResumed, shell);
    const journal = new SweepJournal(folder.journal, setup.plan.id);
    try {
      return await runWithJournal(options, folder, journal);
    } finally {
      journal.close();
    }
  } finally {
    await lock.release();
  }
}

async function runWithJournal(options: SweepRunOptions, folder: SweepFolder, journal: SweepJournal): Promise<SweptSweep> {
  const { shell } = options;
  const { plan } = options.setup;
  const all = runsOf(plan);
  // A thread that never gets a run would only take memory.
  const workers = Math.min(options.workers, all);
  const signal = shell.stopSignal();
  const beganMs = systemClock.monotonicMs();
  const { queue } = options;
  const where = queue === undefined ? counted(workers, 'worker') : `the farm at ${queue.address.shown}`;
  say(shell, `sweep ${plan.id}: ${plan.sampler.sampler}, ${where}`);
  for (const text of drawsNote(plan)) note(shell, text);
  const runner = queue === undefined ? poolOf({ ...options, workers }, all) : await farmOf({ ...options, queue }, all);
  const line = progressLine(shell, 'run');
  const work = new WorkTally();
  try {
    const listener = new OptunaJournal(folder.optuna, plan, systemClock);
    const outcome = await sweep({
      plan,
      runner,
      journal,
      listener,
      signal,
      onWork: (done) => work.add(done),
      onProgress: (done) => line.tell(Math.min(1, done / all), Math.floor(done)),
    });
    line.end(journal.size);
    const hash = writeResults(folder, outcome);
    const seconds = Math.round(systemClock.monotonicMs() - beganMs) / 1000;
    return { folder: folder.path, hash, seconds, currency: options.setup.backtest.currency, work, outcome };
  } finally {
    await runner.close();
  }
}

function poolOf({ setup: { backtest, plan, settings }, file, data, workers, shell }: SweepRunOptions, runs: number): TrialPool {
  const { band, objective, draws, latency } = plan;
  const mostAPass = passSize(plan);
  const passes = runs / Math.min(askedAtOnce(plan), workers * mostAPass);
  const markets = sharedMarkets(backtest, settings.memory * MEGABYTE, passes);
  const { about } = backtest;
  const source = { file, env: shell.env, data, range: backtest.range ?? {}, markets, latency, about, band, objective, draws };
  return new TrialPool(source, workers, mostAPass);
}

/** Draws go through the recording beside their trial. */
function passSize({ draws }: SweepPlan): number {
  return Math.max(1, Math.floor(MOST_A_PASS / (1 + draws)));
}

function farmOf({ setup: { backtest, plan, settings }, file, data, queue, shell }: SweepRunOptions & { queue: SweepQueue }, runs: number) {
  const { band, objective, draws, latency } = plan;
  const { range = {}, about } = backtest;
  const load = { runs, atOnce: Math.min(runs, askedAtOnce(plan)), mostAPass: passSize(plan), memoryBytes: settings.memory * MEGABYTE };
  const world = { range, latency, about, band, objective, draws };
  return sweepFarm({ id: plan.id, file, data, markets: backtest.markets, world, load, queue, tell: (line) => say(shell, line) });
}

/** Two processes that write the same journals would each know only half of the results. */
async function takeSweep({ path, journal }: SweepFolder): Promise<ProcessLock> {
  try {
    return await takeProcessLock(journal, systemClock);
  } catch (error) {
    if (!isFault(error, 'daemon-running')) throw error;
    throw new Fault('daemon-running', `the sweep ${path} is being run by another process`, {
      suggestion: `wait until it is over, or stop it (${error.message})`,
      cause: error,
    });
  }
}

/** Results of hours must not be deleted by accident. */
function begunFolder(folder: SweepFolder, { id }: SweepPlan, isResumed: boolean, shell: Shell): SweepFolder {
  if (folder.hasBegun && !isResumed) {
    if (!shell.options.yes)
      throw new Fault('confirmation-needed', `the sweep ${folder.path} was started already`, {
        suggestion: 'continue it with --resume, or start again with --yes',
      });
    clearSweep(folder);
  }
  if (!folder.hasBegun && isResumed) note(shell, `there is no sweep of these inputs to continue: ${id} starts now`);
  return folder;
}

/** About how many runs there will be. Halving ends many of them early. */
function runsOf({ dimensions, sampler, windows, best }: SweepPlan): number {
  const trials = trialsOf(dimensions, sampler);
  const { rungs, reduction } = sampler.halving ?? { rungs: 1, reduction: 1 };
  let inSample = 0;
  for (let rung = 0, left = trials; rung < rungs; rung++, left = Math.floor(left / reduction)) inSample += left;
  const outside = Math.min(best, sampler.halving === undefined ? trials : Math.floor(trials / reduction ** (rungs - 1)));
  return windows.reduce((sum, { outOfSample }) => sum + inSample + (outOfSample === undefined ? 0 : outside), 0);
}
