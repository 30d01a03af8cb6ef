import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { jobsOf, RUNNER_CONFIG, type RunnerPlace, runnerPlace } from '../sweep/trialRunnerSuite.ts';
import { passEvents } from './passEvents.ts';
import { redisMissing, RedisServer } from './redisServer.ts';
import { type OfferedSweep, offeredSweep } from './testFarm.ts';

const WORKER = fileURLToPath(new URL('workerProcess.ts', import.meta.url));
/** Each is one run, and all take the same time, whatever else the machine does. */
const PASSES = 24;
const WAITING = `import { p, strategy } from 'sluice';
export default strategy({ about: 'Waits once.', params: { spreadBps: p.decimal('1') }, setup() {
  let isFirst = true;
  return { onBook() {
    if (isFirst) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
    isFirst = false;
  } };
} });`;

const missing = redisMissing();
const redis = new RedisServer();
const running: ChildProcess[] = [];
let place: RunnerPlace;
beforeAll(async () => {
  place = await runnerPlace();
  writeFileSync(join(place.folder, 'waiting.ts'), WAITING);
  const config = RUNNER_CONFIG.replace('use: maker', 'use: ./waiting.ts').replace(/params: \{ size[^}]*\}/, 'params: {}');
  writeFileSync(join(place.folder, 'waiting.yaml'), config);
  if (missing === undefined) await redis.start();
});
afterAll(async () => {
  const ends = running.map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
  await redis.remove();
  place.remove();
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const offered = async (owner: string): Promise<OfferedSweep> =>
  offeredSweep(redis.url, await place.sourceOf(0, 'waiting.yaml'), 1, { change: (sweep) => ({ ...sweep, owner }) });

function startWorker(): void {
  const argv = [WORKER, redis.url, join(place.folder, 'farm'), place.folder];
  running.push(spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] }));
}

/** Some passes of a sweep. Who has worked for it is added to `workers`. */
function made({ runner }: OfferedSweep, passes: number, workers = new Set<string>()): Promise<void> {
  const spreads = Array.from({ length: passes }, (_, i) => String(1 + i / 20));
  return runner.run(jobsOf(spreads), { onResult: () => undefined, onWork: ({ worker }) => workers.add(worker) });
}

it.each([1, 2])('two people have half of the passes each, although one has two sweeps: %i workers with one thread', async (count) => {
  const sweeps = [
    { who: 'ann', offer: await offered('ann@here'), workers: new Set<string>() },
    { who: 'ann', offer: await offered('ann@here'), workers: new Set<string>() },
    { who: 'bob', offer: await offered('bob@there'), workers: new Set<string>() },
  ];
  while (running.length < count) startWorker();
  // The first pass of each worker takes as long as its thread needs to begin.
  const hasBegun = (): boolean => sweeps.every(({ workers }) => workers.size === count);
  const begin = async ({ offer, workers }: (typeof sweeps)[number]): Promise<void> => {
    while (!hasBegun()) await made(offer, 2, workers);
  };
  await Promise.all(sweeps.map(begin));
  const [seconds, micros] = await sweeps[0]!.offer.farm.redis.time();
  const since = Number(seconds) * 1000 + Number(micros) / 1000;
  await Promise.all(sweeps.map(({ offer }) => made(offer, PASSES)));
  const taken = await Promise.all(
    sweeps.map(async ({ who, offer: { farm, sweep } }) => {
      const events = await passEvents(farm, sweep.run);
      return events.flatMap(({ event, order }) => (event === 'active' && order >= since ? [{ who, order }] : []));
    }),
  );
  for (const { offer } of sweeps) await offer.runner.close();
  const inOrder = taken.flat().toSorted((a, b) => a.order - b.order);
  const whileBoth = inOrder.slice(0, 1 + inOrder.findLastIndex(({ who }) => who === 'bob'));
  expect(inOrder.length).toBeGreaterThanOrEqual(3 * PASSES);
  const share = whileBoth.filter(({ who }) => who === 'bob').length / whileBoth.length;
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
});
