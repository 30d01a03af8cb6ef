import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepSetup } from '../../../src/research/sweep/sweepSetup.ts';
import { runTrials } from '../../../src/research/sweep/runTrials.ts';
import type { TrialEvents, TrialJob, TrialResult, TrialRunner } from '../../../src/research/sweep/trial.ts';
import { sharedMarkets, trialWorld, type TrialWorldSource } from '../../../src/research/sweep/trialWorld.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { RECORDED_AT, recordMarket } from '../backtest/recordMarket.ts';

export const RUNNER_CONFIG = `
mode: demo
risk: { maxOpenOrders: 20, staleAfter: 5s }
backtest: { balances: { EUR: 100000, BTC: 2 }, equityEvery: 10s }
strategies:
  m: { use: maker, symbol: BTC/EUR, budget: 50000 EUR, params: { size: 0.05, smooth: 5, moveBps: 1 } }
sweep: { objective: profit, space: { strategies.m.params.spreadBps: { from: 1, to: 6, step: 0.5 } } }
`;

/** A folder with a recording and configurations, and what workers are given of them. */
export interface RunnerPlace {
  readonly folder: string;
  sourceOf(mostBytes: number, name?: string): Promise<TrialWorldSource>;
  remove(): void;
}

export async function runnerPlace(): Promise<RunnerPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-runner-'));
  const data = join(folder, 'data');
  await recordMarket(data, 'BTC/EUR', 300);
  writeFileSync(join(folder, 'c.yaml'), RUNNER_CONFIG);
  return {
    folder,
    async sourceOf(mostBytes, name = 'c.yaml') {
      const file = join(folder, name);
      const { backtest } = await sweepSetup(await loadSettings({ file, env: {} }), { data });
      const markets = sharedMarkets(backtest, mostBytes, Infinity);
      const { latency, about } = backtest;
      return { file, env: {}, data, range: {}, markets, latency, about, band: 'fitted', objective: 'profit', draws: 0 };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const jobsOf = (spreads: readonly string[]): TrialJob[] =>
  spreads.map((spread, id) => ({
    id,
    params: { 'strategies.m.params.spreadBps': spread },
    range: { from: RECORDED_AT + (id % 2) * 60_000, to: RECORDED_AT + 290_000 },
  }));

/** All results of some jobs, in their order, and what was told of the work. */
export async function madeBy(runner: TrialRunner, jobs: readonly TrialJob[], more: Partial<TrialEvents> = {}) {
  const results: TrialResult[] = [];
  const work: { trials: number; cpuMs: number }[] = [];
  const twice: number[] = [];
  await runner.run(jobs, {
    onWork: ({ trials, cpuMs }) => work.push({ trials, cpuMs }),
    ...more,
    onResult(job, result) {
      if (results[job.id] !== undefined) twice.push(job.id);
      results[job.id] = result;
      more.onResult?.(job, result);
    },
  });
  return { results, work, twice };
}

/** What every `TrialRunner` keeps, wherever it makes the runs. */
export function trialRunnerSuite(open: (source: TrialWorldSource, workers: number, mostAPass: number) => Promise<TrialRunner>): void {
  let place: RunnerPlace;
  beforeAll(async () => {
    place = await runnerPlace();
  });
  afterAll(() => place.remove());

  const withRunner = async <T>(source: TrialWorldSource, workers: number, work: (runner: TrialRunner) => Promise<T>): Promise<T> => {
    const runner = await open(source, workers, 3);
    try {
      return await work(runner);
    } finally {
      await runner.close();
    }
  };

  it('comes to what each run comes to alone in this thread, each once, whatever the number of workers', async () => {
    const jobs = jobsOf(['1', '1.5', '2', '2.5', '3', '3.5', '4']);
    const source = await place.sourceOf(0);
    const world = await trialWorld(source);
    const alone = jobs.map((job) => runTrials(world, [job])[0]!);
    expect(alone.some(({ fills }) => fills > 0)).toBe(true);
    for (const workers of [1, 3]) {
      const progress: number[] = [];
      const onProgress = (done: number): void => void progress.push(done);
      const { results, work, twice } = await withRunner(source, workers, (runner) => madeBy(runner, jobs, { onProgress }));
      expect([results, twice]).toEqual([alone, []]);
      expect(work.reduce((sum, { trials }) => sum + trials, 0)).toBe(jobs.length);
      expect(work.every(({ cpuMs }) => cpuMs > 0)).toBe(true);
      expect(progress.at(-1)).toBe(jobs.length);
    }
  });

  it('makes one round of runs after the other', async () => {
    const source = await place.sourceOf(0);
    const rounds = await withRunner(source, 2, async (runner) => {
      const made: TrialResult[][] = [];
      for (const spreads of [['1', '2'], ['3'], ['1', '2']]) made.push((await madeBy(runner, jobsOf(spreads))).results);
      return made;
    });
    expect(rounds.map(({ length }) => length)).toEqual([2, 1, 2]);
    expect(rounds[2]).toEqual(rounds[0]);
  });

  it('begins nothing more once it is told to stop', async () => {
    const source = await place.sourceOf(0);
    const jobs = jobsOf(Array.from({ length: 300 }, (_, i) => String(1 + i / 100)));
    const stop = new AbortController();
    const { results } = await withRunner(source, 1, (runner) =>
      madeBy(runner, jobs, { signal: stop.signal, onResult: () => stop.abort() }),
    );
    const made = results.filter((result) => result !== undefined).length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(jobs.length);
    const none = await withRunner(source, 1, (runner) => madeBy(runner, jobs, { signal: AbortSignal.abort() }));
    expect(none.results).toEqual([]);
  });

  it('says why a run can not be made', async () => {
    const source = await place.sourceOf(0);
    await expect(withRunner(source, 1, (runner) => madeBy(runner, jobsOf(['0.0001'])))).rejects.toThrow(/worker.*must be at least 1/);
  });
}
