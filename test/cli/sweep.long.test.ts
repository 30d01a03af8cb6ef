import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { takeProcessLock } from '../../src/store/processLock.ts';
import { recordMarket } from '../research/backtest/recordMarket.ts';
import { addRequests, writeJournal } from '../research/backtest/writeJournal.ts';
import { run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');

const CONFIG = `
mode: demo
poll: { books: 1s, orders: 1s, trades: 1s }
risk: { maxOpenOrders: 20, staleAfter: 5s }
backtest: { balances: { EUR: 100000, BTC: 2 }, equityEvery: 10s }
strategies:
  m: { use: maker, symbol: BTC/EUR, budget: 50000 EUR, params: { size: 0.05, smooth: 5 } }
sweep:
  objective: profit
  sampler: SAMPLER
  trials: 12
  batch: 4
  outOfSample: 30%
  best: 3
  space:
    strategies.m.params.spreadBps: { from: 1, to: 6, step: 0.5 }
    strategies.m.params.moveBps: { values: [0.5, 1, 2] }
`;

beforeAll(async () => {
  await recordMarket(folder.path('data'), 'BTC/EUR', 300);
  for (const sampler of ['tpe', 'grid']) writeFileSync(folder.path(`${sampler}.yaml`), CONFIG.replace('SAMPLER', sampler));
});
afterAll(() => folder.remove());

const swept = (...more: string[]) => run(['sweep', ...more], { cwd });

describe('sluice sweep', () => {
  it('comes to the same bytes with one worker and with three', async () => {
    const first = await swept('tpe.yaml', '--workers', '1', '--sweeps', 'one', '-o', 'json');
    expect([first.code, first.stderr]).toEqual([0, '']);
    const said = JSON.parse(first.stdout) as Record<string, unknown> & { readonly sweep: string };
    expect(said).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      sweep: expect.stringMatching(/^tpe-[0-9a-f]{12}$/) as unknown,
      objective: 'profit',
      trials: 12,
      windows: [
        { best: expect.any(Number) as unknown, value: expect.any(Number) as unknown, outOfSampleValue: expect.any(Number) as unknown },
      ],
      importance: expect.arrayContaining([{ name: 'strategies.m.params.spreadBps', share: expect.any(Number) as unknown }]) as unknown,
    });
    expect(readdirSync(folder.path(`one/${said.sweep}`)).toSorted()).toEqual([
      'journal.jsonl',
      'journal.jsonl.lock',
      'optuna.journal.log',
      'results.jsonl',
      'summary.json',
    ]);
    const three = await swept('tpe.yaml', '--workers', '3', '--sweeps', 'three', '-o', 'json');
    expect(JSON.parse(three.stdout)).toMatchObject({ hash: said['hash'], best: said['best'] });
    for (const file of ['results.jsonl', 'summary.json'])
      expect(readFileSync(folder.path(`three/${said.sweep}/${file}`))).toEqual(readFileSync(folder.path(`one/${said.sweep}/${file}`)));
  });

  it('tells a program too what draws cost', async () => {
    const drawn = CONFIG.replace('SAMPLER', 'tpe').replace('trials: 12', 'band: fitted\n  draws: 20\n  trials: 2');
    writeFileSync(folder.path('drawn.yaml'), drawn);
    const { code, stderr } = await swept('drawn.yaml', '-o', 'json');
    expect([code, JSON.parse(stderr)]).toEqual([0, { note: expect.stringContaining('takes about 21 times as long') as unknown }]);
  });

  it('assumes the latency that was found at its beginning in every worker, however the journal grows', async () => {
    const trips = Array.from({ length: 25 }, () => 800);
    const daemon = await writeJournal(folder.path('state/account-000000000001.sqlite'), trips);
    const grid = CONFIG.replace('SAMPLER', 'grid');
    writeFileSync(folder.path('fitted.yaml'), grid.replace('equityEvery: 10s', 'equityEvery: 10s, latency: { fitted: true }'));
    writeFileSync(
      folder.path('constant.yaml'),
      grid.replace('equityEvery: 10s', 'equityEvery: 10s, latency: { entry: 400ms, response: 400ms }'),
    );
    const fitted = await swept('fitted.yaml', '--state', 'state', '--workers', '2', '-o', 'json');
    const constant = await swept('constant.yaml', '-o', 'json');
    await addRequests(daemon, trips, Date.UTC(2026, 10, 21));
    const resumed = await swept('fitted.yaml', '--state', 'state', '--resume', '-o', 'json');
    await daemon.close();
    const [said, plain, again] = [fitted, constant, resumed].map(({ stdout }) => JSON.parse(stdout) as Record<string, unknown>);
    expect(said!['latency']).toEqual({ entryMs: 400, responseMs: 400, fitted: { quantile: 0.5, requests: 25 } });
    expect(said!['best']).toEqual(plain!['best']);
    expect(again!['folder']).toBe(said!['folder']);
  });

  it('shows the best with what they came to out of sample, as a table and as CSV', async () => {
    const { code, stdout, stderr } = await swept('grid.yaml', '--workers', '2', '--top', '4');
    expect(code).toBe(0);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^TRIAL +spreadBps +moveBps +profit in sample +out of sample +drawdown +FILLS$/);
    expect(rows).toHaveLength(4);
    expect(stderr).toMatch(
      /explained by itself: .*\n(?:warning .*\n)*12 trials, sweep .*\nhash [0-9a-f]{64}\napply it: sluice config set /,
    );
    const again = await swept('grid.yaml', '-o', 'csv');
    expect(again.code).toBe(9);
    expect(again.stderr).toContain('was started already');
    const resumed = await swept('grid.yaml', '--resume', '-o', 'csv');
    expect(resumed.stdout.split('\r\n')[0]).toBe(
      'trial,strategies.m.params.spreadBps,strategies.m.params.moveBps,inSample,outOfSample,drawdown,fills',
    );
    // Output for programs has every digit.
    const [trial, , , inSample, outOfSample] = resumed.stdout.split('\r\n')[1]!.split(',');
    const id = readdirSync(folder.path('sweeps')).find((name) => name.startsWith('grid-'));
    const line = readFileSync(folder.path(`sweeps/${id}/results.jsonl`), 'utf8').split('\n')[Number(trial)]!;
    expect(JSON.parse(line)).toMatchObject({ value: Number(inSample), outOfSample: { figures: { profit: Number(outOfSample) } } });
    const anew = await swept('grid.yaml', '--yes', '-o', 'md', '--top', '1');
    expect(anew.stdout.trim().split('\n')).toHaveLength(3);
  });

  it('says what is wrong with a space, a metric, a range', async () => {
    const broken = async (from: string, to: string): Promise<string> => {
      writeFileSync(folder.path('broken.yaml'), CONFIG.replace('SAMPLER', 'tpe').replace(from, to));
      const { code, stderr } = await swept('broken.yaml');
      expect(code).toBe(4);
      return stderr;
    };
    expect(await broken('objective: profit', 'objective: sharp')).toContain('did you mean sharpe?');
    expect(await broken('objective: profit', 'objective: sharpe')).toContain(
      'sweep.objective: sharpe needs 7 days of returns, and the data in sample has 1',
    );
    expect(await broken('outOfSample: 30%', 'outOfSample: 100%')).toMatch(/sweep\.outOfSample: nothing of the data .* is left in sample/);
    expect(await broken('trials: 12', 'trials: 8\n  halving: { rungs: 3, reduction: 3 }')).toContain('expected at least 9 trials');
    expect(await broken('strategies.m.params.spreadBps', 'strategies.n.params.spreadBps')).toContain('there is no strategy n; there are m');
    expect(await broken('params.spreadBps', 'params.spread')).toContain('m has no parameter spread; it has spreadBps');
    expect(await broken('from: 1, to: 6', 'from: 6, to: 1')).toContain('from must be below to');
    expect(await broken('strategies.m.params.spreadBps', 'spreadBps')).toContain('the path of a parameter');
    expect(await broken('outOfSample: 30%', 'walkForward: { inSample: 10m, outOfSample: 5m }')).toContain('a window needs 12 min');
    writeFileSync(folder.path('none.yaml'), CONFIG.slice(0, CONFIG.indexOf('sweep:')));
    const { stderr } = await swept('none.yaml');
    expect(stderr).toContain('does not say what to vary');
    expect(stderr).toContain('add sweep: { objective: profit, space: {');
    expect(stderr).toContain('without an objective it is sharpe, which needs 7 days of recordings');
    expect((await swept('tpe.yaml', '--data', 'nowhere')).code).toBe(3);
  });

  it('ends with an error on a journal that can not be read', async () => {
    await swept('grid.yaml', '--sweeps', 'damaged');
    const [id] = readdirSync(folder.path('damaged'));
    writeFileSync(folder.path(`damaged/${id}/journal.jsonl`), '{"sweep":"other","version":1}\n');
    const { code, stderr } = await swept('grid.yaml', '--sweeps', 'damaged', '--resume');
    expect(code).not.toBe(0);
    expect(stderr).toContain('is of the sweep other');
    // Workers that nobody needs would keep the process alive.
    expect(stderr).not.toContain('worker');
  });

  it('runs once at a time', async () => {
    await swept('grid.yaml', '--sweeps', 'held');
    const [id] = readdirSync(folder.path('held'));
    const lock = await takeProcessLock(folder.path(`held/${id}/journal.jsonl`), systemClock);
    for (const how of ['--resume', '--yes']) {
      const { code, stderr } = await swept('grid.yaml', '--sweeps', 'held', how);
      expect([code, stderr]).toEqual([7, expect.stringContaining('is being run by another process') as unknown]);
    }
    await lock.release();
    expect((await swept('grid.yaml', '--sweeps', 'held', '--resume')).code).toBe(0);
  });

  it('warns of state that trials would share', async () => {
    const source = `import { p, strategy } from 'sluice';
let seen = 0;
export default strategy({ about: 'Counts.', params: { n: p.int(1) }, setup: () => ({ onBook: () => { seen++; } }) });`;
    writeFileSync(folder.path('counts.ts'), source);
    const config = CONFIG.replace('use: maker', 'use: ./counts.ts').replace(/params: \{ size[^}]*\}/, 'params: {}');
    const space = '  space: { strategies.m.params.n: { values: [1, 2] } }\n';
    writeFileSync(folder.path('counts.yaml'), config.slice(0, config.indexOf('  space:')).replace('SAMPLER', 'grid') + space);
    const { code, stderr } = await swept('counts.yaml', '--workers', '9');
    expect([code, stderr]).toEqual([0, expect.stringContaining('outside of setup is shared by all instances') as unknown]);
    // There are two runs in sample and two out of it, so more threads would have nothing to do.
    expect(stderr).toContain(': grid, 4 workers');
  });

  it('stops when it is told to, and goes on from there', async () => {
    const { testIo } = await import('./testIo.ts');
    const { main } = await import('../../src/cli/main.ts');
    const io = testIo({ cwd });
    io.stop.abort('SIGINT');
    expect(await main(['sweep', 'tpe.yaml', '--sweeps', 'stopped'], io)).toBe(1);
    expect(io.stderr()).toContain('the sweep was stopped; 0 runs are written down; run the same command with --resume to go on');
    const resumed = await swept('tpe.yaml', '--sweeps', 'stopped', '--resume', '-o', 'json');
    const { sweep, hash } = JSON.parse(resumed.stdout) as { readonly sweep: string; readonly hash: string };
    const [id] = readdirSync(folder.path('one'));
    expect(sweep).toBe(id);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
