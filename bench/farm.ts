import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/base/fault.ts';
import { sweepFarm } from '../src/cli/sweepFarm.ts';
import { farmAddress } from '../src/research/farm/farmAddress.ts';
import { gridPoints } from '../src/research/sweep/gridPoints.ts';
import { type SweepSetup, sweepSetup } from '../src/research/sweep/sweepSetup.ts';
import type { TrialJob, TrialRunner } from '../src/research/sweep/trial.ts';
import { MOST_A_PASS, TrialPool } from '../src/research/sweep/trialPool.ts';
import { sharedMarkets } from '../src/research/sweep/trialWorld.ts';
import { loadSettings } from '../src/settings/loadSettings.ts';
import { positiveWhole } from '../test/positive.ts';
import { toldOption } from '../test/wrongOption.ts';
import { median, report, type Verdict } from './harness.ts';
import { Namespaces } from './namespaces.ts';
import { processUse } from './processUse.ts';
import { recordMarket } from './recordMarket.ts';
import { SyntheticMarket } from './syntheticMarket.ts';

/**
 * A sweep of 256 sets of parameters by two workers of a farm, processes of their own with one thread each, against two threads of this
 * process. Every run must have the same result, digit for digit. It compares the processor time of everything: threads, the sweeping process, the
 * workers with their start for this sweep, fetching the recording, and Redis. A worker runs before the first round, as one of a farm does.
 * With --namespaces 4 there are four workers, each in a network namespace of its own, against four threads, or as many as --threads says.
 */
const DEFAULT_WORKERS = 2;
const MOST_NAMESPACES = 64;

interface Wanted {
  readonly snapshots: number;
  readonly rounds: number;
  readonly workers: number;
  /** One of the two sides of the comparison. */
  readonly threads: number;
  readonly network: Namespaces | undefined;
}

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
    strategies.m.params.spreadBps: { from: 1, to: 8.5, step: 0.5 }
    strategies.m.params.moveBps: { from: 0.5, to: 4.25, step: 0.25 }
`;

interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly proofs: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-farm-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const children: ChildProcess[] = [];
await toldOption(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { namespaces: { type: 'string' }, threads: { type: 'string' } },
  });
  const [snapshots = '100000', rounds = '5'] = positionals;
  const count = values.namespaces === undefined ? undefined : positiveWhole('namespaces', values.namespaces, MOST_NAMESPACES);
  const workers = count ?? DEFAULT_WORKERS;
  const threads = values.threads === undefined ? workers : positiveWhole('threads', values.threads, MOST_NAMESPACES);
  const numbers = { snapshots: positiveWhole('SNAPSHOTS', snapshots), rounds: positiveWhole('ROUNDS', rounds) };
  const network = namespaces(count);
  if (count !== undefined && network === undefined) return;
  try {
    await measure({ ...numbers, workers, threads, network });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    network?.close();
  }
});

/** Without the right to make them there is nothing to measure. */
function namespaces(count: number | undefined): Namespaces | undefined {
  if (count === undefined) return undefined;
  try {
    return new Namespaces(count);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

async function measure({ snapshots, rounds, workers, threads, network }: Wanted): Promise<void> {
  const [data, file] = [join(folder, 'data'), join(folder, 'bench.yaml')];
  writeFileSync(file, CONFIG);
  await recordMarket(data, new SyntheticMarket({ pace: 'calm', snapshots }), Date.UTC(2026, 10, 20));
  const setup = await sweepSetup(await loadSettings({ file, env: {} }), { data });
  const jobs = jobsOf(setup);
  const port = await freePort();
  const host = network?.host ?? '127.0.0.1';
  // Only this machine and its namespaces reach that address.
  const open = ['--bind', host, '--protected-mode', 'no'];
  const redis = started(['redis-server', '--port', String(port), ...open, '--save', '', '--dir', folder]);
  await line(redis, 'Ready to accept');
  const url = `redis://${host}:${port}`;
  const bin = fileURLToPath(new URL('../bin/sluice.js', import.meta.url));
  for (let i = 0; i < workers; i++) {
    const argv = [process.execPath, bin, 'worker', '--queue', url, '--threads', '1', '--cache', join(folder, `cache-${i}`)];
    const worker = started([...(network?.inside(i) ?? []), ...argv]);
    await line(worker, 'the farm at');
  }
  const places = { file, data, url, threads };
  const made = { farm: [] as Spent[], pool: [] as Spent[] };
  await spentOn(jobs, () => farmRunner(setup, places));
  await spentOn(jobs, () => poolRunner(setup, places));
  for (let round = 0; round < rounds; round++) {
    made.farm.push(await spentOn(jobs, () => farmRunner(setup, places)));
    made.pool.push(await spentOn(jobs, () => poolRunner(setup, places)));
    const [farm, pool] = [made.farm.at(-1)!, made.pool.at(-1)!];
    if (JSON.stringify(farm.proofs) !== JSON.stringify(pool.proofs)) throw new Error('the farm comes to something else');
  }
  const sides = `${workers} workers${network === undefined ? '' : ' in network namespaces'} : ${threads} threads`;
  report(`a sweep of ${jobs.length} over ${snapshots} snapshots, load ${loadavg()[0]!.toFixed(1)}, us for each trial`, [
    verdict(`processor time, ${sides}`, made.pool, made.farm, jobs.length, ({ cpuMs }) => cpuMs, 0.91),
    verdict(`wall time, ${sides}`, made.pool, made.farm, jobs.length, ({ wallMs }) => wallMs, 0.87),
  ]);
}

interface Places {
  readonly file: string;
  readonly data: string;
  readonly url: string;
  readonly threads: number;
}

function poolRunner({ backtest, plan }: SweepSetup, { file, data, threads }: Places): Promise<TrialRunner> {
  const { latency, about } = backtest;
  const { band, objective } = plan;
  const markets = sharedMarkets(backtest, 2 ** 31, 256 / (threads * MOST_A_PASS));
  return Promise.resolve(new TrialPool({ file, env: {}, data, range: {}, markets, latency, about, band, objective, draws: 0 }, threads));
}

function farmRunner({ backtest, plan }: SweepSetup, { file, data, url }: Places): Promise<TrialRunner> {
  const { latency, about, markets } = backtest;
  const { id, band, objective } = plan;
  const load = { runs: 256, atOnce: 256, mostAPass: MOST_A_PASS, memoryBytes: 2 ** 31 };
  const world = { range: {}, latency, about, band, objective, draws: 0 };
  const queue = { address: farmAddress(url, {}) };
  return sweepFarm({ id, file, data, markets, world, load, queue, tell: () => undefined });
}

async function spentOn(jobs: readonly TrialJob[], open: () => Promise<TrialRunner>): Promise<Spent> {
  const [beganMs, beforeMs] = [performance.now(), allCpuMs()];
  const proofs: string[] = [];
  const runner = await open();
  await runner.run(jobs, { onResult: ({ id }, { error, figures, digest }) => (proofs[id] = error ?? JSON.stringify([figures, digest])) });
  await runner.close();
  return { wallMs: performance.now() - beganMs, cpuMs: allCpuMs() - beforeMs, proofs };
}

/** What this process with its threads has used, and all that it has started. */
function allCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return children.reduce((sum, { pid }) => sum + processUse(pid!).cpuMs, (user + system) / 1000);
}

function jobsOf({ plan }: SweepSetup): TrialJob[] {
  const points = gridPoints(plan.dimensions);
  const jobs: TrialJob[] = [];
  for (let point = points.next(); point !== undefined; point = points.next()) {
    const chosen = point;
    jobs.push({ id: jobs.length, params: Object.fromEntries(plan.dimensions.map(({ name }, i) => [name, chosen[i]!])), range: {} });
  }
  return jobs;
}

function started([command, ...argv]: readonly string[]): ChildProcess {
  const child = spawn(command!, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function line(child: ChildProcess, sign: string): Promise<void> {
  let said = '';
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()).includes(sign) && resolve());
  });
  await Promise.race([heard, once(child, 'exit').then(() => Promise.reject(new Error(said)))]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The farm is ours. The threads may be 1.10 times as fast by processor time, and 1.15 times by the clock. */
function verdict(
  name: string,
  pool: readonly Spent[],
  farm: readonly Spent[],
  trials: number,
  of: (spent: Spent) => number,
  target: number,
): Verdict {
  const [theirs, ours] = [pool, farm].map((all) => all.map((spent) => (1000 * of(spent)) / trials)) as [number[], number[]];
  const ratios = ours.map((ms, i) => theirs[i]! / ms).toSorted((a, b) => a - b);
  return { name, aUs: median(ours), bUs: median(theirs), ratio: median(ratios), lowest: ratios[0]!, highest: ratios.at(-1)!, target };
}
