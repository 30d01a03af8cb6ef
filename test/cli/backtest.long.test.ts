import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordMarket } from '../research/backtest/recordMarket.ts';
import { writeJournal } from '../research/backtest/writeJournal.ts';
import { endAll, start } from './processes.ts';
import { run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');
const data = folder.path('data');
const BUNDLED = fileURLToPath(new URL('../../config/backtest.yaml', import.meta.url));
const DEMO = fileURLToPath(new URL('../../config/demo.yaml', import.meta.url));

beforeAll(async () => {
  for (const symbol of ['BTC/EUR', 'ETH/EUR', 'SOL/EUR']) await recordMarket(data, symbol, 120);
});
afterEach(endAll);
afterAll(() => folder.remove());

describe('sluice backtest', () => {
  it('prints what programs read, and the same again for the same inputs elsewhere', async () => {
    const first = await run(['backtest', BUNDLED, '--data', data, '--runs', folder.path('one'), '-o', 'json', '--no-warm-up'], { cwd });
    expect([first.code, first.stderr]).toEqual([0, '']);
    const said = JSON.parse(first.stdout) as Record<string, unknown>;
    expect(Object.keys(said)).toEqual([
      'run',
      'hash',
      'from',
      'to',
      'currency',
      'snapshots',
      'seconds',
      'fills',
      'refusals',
      'neverTraded',
      'metrics',
      'strategies',
      'drawdowns',
      'warnings',
      'checks',
    ]);
    expect(said).toMatchObject({
      run: expect.stringMatching(/one\/backtest-[0-9a-f]{12}$/) as unknown,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      snapshots: 120,
      seconds: expect.any(Number) as unknown,
      fills: {
        pessimistic: expect.any(Number) as unknown,
        fitted: expect.any(Number) as unknown,
        optimistic: expect.any(Number) as unknown,
      },
      metrics: { profit: expect.any(Number) as unknown },
      checks: [
        { check: 'look-ahead', outcome: 'passed' },
        { check: 'determinism', outcome: 'passed' },
      ],
    });
    const second = await run(['backtest', BUNDLED, '--data', data, '--runs', folder.path('two'), '-o', 'json', '--no-checks'], { cwd });
    expect(JSON.parse(second.stdout)).toMatchObject({ hash: said['hash'], fills: said['fills'], checks: [] });
    expect(readdirSync(said['run'] as string).sort()).toEqual(
      ['fitted', 'manifest.json', 'metrics.csv', 'metrics.json', 'optimistic', 'pessimistic', 'report.html'].sort(),
    );
  });

  it('shows a table of the bands with the time between polls, and finds data and runs where it runs', async () => {
    const { code, stdout, stderr } = await run(['backtest', BUNDLED, '--no-checks'], { cwd });
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^BAND +POLL +ORDERS +FILLS +PROFIT/);
    expect(stdout).toMatch(/^fitted +1\.0 s /m);
    expect(stdout).toMatch(/^STRATEGY +FILLS .*\nbtc-maker +0 .* never traded$/m);
    expect(stderr).toMatch(
      /120 books in .*\nwarning btc-maker never traded, .*\nwarning btc-grid never traded, .*\nwarning btc-dca never traded, .*\n(?:drawdown -.* \(fitted\)\n){3}2026-10-05T00:00:00.000Z to 2026-10-05T00:01:59.000Z, 120 books\nrun .*\nhash [0-9a-f]{64}\n$/,
    );
    const one = await run(['backtest', BUNDLED, '--no-checks', '--band', 'optimistic', '-o', 'csv'], { cwd });
    expect(one.stdout.trim().split('\n')).toHaveLength(2);
  });

  it('draws a picture where it is told to, and the same one again', async () => {
    for (const name of ['a.svg', 'b.svg']) {
      expect((await run(['backtest', BUNDLED, '--no-checks', '--picture', name], { cwd })).code).toBe(0);
    }
    const svg = readFileSync(folder.path('a.svg'), 'utf8');
    expect(svg).toMatch(/^<svg\s/);
    expect(svg).toContain('Price of BTC/EUR');
    expect(readFileSync(folder.path('b.svg'), 'utf8')).toBe(svg);
  });

  it('says so when the picture can not be written, after it has shown the run', async () => {
    const { code, stdout, stderr } = await run(['backtest', BUNDLED, '--no-checks', '--picture', 'nowhere/a.svg'], { cwd });
    expect(code).not.toBe(0);
    expect(stdout).toContain('fitted');
    expect(stderr).toMatch(/the picture .*nowhere\/a\.svg can't be written/);
  });

  it('runs the demo as it is, and one of a live configuration, without a venue', async () => {
    expect((await run(['backtest', DEMO, '--data', data, '--no-checks', '-o', 'json'], { cwd })).code).toBe(0);
    const strategy = 'strategies: { m: { use: maker, symbol: BTC/EUR, budget: 500 EUR } }';
    const venue = 'venue: { exchange: { url: https://venue.example, key: "${env:K}", secret: "${env:S}" } }';
    writeFileSync(
      folder.path('live.yaml'),
      ['mode: live', venue, 'risk: { maxOrderValue: 500 EUR, maxDailyLoss: 50 EUR }', strategy].join('\n'),
    );
    const live = await run(['backtest', 'live.yaml', '--no-checks', '-o', 'json'], { cwd, env: { K: 'key', S: 'c2VjcmV0' } });
    expect([live.code, live.stderr]).toEqual([0, '']);
  });

  it('fits the latency to the journal of a daemon that runs, and tells the numbers in manifest, report and settings', async () => {
    const strategy = 'strategies: { m: { use: maker, symbol: BTC/EUR, budget: 500 EUR } }';
    writeFileSync(folder.path('fitted.yaml'), ['mode: demo', strategy, 'backtest: { latency: { fitted: true } }'].join('\n'));
    const daemon = await writeJournal(
      folder.path('state/account-000000000001.sqlite'),
      Array.from({ length: 25 }, () => 31),
    );
    const fitted = await run(['backtest', 'fitted.yaml', '--no-checks', '--state', 'state'], { cwd });
    const shown = await run(['config', 'show', 'fitted.yaml', '--state', 'state', '-o', 'json'], { cwd });
    await daemon.close();
    expect(fitted.code, fitted.stderr).toBe(0);
    expect(fitted.stderr).toMatch(/^latency 16 \+ 15 ms: 50 % of 25 requests in .*account-000000000001\.sqlite took no longer$/m);
    const place = /^run (.*)$/m.exec(fitted.stderr)![1]!;
    expect(JSON.parse(readFileSync(`${place}/manifest.json`, 'utf8'))).toMatchObject({
      latency: { entryMs: 16, responseMs: 15, fitted: { quantile: 0.5, requests: 25 } },
    });
    expect(readFileSync(`${place}/report.html`, 'utf8')).toContain(
      '16 ms to the venue, 15 ms back: 50 % of 25 real requests took no longer',
    );
    expect(JSON.parse(shown.stdout)).toMatchObject({ backtest: { latency: { entry: '16ms', response: '15ms', requests: 25 } } });
  });

  it('says at its place why a latency can not be fitted', async () => {
    const place = ['--state', folder.path('empty')];
    const none = await run(['backtest', 'fitted.yaml', ...place], { cwd });
    expect([none.code, none.stderr]).toEqual([4, expect.stringContaining('fitted.yaml:3:32  backtest.latency.fitted')]);
    const shown = await run(['config', 'show', 'fitted.yaml', ...place], { cwd });
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining('note: backtest.latency is not fitted: expected a journal')]);
    expect(shown.stdout).toContain('fitted: true');
    expect((await run(['config', 'check', 'fitted.yaml'], { cwd })).code).toBe(0);
  });

  it('exits 10 when a check fails, and says which', async () => {
    const source = `import { dec, strategy } from 'sluice';
export default strategy({ about: 'Cheats.', params: {}, setup: () => ({
  onBook(book, ctx) {
    const price = Math.floor(book.midTicks / 100) - 20 - Math.floor(Math.random() * 50);
    ctx.quote([{ side: 'Buy', price, amount: dec('0.005') }]);
  },
}) });`;
    writeFileSync(folder.path('cheat.ts'), source);
    writeFileSync(folder.path('cheat.yaml'), 'mode: demo\nstrategies: { c: { use: ./cheat.ts, symbol: BTC/EUR, budget: 5000 EUR } }\n');
    const { code, stderr } = await run(['backtest', 'cheat.yaml', '--no-warm-up'], { cwd });
    expect(code).toBe(10);
    expect(stderr).toMatch(/check determinism: failed: a second run decided otherwise from .*; chance of its own was used/);
  });

  it.each(['--no-checks', '--no-warm-up'])('ends at once when it is interrupted, and leaves nothing behind (%s)', async (option) => {
    const source = `import { strategy } from 'sluice';
export default strategy({ about: 'Slow.', params: {}, setup: () => ({
  onBook() {
    process.stderr.write('deciding\\n');
    for (const until = performance.now() + 20; performance.now() < until;);
  },
}) });`;
    writeFileSync(folder.path('slow.ts'), source);
    writeFileSync(folder.path('slow.yaml'), 'mode: demo\nstrategies: { s: { use: ./slow.ts, symbol: BTC/EUR, budget: 5000 EUR } }\n');
    const runs = folder.path('interrupted');
    const running = start(['backtest', folder.path('slow.yaml'), option, '--data', data, '--runs', runs]);
    await running.until('deciding');
    running.kill('SIGINT');
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('error: the backtest was stopped\n')]);
    expect(stderr.match(/^deciding$/gm)!.length).toBeLessThan(3 * 120);
    expect(readdirSync(runs)).toEqual([]);
  });

  it('ends with the reason when its checks can not be run, and leaves nothing behind', async () => {
    const source = `import { isMainThread } from 'node:worker_threads';
import { strategy } from 'sluice';
export default strategy({ about: 'Ends.', params: {}, setup: () => ({ onBook: () => isMainThread || process.exit(3) }) });`;
    writeFileSync(folder.path('ends.ts'), source);
    writeFileSync(folder.path('ends.yaml'), 'mode: demo\nstrategies: { s: { use: ./ends.ts, symbol: BTC/EUR, budget: 5000 EUR } }\n');
    const { code, stderr } = await run(['backtest', 'ends.yaml', '--data', data, '--runs', folder.path('ended')], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('error: a worker ended before its work was done\n')]);
    expect(readdirSync(folder.path('ended'))).toEqual([]);
  });

  it('ends where the run can not be written, says where and why, and leaves nothing behind', async () => {
    writeFileSync(folder.path('file'), '');
    const refused = async (runs: string) => {
      const { code, stderr } = await run(['backtest', BUNDLED, '--no-checks', '--runs', runs], { cwd });
      expect(code).toBe(1);
      return stderr;
    };
    expect(await refused('file')).toMatch(
      /^error: the run .*\/file\/backtest-[0-9a-f]{12} can't be written: making the folder .*\/file failed: something with that name is there already$/m,
    );
    expect(await refused('/proc/x')).toMatch(
      /^error: the run \/proc\/x\/backtest-[0-9a-f]{12} can't be written: making the folder \/proc\/x failed: .*\n.*\n +do: name a folder that this user may write$/m,
    );
  });

  it('explains what it can not run', async () => {
    const missing = await run(['backtest', BUNDLED, '--data', 'nowhere'], { cwd });
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('there is no folder')]);
    writeFileSync(folder.path('ada.yaml'), 'mode: demo\nstrategies: { m: { use: maker, symbol: ADA/EUR, budget: 500 EUR } }\n');
    const symbol = await run(['backtest', 'ada.yaml'], { cwd });
    expect([symbol.code, symbol.stderr]).toEqual([3, expect.stringContaining('there is one of BTC/EUR, ETH/EUR, SOL/EUR')]);
    const range = await run(['backtest', BUNDLED, '--from', '2027-01-01'], { cwd });
    expect([range.code, range.stderr]).toEqual([3, expect.stringContaining('nothing of BTC/EUR is recorded')]);
    const turned = await run(['backtest', BUNDLED, '--from', '2026-10-06', '--to', '2026-10-05T12:00:00Z'], { cwd });
    expect([turned.code, turned.stderr]).toEqual([
      2,
      expect.stringContaining('--from 2026-10-06T00:00:00.000Z is later than --to 2026-10-05T12:00:00.000Z: expected a time before it'),
    ]);
    const time = await run(['backtest', BUNDLED, '--from', 'yesterday'], { cwd });
    expect([time.code, time.stderr]).toEqual([2, expect.stringContaining('expected a day like 2026-11-01')]);
  });
});
