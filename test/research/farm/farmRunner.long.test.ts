import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrialRunner } from '../../../src/research/sweep/trial.ts';
import { until } from '../../until.ts';
import { jobsOf, madeBy, RUNNER_CONFIG, type RunnerPlace, runnerPlace, trialRunnerSuite } from '../sweep/trialRunnerSuite.ts';
import { redisMissing, RedisServer } from './redisServer.ts';
import { offeredSweep, TEST_PACE, testFarm, testWorker, type TestWorker } from './testFarm.ts';

const missing = redisMissing();
const redis = new RedisServer();
let place: RunnerPlace;
let caches: string;
beforeAll(async () => {
  place = await runnerPlace();
  caches = mkdtempSync(join(tmpdir(), 'sluice-caches-'));
  if (missing === undefined) await redis.start();
});
afterAll(async () => {
  await redis.remove();
  place.remove();
  rmSync(caches, { recursive: true, force: true });
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const cacheOf = (name: string): string => join(caches, name);
const made = async (runner: TrialRunner, spreads: readonly string[], onResult = (): void => undefined) =>
  (await madeBy(runner, jobsOf(spreads), { onResult })).results;

describe('FarmRunner', () => {
  trialRunnerSuite(async (source, workers, mostAPass) => {
    const { runner } = await offeredSweep(redis.url, source, mostAPass);
    const all: TestWorker[] = [];
    for (let i = 0; i < workers; i++) all.push(await testWorker(redis.url, cacheOf(`suite-${i}`), 1));
    return {
      run: (jobs, events) => runner.run(jobs, events),
      async close() {
        await runner.close();
        await Promise.all(all.map((worker) => worker.stop()));
      },
    };
  });

  it('leaves nothing in Redis', async () => {
    const farm = await testFarm(redis.url);
    const keys = await farm.redis.keys('*');
    farm.close();
    expect(keys).toEqual([]);
  });

  it('leaves nothing, however often it looks for passes of workers that are gone', async () => {
    const own = await new RedisServer().start();
    const worker = await testWorker(own.url, cacheOf('often'), 1);
    for (let i = 0; i < 5; i++) {
      const { runner } = await offeredSweep(own.url, await place.sourceOf(0), 1, { pace: { ...TEST_PACE, stalledEveryMs: 1 } });
      expect(await made(runner, ['1'])).toHaveLength(1);
      await runner.close();
    }
    await worker.stop();
    const look = await testFarm(own.url);
    const keys = await look.redis.keys('*');
    look.close();
    await own.remove();
    expect(keys).toEqual([]);
  });

  it('makes again what Redis has lost, and goes on when Redis comes back', async () => {
    const own = await new RedisServer().start();
    const said: string[] = [];
    const { runner, farm } = await offeredSweep(own.url, await place.sourceOf(0), 1, { tell: (line) => said.push(line) });
    const worker = await testWorker(own.url, cacheOf('lost'), 1);
    const spreads = Array.from({ length: 30 }, (_, i) => String(1 + i / 10));
    let results = 0;
    let restarted: Promise<unknown> = Promise.resolve();
    const restart = async (): Promise<void> => {
      await own.stop();
      await until(() => said.some((line) => line.includes('nothing listens there')));
      await own.start();
    };
    const all = await made(runner, spreads, () => {
      results++;
      if (results === 3) restarted = farm.redis.flushall();
      if (results === 8) restarted = restart();
    });
    await restarted;
    await worker.stop();
    await runner.close();
    await own.remove();
    expect(all.map(({ digest }) => digest.length)).toEqual(spreads.map(() => 64));
    expect(said.join('\n')).toMatch(/the Redis at redis:\/\/127\.0\.0\.1:\d+ can't be used: .*trying again/);
    expect(said).toContainEqual(expect.stringMatching(/works again$/));
  });

  it('says that Redis is full, and goes on when there is room', async () => {
    const own = await new RedisServer().start();
    const said: string[] = [];
    const { runner, farm } = await offeredSweep(own.url, await place.sourceOf(0), 1, { tell: (line) => said.push(line) });
    const other = await testFarm(own.url);
    await other.redis.config('SET', 'maxmemory', '1');
    const making = made(runner, ['1', '2']);
    await until(() => said.some((line) => line.includes('it is full')));
    await other.redis.config('SET', 'maxmemory', '0');
    const worker = await testWorker(own.url, cacheOf('full'), 1);
    expect(await making).toHaveLength(2);
    await worker.stop();
    await runner.close();
    for (const each of [farm, other]) each.close();
    await own.remove();
    expect(said.find((line) => line.includes('full'))).toMatch(
      /raise the limit \(redis-cli config set maxmemory 1gb\); nothing is lost; trying again$/,
    );
  });

  it('tells of a worker with other code, with both hashes, and waits for one with the same', async () => {
    const said: string[] = [];
    const other = 'f'.repeat(64);
    const { runner, sweep } = await offeredSweep(redis.url, await place.sourceOf(0), 1, {
      tell: (line) => said.push(line),
      change: (own) => ({ ...own, code: { ...own.code, program: other } }),
    });
    const worker = await testWorker(redis.url, cacheOf('code'), 1);
    const stop = new AbortController();
    const run = runner.run(jobsOf(['1']), { signal: stop.signal, onResult: () => undefined });
    const line = await until(() => said.find((text) => text.includes('takes no trial')), Boolean);
    stop.abort();
    await run;
    await worker.stop();
    await runner.close();
    expect(line).toMatch(
      /worker here:\d+ takes no trial: sluice here is \S+ with the code [0-9a-f]{12}, and the sweep's is \S+ with the code f{12}$/,
    );
    expect(worker.told).toEqual([expect.stringContaining(`${sweep.run}: left to others: sluice here is`) as unknown]);
  });

  it('tells of a strategy with other code', async () => {
    writeFileSync(join(place.folder, 'own.ts'), ownStrategy('a'));
    const config = RUNNER_CONFIG.replace('use: maker', 'use: ./own.ts').replace(/params: \{ size[^}]*\}/, 'params: {}');
    writeFileSync(join(place.folder, 'own.yaml'), config);
    const { runner } = await offeredSweep(redis.url, await place.sourceOf(0, 'own.yaml'), 1);
    const elsewhere = mkdtempSync(join(caches, 'strategies-'));
    writeFileSync(join(elsewhere, 'own.ts'), ownStrategy('b'));
    const worker = await testWorker(redis.url, cacheOf('strategies'), 1, { directory: elsewhere });
    const stop = new AbortController();
    const run = runner.run(jobsOf(['1']), { signal: stop.signal, onResult: () => undefined });
    await until(() => worker.told.length > 0);
    stop.abort();
    await run;
    await worker.stop();
    const right = await testWorker(redis.url, cacheOf('strategies'), 1, { directory: place.folder });
    expect(await made(runner, ['1'])).toHaveLength(1);
    await right.stop();
    await runner.close();
    expect(worker.told[0]).toMatch(/left to others: the code of m \(\.\/own\.ts\) here is [0-9a-f]{12}, and the sweep's is [0-9a-f]{12}$/);
  });

  it('takes no more than the cache may hold, and says so', async () => {
    const said: string[] = [];
    const { runner } = await offeredSweep(redis.url, await place.sourceOf(0), 1, { tell: (line) => said.push(line) });
    const worker = await testWorker(redis.url, cacheOf('small'), 1, { mostBytes: 100 });
    const stop = new AbortController();
    const run = runner.run(jobsOf(['1']), { signal: stop.signal, onResult: () => undefined });
    await until(() =>
      said.some((line) => /takes no trial: the recordings of this sweep have \d+ bytes, and the cache .* may have 100$/.test(line)),
    );
    stop.abort();
    await run;
    await worker.stop();
    await runner.close();
    expect(worker.told).toHaveLength(1);
  });

  it('gives back what a stopped worker has no time for, and another makes it', async () => {
    writeFileSync(join(place.folder, 'slow.ts'), slowStrategy());
    const config = RUNNER_CONFIG.replace('use: maker', 'use: ./slow.ts').replace(/params: \{ size[^}]*\}/, 'params: {}');
    writeFileSync(join(place.folder, 'slow.yaml'), config);
    const { runner, farm, sweep } = await offeredSweep(redis.url, await place.sourceOf(0, 'slow.yaml'), 1);
    const first = await testWorker(redis.url, cacheOf('slow'), 1, { directory: place.folder, graceMs: 0 });
    const run = made(runner, ['1']);
    const count = (list: string): Promise<number> => farm.redis.llen(`sluice-farm:${sweep.run}:${list}`);
    await until(async () => (await count('active')) === 1);
    await first.stop();
    // It is there at once, and not after its lock has run out.
    expect([await count('wait'), await count('active')]).toEqual([1, 0]);
    writeFileSync(join(place.folder, 'go'), '');
    const second = await testWorker(redis.url, cacheOf('slow'), 1, { directory: place.folder });
    expect(await run).toHaveLength(1);
    await second.stop();
    await runner.close();
  });
});

function ownStrategy(about: string): string {
  return `import { p, strategy } from 'sluice';
export default strategy({ about: '${about}', params: { spreadBps: p.decimal('1') }, setup: () => ({ onBook: () => {} }) });`;
}

/** It never comes to an end before a file is there. */
function slowStrategy(): string {
  return `import { existsSync } from 'node:fs';
import { p, strategy } from 'sluice';
export default strategy({ about: 'Waits.', params: { spreadBps: p.decimal('1') }, setup: () => ({ onBook: () => {
  while (!existsSync(new URL('./go', import.meta.url))) {}
} }) });`;
}
