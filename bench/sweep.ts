import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { sweepSetup } from '../src/research/sweep/sweepSetup.ts';
import { MOST_A_PASS, TrialPool } from '../src/research/sweep/trialPool.ts';
import { sharedMarkets, trialWorld, type TrialWorldSource } from '../src/research/sweep/trialWorld.ts';
import { gridPoints } from '../src/research/sweep/gridPoints.ts';
import { runTrials } from '../src/research/sweep/runTrials.ts';
import type { TrialJob, TrialResult } from '../src/research/sweep/trial.ts';
import { median, report, type Verdict } from './harness.ts';
import { recordMarket } from './recordMarket.ts';
import { SyntheticMarket } from './syntheticMarket.ts';

/**
 * A sweep of 64 sets of parameters with two workers, from the recording on disk to the metrics, including decoding and the start
 * of the workers. It is compared with 64 runs one after the other on one core, each of which reads the recording. The work is
 * equal: every run must have the same result, digit for digit. Then a sweep with two warm workers is compared with one. These are
 * wall times, so other work on the cores shows. The second table uses the processor time of all threads, and assumes that both
 * cores are free for the two workers.
 */
const SNAPSHOTS = Number(process.argv[2] ?? 400_000);
const ROUNDS = Number(process.argv[3] ?? 5);

const CONFIG = `
mode: demo
venue: { rateLimit: { perSecond: 20, burst: 20 }, knows: { replace: atomic-keeps-id } }
risk: { maxOpenOrders: 40, staleAfter: 5s, maxOrdersPerMinute: 240 }
backtest: { balances: { EUR: 1000000, BTC: 20 } }
strategies: { m: { use: maker, symbol: BTC/EUR, budget: 900000 EUR, params: { size: 0.01, maxBase: 1 } } }
sweep:
  sampler: grid
  objective: profit
  outOfSample: 0%
  space:
    strategies.m.params.spreadBps: { from: 1, to: 8, step: 1 }
    strategies.m.params.moveBps: { from: 0.5, to: 4, step: 0.5 }
`;

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-sweep-'));
// As the program does: see bin/sluice.js.
enableCompileCache(join(folder, 'compiled'));
try {
  const data = join(folder, 'data');
  const file = join(folder, 'bench.yaml');
  writeFileSync(file, CONFIG);
  await recordMarket(data, new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS }), Date.UTC(2026, 10, 20));
  await measure(file, data);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(file: string, data: string): Promise<void> {
  const { backtest, plan } = await sweepSetup(await loadSettings({ file, env: {} }), { data });
  const points = gridPoints(plan.dimensions);
  const jobs: TrialJob[] = [];
  for (let point = points.next(); point !== undefined; point = points.next()) {
    const chosen = point;
    jobs.push({ id: jobs.length, params: Object.fromEntries(plan.dimensions.map(({ name }, i) => [name, chosen[i]!])), range: {} });
  }
  const sourceOf = (workers: number): TrialWorldSource => {
    const markets = sharedMarkets(backtest, 2 ** 31, jobs.length / (workers * MOST_A_PASS));
    return {
      file,
      env: {},
      data,
      range: {},
      markets,
      latency: backtest.latency,
      about: backtest.about,
      band: plan.band,
      objective: plan.objective,
      draws: 0,
    };
  };
  const world = await trialWorld(sourceOf(1));
  const sweepOf = async (workers: number): Promise<string[]> => {
    const pool = new TrialPool(sourceOf(workers), workers);
    try {
      return await pooled(pool, jobs);
    } finally {
      await pool.close();
    }
  };
  const oneByOne = (): string[] => jobs.map((job) => proof(runTrials(world, [job])[0]!));
  const sums = { sweep: [] as Spent[], alone: [] as Spent[], one: [] as Spent[], two: [] as Spent[] };
  const expected = oneByOne();
  const warm = { one: new TrialPool(sourceOf(1), 1), two: new TrialPool(sourceOf(2), 2) };
  for (const pool of [warm.one, warm.two]) await pooled(pool, jobs);
  for (let round = 0; round < ROUNDS; round++) {
    sums.sweep.push(await timed(() => sweepOf(2), same(expected)));
    sums.alone.push(await timed(oneByOne, same(expected)));
    sums.two.push(await timed(() => pooled(warm.two, jobs), same(expected)));
    sums.one.push(await timed(() => pooled(warm.one, jobs), same(expected)));
  }
  await Promise.all([warm.one.close(), warm.two.close()]);
  const load = loadavg()[0]!.toFixed(1);
  const wall = (spent: readonly Spent[]): number[] => spent.map(({ ms }) => ms);
  const cpu = (spent: readonly Spent[], threads: number): number[] => spent.map(({ cpuMs }) => cpuMs / threads);
  report(`a sweep of ${jobs.length} over ${SNAPSHOTS} snapshots, load ${load}, ms on the wall`, [
    verdict('two workers : one run after the other', wall(sums.sweep), wall(sums.alone), undefined),
    verdict('two workers : one worker', wall(sums.two), wall(sums.one), 1.85),
  ]);
  report('the same by processor time, ms', [
    verdict('two workers : one run after the other', cpu(sums.sweep, 2), cpu(sums.alone, 1), undefined),
    verdict('two workers that are warm : one run after the other', cpu(sums.two, 2), cpu(sums.alone, 1), undefined),
    verdict('two workers : one worker', cpu(sums.two, 2), cpu(sums.one, 1), undefined),
  ]);
  const each = (1000 * median(cpu(sums.two, 2))) / (jobs.length * SNAPSHOTS);
  console.log(`per trial and snapshot, two warm workers: ${each.toFixed(3)} us of each core`);
}

interface Spent {
  readonly ms: number;
  /** Processor time of all threads. */
  readonly cpuMs: number;
}

async function pooled(pool: TrialPool, jobs: readonly TrialJob[]): Promise<string[]> {
  const results: string[] = [];
  await pool.run(jobs, { onResult: ({ id }, result) => (results[id] = proof(result)) });
  return results;
}

function proof({ figures, fills, error }: TrialResult): string {
  if (error !== undefined) throw new Error(`a trial failed: ${error}`);
  return JSON.stringify([figures, fills]);
}

function same(expected: readonly string[]): (results: readonly string[]) => void {
  return (results) => {
    const differs = results.findIndex((result, i) => result !== expected[i]);
    if (differs >= 0 || results.length !== expected.length)
      throw new Error(`the work differs at ${differs}:\n${results[differs]}\n${expected[differs]}`);
  };
}

async function timed<T>(work: () => T | Promise<T>, check: (result: T) => void): Promise<Spent> {
  const begun = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(before);
  check(result);
  return { ms, cpuMs: (user + system) / 1000 };
}

function verdict(name: string, ours: readonly number[], theirs: readonly number[], target: number | undefined): Verdict {
  const ratios = ours.map((ms, i) => theirs[i]! / ms).toSorted((a, b) => a - b);
  return { name, aUs: median(ours), bUs: median(theirs), ratio: median(ratios), lowest: ratios[0]!, highest: ratios.at(-1)!, target };
}
