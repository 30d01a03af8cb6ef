import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { sweepSetup } from '../../../src/research/sweep/sweepSetup.ts';
import { passesOf, TrialPool } from '../../../src/research/sweep/trialPool.ts';
import { sharedMarkets, trialWorld, type TrialWorldSource } from '../../../src/research/sweep/trialWorld.ts';
import { runTrials } from '../../../src/research/sweep/runTrials.ts';
import type { TrialJob, TrialResult } from '../../../src/research/sweep/trial.ts';
import { RECORDED_AT, recordMarket } from '../backtest/recordMarket.ts';

const CONFIG = `
mode: demo
risk: { maxOpenOrders: 20, staleAfter: 5s }
backtest: { balances: { EUR: 100000, BTC: 2 }, equityEvery: 10s }
strategies:
  m: { use: maker, symbol: BTC/EUR, budget: 50000 EUR, params: { size: 0.05, smooth: 5, moveBps: 1 } }
sweep: { objective: profit, space: { strategies.m.params.spreadBps: { from: 1, to: 6, step: 0.5 } } }
`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-pool-'));
  await recordMarket(join(folder, 'data'), 'BTC/EUR', 300);
  writeFileSync(join(folder, 'c.yaml'), CONFIG);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function sourceOf(mostBytes: number, name = 'c.yaml'): Promise<TrialWorldSource> {
  const file = join(folder, name);
  const data = join(folder, 'data');
  const { backtest } = await sweepSetup(await loadSettings({ file, env: {} }), { data });
  return {
    file,
    env: {},
    data,
    range: {},
    markets: sharedMarkets(backtest, mostBytes, Infinity),
    latency: backtest.latency,
    about: backtest.about,
    band: 'fitted',
    objective: 'profit',
    draws: 0,
  };
}

const jobsOf = (spreads: readonly string[]): TrialJob[] =>
  spreads.map((spread, id) => ({
    id,
    params: { 'strategies.m.params.spreadBps': spread },
    range: { from: RECORDED_AT + (id % 2) * 60_000, to: RECORDED_AT + 290_000 },
  }));

async function pooled(source: TrialWorldSource, jobs: readonly TrialJob[], workers: number): Promise<TrialResult[]> {
  const pool = new TrialPool(source, workers, 3);
  const results: TrialResult[] = [];
  try {
    await pool.run(jobs, { onResult: ({ id }, result) => (results[id] = result) });
    return results;
  } finally {
    await pool.close();
  }
}

describe('sweepSetup', () => {
  it('takes draws of the fitted band, and refuses those of a band that is a bound', async () => {
    const planOf = async (more: string) => {
      writeFileSync(join(folder, 'draws.yaml'), CONFIG.replace('objective: profit,', `objective: profit, ${more},`));
      return (await sweepSetup(await loadSettings({ file: join(folder, 'draws.yaml'), env: {} }), { data: join(folder, 'data') })).plan;
    };
    expect((await planOf('draws: 20')).draws).toBe(20);
    await expect(planOf('draws: 20, band: pessimistic')).rejects.toThrow(
      'sweep.draws: 20 draws of the pessimistic band were asked for, and only the fitted band is drawn',
    );
  });
});

describe('TrialPool', () => {
  it('comes to what each run comes to alone in this thread, from shared memory and from disk', async () => {
    const jobs = jobsOf(['1', '1.5', '2', '2.5', '3', '3.5', '4']);
    const shared = await sourceOf(2 ** 30);
    const fromDisk = await sourceOf(0);
    expect(shared.markets[0]!.blocks).toHaveLength(1);
    expect(fromDisk.markets[0]!.blocks).toBeUndefined();
    const world = await trialWorld(fromDisk);
    const alone = jobs.map((job) => runTrials(world, [job])[0]!);
    expect(alone.some(({ fills }) => fills > 0)).toBe(true);
    expect(await pooled(shared, jobs, 1)).toEqual(alone);
    expect(await pooled(shared, jobs, 3)).toEqual(alone);
    expect(await pooled(fromDisk, jobs, 2)).toEqual(alone);
  });

  it('begins nothing more once it is told to stop', async () => {
    const pool = new TrialPool(await sourceOf(2 ** 30), 1, 1);
    const stop = new AbortController();
    const done: number[] = [];
    const progress: number[] = [];
    await pool.run(jobsOf(['1', '2', '3', '4']), {
      signal: stop.signal,
      onResult: ({ id }) => {
        done.push(id);
        if (done.length === 2) stop.abort();
      },
      onProgress: (count) => progress.push(count),
    });
    await pool.close();
    expect(done).toEqual([0, 2]);
    expect(progress.at(-1)).toBe(2);
  });

  it('says why a worker can not work', async () => {
    const source = await sourceOf(2 ** 30);
    const nowhere = new TrialPool({ ...source, file: join(folder, 'gone.yaml') }, 2);
    await expect(nowhere.run(jobsOf(['1']), { onResult: () => undefined })).rejects.toThrow("a worker can't begin");
    await nowhere.close();
    const refused = new TrialPool(source, 1);
    await expect(refused.run(jobsOf(['0.0001']), { onResult: () => undefined })).rejects.toThrow('must be at least 1');
    await refused.close();
  });

  it('refuses a configuration that has changed since the sweep began', async () => {
    const source = await sourceOf(2 ** 30);
    writeFileSync(join(folder, 'changed.yaml'), CONFIG.replace('size: 0.05', 'size: 0.06'));
    const pool = new TrialPool({ ...source, file: join(folder, 'changed.yaml') }, 1);
    await expect(pool.run(jobsOf(['1']), { onResult: () => undefined })).rejects.toThrow(
      /changed\.yaml or the code of a strategy has changed/,
    );
    await pool.close();
  });

  it('hears of a worker that ended between two passes', async () => {
    const dying = `import { p, strategy } from 'sluice';
export default strategy({ about: 'Ends.', params: { spreadBps: p.decimal('1') }, setup: () => {
  // A pass is made in one go, so this comes after it.
  return { onBook: () => void setImmediate(() => process.exit(0)) };
} });`;
    writeFileSync(join(folder, 'dying.ts'), dying);
    writeFileSync(join(folder, 'd.yaml'), CONFIG.replace('use: maker', 'use: ./dying.ts').replace(/params: \{ size[^}]*\}/, 'params: {}'));
    const source = await sourceOf(2 ** 30, 'd.yaml');
    const started = once(process, 'worker') as Promise<[Worker]>;
    const pool = new TrialPool(source, 1);
    const [worker] = await started;
    const gone = once(worker, 'exit');
    const results: TrialResult[] = [];
    await pool.run(jobsOf(['1']), { onResult: (_, result) => results.push(result) });
    await gone;
    await expect(pool.run(jobsOf(['1']), { onResult: () => undefined })).rejects.toThrow('a worker ended before its work was done');
    await pool.close();
    expect(results).toHaveLength(1);
  });
});

describe('passesOf', () => {
  it('gives every worker a pass, of about the same size, over one range', () => {
    const sizes = (count: number, workers: number): number[] => {
      const jobs = Array.from({ length: count }, (_, id): TrialJob => ({ id, params: {}, range: { from: 0, to: 1 } }));
      return passesOf(jobs, workers, 32).map(({ length }) => length);
    };
    expect(sizes(64, 2)).toEqual([32, 32]);
    expect(sizes(100, 2)).toEqual([25, 25, 25, 25]);
    expect(sizes(9, 2)).toEqual([5, 4]);
    expect(sizes(1, 4)).toEqual([1]);
    expect(sizes(33, 1)).toEqual([17, 16]);
    expect(
      passesOf(
        jobsOf(Array.from({ length: 6 }, () => '1')).map((job) => ({ ...job, range: {} })),
        2,
        32,
      ).map((pass) => pass.map(({ id }) => id)),
    ).toEqual([
      [0, 3, 4],
      [1, 2, 5],
    ]);
    const passes = passesOf(jobsOf(['1', '2', '3', '4', '5']), 1, 32);
    expect(passes.map((pass) => pass.map(({ id }) => id))).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
  });
});
