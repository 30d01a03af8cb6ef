import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { sweepSetup } from '../../../src/research/sweep/sweepSetup.ts';
import { passesOf, TrialPool } from '../../../src/research/sweep/trialPool.ts';
import type { TrialWorldSource } from '../../../src/research/sweep/trialWorld.ts';
import type { TrialJob, TrialResult } from '../../../src/research/sweep/trial.ts';
import { jobsOf, madeBy, RUNNER_CONFIG, type RunnerPlace, runnerPlace, trialRunnerSuite } from './trialRunnerSuite.ts';

let place: RunnerPlace;
beforeAll(async () => {
  place = await runnerPlace();
});
afterAll(() => place.remove());

describe('sweepSetup', () => {
  const planOf = async (more: string, backtest = '') => {
    const text = RUNNER_CONFIG.replace('objective: profit,', `objective: profit, ${more},`);
    writeFileSync(join(place.folder, 'draws.yaml'), text.replace('equityEvery: 10s', `equityEvery: 10s${backtest}`));
    return (await sweepSetup(await loadSettings({ file: join(place.folder, 'draws.yaml'), env: {} }), { data: join(place.folder, 'data') }))
      .plan;
  };

  it('takes draws of the fitted band, and refuses those of a band that is a bound', async () => {
    expect((await planOf('draws: 20')).draws).toBe(20);
    await expect(planOf('draws: 20, band: pessimistic')).rejects.toThrow(
      'sweep.draws: 20 draws of the pessimistic band were asked for, and only the fitted band is drawn',
    );
  });

  it('draws as often as a backtest where sweep.draws is not set, but for the bands that are bounds', async () => {
    const drawn = await planOf('best: 10', ', draws: 20');
    expect(drawn.draws).toBe(20);
    expect((await planOf('draws: 0', ', draws: 20')).draws).toBe(0);
    expect((await planOf('draws: 40', ', draws: 20')).draws).toBe(40);
    expect((await planOf('band: optimistic', ', draws: 20')).draws).toBe(0);
    const plain = await planOf('best: 10');
    expect(plain.draws).toBe(0);
    expect(plain.id).not.toBe(drawn.id);
  });
});

describe('TrialPool', () => {
  trialRunnerSuite(async (source, workers, mostAPass) => new TrialPool(source, workers, mostAPass));

  it('comes from shared memory to what it comes to from disk', async () => {
    const jobs = jobsOf(['1', '2', '3']);
    const [shared, fromDisk] = [await place.sourceOf(2 ** 30), await place.sourceOf(0)];
    expect(shared.markets[0]!.blocks).toHaveLength(1);
    expect(fromDisk.markets[0]!.blocks).toBeUndefined();
    const made = async (source: TrialWorldSource) => {
      const pool = new TrialPool(source, 2, 3);
      const { results } = await madeBy(pool, jobs);
      await pool.close();
      return results;
    };
    expect(await made(shared)).toEqual(await made(fromDisk));
  });

  it('begins nothing more of what it has not begun', async () => {
    const pool = new TrialPool(await place.sourceOf(2 ** 30), 1, 1);
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

  it('says why a worker can not begin', async () => {
    const nowhere = new TrialPool({ ...(await place.sourceOf(2 ** 30)), file: join(place.folder, 'gone.yaml') }, 2);
    await expect(nowhere.run(jobsOf(['1']), { onResult: () => undefined })).rejects.toThrow("a worker can't begin");
    await nowhere.close();
  });

  it('refuses a configuration that has changed since the sweep began', async () => {
    const source = await place.sourceOf(2 ** 30);
    writeFileSync(join(place.folder, 'changed.yaml'), RUNNER_CONFIG.replace('size: 0.05', 'size: 0.06'));
    const pool = new TrialPool({ ...source, file: join(place.folder, 'changed.yaml') }, 1);
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
    writeFileSync(join(place.folder, 'dying.ts'), dying);
    writeFileSync(
      join(place.folder, 'd.yaml'),
      RUNNER_CONFIG.replace('use: maker', 'use: ./dying.ts').replace(/params: \{ size[^}]*\}/, 'params: {}'),
    );
    const source = await place.sourceOf(2 ** 30, 'd.yaml');
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
