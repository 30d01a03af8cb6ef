import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordMarket } from '../research/backtest/recordMarket.ts';
import { redisMissing, RedisServer } from '../research/farm/redisServer.ts';
import { endAll, type Running, start } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
const missing = redisMissing();
const redis = new RedisServer('--requirepass', 'correct-horse-battery');
const env = { SLUICE_QUEUE_PASSWORD: 'correct-horse-battery' };
/** Only the machine of the sweep has them. */
const keys = { VENUE_KEY: 'a-key-that-stays-at-home', VENUE_SECRET: 'c2VjcmV0LXRoYXQtc3RheXMtYXQtaG9tZQ==' };

const STRATEGY = `import { p, strategy } from 'sluice';
export default strategy({
  about: 'Quotes around the fair price.',
  params: { spreadBps: p.decimal('5', { min: '1' }), size: p.decimal('0.01', { min: '0' }) },
  setup: ({ spreadBps, size }) => ({
    onBook(book, ctx) {
      const fair = book.micropriceTicks;
      if (fair === undefined) return;
      const half = (fair * spreadBps.toNumber()) / 10_000;
      ctx.quote([
        { side: 'Buy', price: book.priceAt(fair - half, 'down'), amount: size },
        { side: 'Sell', price: book.priceAt(fair + half, 'up'), amount: size },
      ]);
    },
  }),
});
`;

const CONFIG = `
mode: live
venue: { exchange: { url: 'https://venue.example', key: \${env:VENUE_KEY}, secret: \${env:VENUE_SECRET} } }
risk: { maxOpenOrders: 20, staleAfter: 5s, maxOrderValue: 50000 EUR, maxDailyLoss: 50000 EUR }
backtest: { balances: { EUR: 100000, BTC: 2 }, equityEvery: 10s }
strategies:
  m: { use: ./strategies/own.ts, symbol: BTC/EUR, budget: 50000 EUR }
sweep:
  objective: profit
  sampler: tpe
  trials: 20
  batch: 4
  outOfSample: 30%
  best: 3
  space:
    strategies.m.params.spreadBps: { from: 1, to: 6, step: 0.5 }
    strategies.m.params.size: { values: [0.01, 0.02, 0.05] }
`;

beforeAll(async () => {
  await recordMarket(folder.path('data'), 'BTC/EUR', 600);
  writeFileSync(folder.path('c.yaml'), CONFIG);
  for (const place of ['strategies', 'elsewhere/strategies']) {
    mkdirSync(folder.path(place), { recursive: true });
    writeFileSync(folder.path(`${place}/own.ts`), STRATEGY);
  }
  if (missing === undefined) await redis.start();
});
afterEach(endAll);
afterAll(async () => {
  await redis.remove();
  folder.remove();
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const argvOf = (sweeps: string, ...more: string[]): string[] => {
  const places = ['--data', folder.path('data'), '--sweeps', folder.path(sweeps)];
  return ['sweep', folder.path('c.yaml'), ...places, ...more];
};
const startSweep = (sweeps: string, ...more: string[]): Running =>
  start(argvOf(sweeps, '--queue', redis.url, ...more), { ...env, ...keys });
const startWorker = (name: string, ...more: string[]): Running => {
  const places = ['--code', folder.path('elsewhere'), '--cache', folder.path(`cache-${name}`)];
  return start(['worker', '--queue', redis.url, '--threads', '1', ...places, ...more], env);
};

function resultsIn(sweeps: string): readonly string[] {
  const [id] = readdirSync(folder.path(sweeps));
  return ['results.jsonl', 'summary.json'].map((name) => readFileSync(folder.path(`${sweeps}/${id}/${name}`), 'utf8'));
}

function runsWritten(sweeps: string): number {
  const [id] = existsSync(folder.path(sweeps)) ? readdirSync(folder.path(sweeps)) : [];
  const journal = folder.path(`${sweeps}/${id}/journal.jsonl`);
  return existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 2 : 0;
}

describe('sluice sweep --queue and sluice worker', () => {
  it('comes to the same bytes as here, without the secrets of the configuration, and says who has worked and what it took', async () => {
    const here = await run(argvOf('local', '--workers', '1'), { env: keys });
    expect([here.code, here.stderr]).toEqual([0, expect.stringMatching(/processor time [\d.]+ s: thread 0 \d+ runs in/) as unknown]);
    const sweep = startSweep('farm');
    const workers = [startWorker('a'), startWorker('b', '--data', folder.path('data'))];
    const { code, stdout, stderr } = await sweep.ended;
    expect([code, stdout]).toEqual([0, here.stdout]);
    expect(resultsIn('farm')).toEqual(resultsIn('local'));
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
    expect([readdirSync(folder.path('cache-a/objects')), readdirSync(folder.path('cache-b/objects'))].map(({ length }) => length)).toEqual([
      2, 2,
    ]);
  });

  it('goes on after its process was killed, with what is written down', async () => {
    const worker = startWorker('c');
    const first = startSweep('killed');
    await first.until(() => runsWritten('killed') > 5);
    first.kill('SIGKILL');
    await first.ended;
    const { code, stderr } = await startSweep('killed', '--resume').ended;
    worker.kill('SIGTERM');
    await worker.ended;
    expect([code, resultsIn('killed')]).toEqual([0, resultsIn('local')]);
    const made = Number(/processor time [\d.]+ s: \S+ (\d+) runs? in/.exec(stderr)![1]);
    expect(made).toBeLessThan(23);
  });

  it('says what is wrong with a queue and with options that do not go together', async () => {
    const refused = async (...argv: string[]) => {
      const { code, stderr } = await run([...argvOf('none'), ...argv], { env: keys });
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
    const worker = await run(['worker', '--queue', 'redis://127.0.0.1:1', '--cache', folder.path('cache-none')]);
    expect(worker.code).not.toBe(0);
    expect(worker.stderr).toContain('nothing listens there');
  });
});
