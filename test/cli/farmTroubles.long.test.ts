import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { farmAddress } from '../../src/research/farm/farmAddress.ts';
import { openFarm } from '../../src/research/farm/openFarm.ts';
import { redisMissing, RedisServer } from '../research/farm/redisServer.ts';
import { CutLine } from '../store/cutLine.ts';
import { FarmPlace, QUEUE_PASSWORD, VENUE_KEYS } from './farmPlace.ts';
import { endAll, type Running } from './processes.ts';
import { run } from './testIo.ts';

const missing = redisMissing();
const place = new FarmPlace();
let redis: RedisServer;
/** What the same sweep comes to without a farm. */
let results: readonly string[];

beforeAll(async () => {
  if (missing !== undefined) return;
  await place.make();
  expect((await run(place.argvOf('local', '--workers', '1'), { env: VENUE_KEYS })).code).toBe(0);
  results = place.resultsIn('local');
});
beforeEach(async ({ skip }) => {
  skip(missing !== undefined, missing);
  redis = await new RedisServer('--requirepass', QUEUE_PASSWORD).start();
});
afterEach(async () => {
  await endAll();
  await redis?.remove();
});
afterAll(() => place.remove());

/** Each of them has said that it can't be used, and why. */
const told = (what: string, ...of: readonly Running[]): Promise<unknown> =>
  Promise.all(of.map((each) => each.until(new RegExp(`the Redis at \\S+ can't be used: ${what}.*; trying again`))));

/** The sweep ends with the same bytes, the worker when it is told to; both have said that it works again. */
async function goesOn(sweeps: string, sweep: Running, worker: Running): Promise<void> {
  const { code, stderr } = await sweep.ended;
  expect([code, place.resultsIn(sweeps)]).toEqual([0, results]);
  worker.kill('SIGTERM');
  const ended = await worker.ended;
  expect([ended.code, stderr, ended.stderr]).toEqual([0, expect.stringMatching(/works again$/m), expect.stringMatching(/works again$/m)]);
}

it('a Redis that stands still for longer than it has for an answer', async () => {
  const worker = place.startWorker(redis.url, 'still');
  const sweep = place.startSweep(redis.url, 'still');
  await sweep.until(() => place.runsWritten('still') > 2);
  redis.pause();
  await told('it has not answered in time', sweep, worker);
  redis.resume();
  await goesOn('still', sweep, worker);
});

it('connections that are cut', async () => {
  const line = new CutLine(Number(new URL(redis.url).port));
  const url = `redis://127.0.0.1:${await line.start()}`;
  const worker = place.startWorker(url, 'cut');
  const sweep = place.startSweep(url, 'cut');
  await sweep.until(() => place.runsWritten('cut') > 2);
  line.cut();
  await told('it has ended the connection', sweep, worker);
  line.mend();
  await goesOn('cut', sweep, worker);
  await line.close();
});

it('a Redis that is full', async () => {
  const worker = place.startWorker(redis.url, 'full');
  const sweep = place.startSweep(redis.url, 'full');
  await sweep.until(() => place.runsWritten('full') > 2);
  const { redis: client, close } = await openFarm(farmAddress(redis.url, { SLUICE_QUEUE_PASSWORD: QUEUE_PASSWORD }));
  await client.config('SET', 'maxmemory', '1');
  await told('it is full: it has reached its maxmemory', sweep, worker);
  await client.config('SET', 'maxmemory', '0');
  close();
  await goesOn('full', sweep, worker);
});
