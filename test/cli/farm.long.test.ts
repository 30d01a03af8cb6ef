import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redisMissing, RedisServer } from '../research/farm/redisServer.ts';
import { FarmPlace, QUEUE_PASSWORD, VENUE_KEYS } from './farmPlace.ts';
import { endAll } from './processes.ts';
import { run } from './testIo.ts';

const missing = redisMissing();
const redis = new RedisServer('--requirepass', QUEUE_PASSWORD);
const place = new FarmPlace();

beforeAll(async () => {
  await place.make();
  if (missing === undefined) await redis.start();
});
afterEach(endAll);
afterAll(async () => {
  await redis.remove();
  place.remove();
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

describe('sluice sweep --queue and sluice worker', () => {
  it('comes to the same bytes as here, without the secrets of the configuration, and says who has worked and what it took', async () => {
    const here = await run(place.argvOf('local', '--workers', '1'), { env: VENUE_KEYS });
    expect([here.code, here.stderr]).toEqual([0, expect.stringMatching(/processor time [\d.]+ s: thread 0 \d+ runs in/) as unknown]);
    const sweep = place.startSweep(redis.url, 'farm');
    const workers = [place.startWorker(redis.url, 'a'), place.startWorker(redis.url, 'b', '--data', place.path('data'))];
    const { code, stdout, stderr } = await sweep.ended;
    expect([code, stdout]).toEqual([0, here.stdout]);
    expect(place.resultsIn('farm')).toEqual(place.resultsIn('local'));
    expect(stderr).toMatch(/sweep c-[0-9a-f]{12}: tpe, the farm at redis:\/\/:\*\*\*@127\.0\.0\.1:\d+\n/);
    expect(stderr).toMatch(/worker \S+:\d+ works, with 1 thread\n/);
    expect(stderr).toMatch(/processor time [\d.]+ s: \S+:\d+ \d+ runs? in [\d.]+ s/);
    for (const worker of workers) worker.kill('SIGTERM');
    const ends = await Promise.all(workers.map(({ ended }) => ended));
    expect(ends.map((end) => end.code)).toEqual([0, 0]);
    const made = ends.map((end) => Number(/stopped: (\d+) runs made/.exec(end.stderr)![1]));
    expect(made.reduce((sum, runs) => sum + runs, 0)).toBe(23);
    expect(ends.map((end) => end.stderr).join('')).not.toContain('horse');
    // The day of this recording is not closed yet, so it is fetched where it lies in the shared folder, too: it may grow there.
    expect([readdirSync(place.path('cache-a/objects')), readdirSync(place.path('cache-b/objects'))].map(({ length }) => length)).toEqual([
      2, 2,
    ]);
  });

  it('goes on after its process was killed, with what is written down', async () => {
    const worker = place.startWorker(redis.url, 'c');
    const first = place.startSweep(redis.url, 'killed');
    await first.until(() => place.runsWritten('killed') > 5);
    first.kill('SIGKILL');
    await first.ended;
    const { code, stderr } = await place.startSweep(redis.url, 'killed', '--resume').ended;
    worker.kill('SIGTERM');
    await worker.ended;
    expect([code, place.resultsIn('killed')]).toEqual([0, place.resultsIn('local')]);
    const made = Number(/processor time [\d.]+ s: \S+ (\d+) runs? in/.exec(stderr)![1]);
    expect(made).toBeLessThan(23);
  });

  it('says what is wrong with a queue and with options that do not go together', async () => {
    const refused = async (...argv: string[]) => {
      const { code, stderr } = await run([...place.argvOf('none'), ...argv], { env: VENUE_KEYS });
      return [code, stderr];
    };
    expect(await refused('--queue', redis.url, '--workers', '2')).toEqual([
      2,
      expect.stringContaining('with --queue there are none') as unknown,
    ]);
    expect(await refused('--serve', '127.0.0.1:0')).toEqual([2, expect.stringContaining('--serve is of use only with --queue') as unknown]);
    expect(await refused('--queue', 'ann:correct-horse@nowhere')).toEqual([2, expect.not.stringContaining('horse') as unknown]);
    const [, wrong] = await refused('--queue', redis.url.replace('//', '//:wrong-horse-battery@'));
    expect(wrong).toContain('it does not take this user and password');
    expect(wrong).not.toContain('wrong-horse');
    const worker = await run(['worker', '--queue', 'redis://127.0.0.1:1', '--cache', place.path('cache-none')]);
    expect(worker.code).not.toBe(0);
    expect(worker.stderr).toContain('nothing listens there');
  });
});
