import { execFile, execFileSync } from 'node:child_process';
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, type Kept } from '../recording/worlds.ts';
import { recordAll } from '../recording/exports.ts';
import { type Ran, run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const data = folder.path('data');
const GRID = ['--symbol', 'BTC/EUR', '--precision', '2', '--volume-step', '0.00001'];

const book = (i: number): Kept => ({
  type: 'book',
  at: DAY + i * 1000,
  exchangeAt: DAY + i * 1000 - 40,
  depth: 2,
  bids: [
    [6_000_000 + i, 5000],
    [5_999_000, 1 + i],
  ],
  asks: [[6_001_000 + i, 7]],
});

const EXPORT = ['data', 'export', '--data', data, '--symbol', 'BTC/EUR', '--format'];
const exported = (from: string, ...more: string[]): Promise<Ran> =>
  run(['data', 'export', '--data', from, '--symbol', 'BTC/EUR', '--format', 'jsonl', ...more]);

beforeAll(async () => {
  mkdirSync(data);
  const gap = { from: DAY + 9000, to: DAY + 20_000, reason: 'poll-failed', detail: 'the venue was away' } as const;
  const books = Array.from({ length: 30 }, (_, i) => book(i)).filter(({ at }) => at <= gap.from || at >= gap.to);
  const history: Kept[] = books.flatMap((one) => (one.at === gap.to ? [{ type: 'gap', at: gap.to, gap }, one] : [one]));
  await recordAll(data, history);
});

afterAll(() => folder.remove());

describe('data ls', () => {
  it('shows what is recorded', async () => {
    const { code, stdout } = await run(['data', 'ls', '--data', data, '-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      {
        symbol: 'BTC/EUR',
        days: 1,
        from: '2026-11-20T00:00:00.000Z',
        to: '2026-11-20T00:00:29.000Z',
        snapshots: 20,
        medianPeriodMs: 1000,
        gaps: 1,
        bytes: expect.any(Number) as number,
        bytesPerSnapshot: expect.any(Number) as number,
        state: 'complete',
      },
    ]);
  });

  it('says what to do where there is no folder', async () => {
    const { code, stderr } = await run(['data', 'ls', '--data', folder.path('none')]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/there is no folder .*none(.|\n)*sluice record/) as string });
  });
});

describe('data verify', () => {
  it('lists gaps and ends with 0 when nothing is damaged', async () => {
    const { code, stderr } = await run(['data', 'verify', '--data', data]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'gap     BTC/EUR  2026-11-20T00:00:09.000Z to 2026-11-20T00:00:20.000Z (11.0 s)  poll-failed: the venue was away',
    );
    expect(stderr).toContain('intact: 1 file, 20 snapshots, 1 gap');
  });

  it('lists the first twenty gaps and says how many more there are; -o json has them all', async () => {
    const torn = folder.path('torn');
    mkdirSync(torn);
    const history = Array.from({ length: 24 }, (_, i): Kept[] => {
      const gap = { from: DAY + i * 1000, to: DAY + (i + 1) * 1000, reason: 'poll-failed', detail: 'the venue was away' } as const;
      return i === 0 ? [book(i)] : [{ type: 'gap', at: gap.to, gap }, book(i + 1)];
    });
    await recordAll(torn, history.flat());
    const { code, stderr } = await run(['data', 'verify', '--data', torn]);
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.startsWith('gap '))).toHaveLength(20);
    expect(stderr).toContain('and 3 more; -o json shows all');
    const { stdout } = await run(['data', 'verify', '--data', torn, '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ files: [{ gaps: { length: 23 } }] });
  });

  it('ends with 10 on damage, and says in which file, where, and between which times', async () => {
    const bad = folder.path('bad');
    mkdirSync(`${bad}/BTC-EUR`, { recursive: true });
    const name = readdirSync(`${data}/BTC-EUR`).find((file) => file.includes('.slm'))!;
    writeFileSync(`${bad}/BTC-EUR/${name}`, readFileSync(`${data}/BTC-EUR/${name}`));
    const file = openSync(`${bad}/BTC-EUR/${name}`, 'r+');
    writeSync(file, 'XXXX', readFileSync(`${bad}/BTC-EUR/${name}`).length - 60);
    closeSync(file);
    const { code, stdout, stderr } = await run(['data', 'verify', '--data', bad]);
    expect(code).toBe(10);
    expect(stdout).toContain(name);
    expect(stderr).toMatch(/DAMAGE {2}.*bad\/BTC-EUR\/2026-11-20\.slm(\.zst)? at \d+, \d+ bytes: .*(after|from)/);
    const json = await run(['data', 'verify', '--data', bad, '-o', 'json']);
    expect(json.code).toBe(10);
    expect(JSON.parse(json.stdout)).toMatchObject({
      intact: false,
      files: [{ symbol: 'BTC/EUR', damage: [{ offset: expect.any(Number) as number }] }],
    });
  });

  it('does not call nothing intact', async () => {
    const { code, stderr } = await run(['data', 'verify', '--data', data, '--symbol', 'ETH/EUR']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('nothing of ETH/EUR is recorded') as string });
  });
});

describe('data export and import', () => {
  it('give the same lines again, byte for byte', async () => {
    const first = await exported(data);
    expect(first.stdout.split('\n')[0]).toBe(
      `{"receivedAt":${DAY},"exchangeAt":${DAY - 40},"bids":[["60000","0.05"],["59990","0.00001"]],"asks":[["60010","0.00007"]]}`,
    );
    const file = folder.path('books.jsonl');
    writeFileSync(file, first.stdout);
    const to = folder.path('imported');
    const imported = await run(['data', 'import', '--format', 'jsonl', file, ...GRID, '--data', to, '-o', 'json']);
    expect(imported.code, imported.stderr).toBe(0);
    expect(JSON.parse(imported.stdout)).toMatchObject({ symbol: 'BTC/EUR', snapshots: 20, gaps: 1 });
    expect((await exported(to)).stdout).toBe(first.stdout);
    expect((await run(['data', 'verify', '--data', to])).code).toBe(0);
  });

  it('writes a part, and files that appear when they are complete', async () => {
    const part = await exported(data, '--from', '2026-11-20T00:00:05Z', '--to', '2026-11-20T00:00:07Z');
    expect(part.stdout.split('\n').map((line) => line.slice(0, 28))).toEqual([
      `{"receivedAt":${DAY + 5000},`,
      `{"receivedAt":${DAY + 6000},`,
      '',
    ]);
    for (const format of ['jsonl', 'csv', 'parquet', 'npz']) {
      const out = folder.path(`books.${format}`);
      const { code, stdout } = await run(['data', 'export', '--data', data, '--symbol', 'BTC/EUR', '--format', format, '--out', out]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      expect(readFileSync(out).length).toBeGreaterThan(500);
    }
    expect(readdirSync(folder.path('.')).filter((name) => name.endsWith('.partial'))).toEqual([]);
    const to = folder.path('from-csv');
    await run(['data', 'import', '--format', 'csv', folder.path('books.csv'), ...GRID, '--data', to]);
    expect((await exported(to)).stdout).toBe((await exported(data)).stdout);
  });

  it('says that a part could not be read', async () => {
    const bad = folder.path('bad-export');
    const name = readdirSync(`${data}/BTC-EUR`).find((file) => file.includes('.slm'))!;
    const bytes = readFileSync(`${data}/BTC-EUR/${name}`);
    mkdirSync(`${bad}/BTC-EUR`, { recursive: true });
    // A file manager may leave such a file behind.
    mkdirSync(`${bad}/BTC-EUR/2026-11-19.slm`);
    writeFileSync(`${bad}/BTC-EUR/${name}`, bytes.fill(0, bytes.length - 60));
    for (const format of ['jsonl', 'csv', 'parquet', 'npz']) {
      const { code, stderr } = await run([...EXPORT.with(3, bad), format, '--out', folder.path(`bad.${format}`)]);
      expect({ format, code, stderr }).toEqual({
        format,
        code: 0,
        stderr: expect.stringContaining("note: 1 part of the recording can't be read and is missing") as string,
      });
    }
    expect((await exported(data)).stderr).not.toContain('note');
  });

  it('writes into a pipe or a device as it is, and through a link', async () => {
    const pipe = folder.path('pipe');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    const read = promisify(execFile)('cat', [pipe], { maxBuffer: 1e8 });
    const { code } = await run([...EXPORT, 'jsonl', '--out', pipe]);
    const expected = (await exported(data)).stdout;
    expect({ code, text: (await read).stdout }).toEqual({ code: 0, text: expected });
    expect(lstatSync(pipe).isFIFO(), 'it used to be replaced by a file, as /dev/null was').toBe(true);

    symlinkSync('linked.jsonl', folder.path('link'));
    writeFileSync(folder.path('linked.jsonl'), 'old');
    expect((await run([...EXPORT, 'jsonl', '--out', folder.path('link')])).code).toBe(0);
    expect(lstatSync(folder.path('link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(folder.path('linked.jsonl'), 'utf8')).toBe(expected);
  });

  it('names the line that it can not take, and leaves nothing behind', async () => {
    const file = folder.path('bad.jsonl');
    const good = `{"receivedAt":${DAY},"exchangeAt":${DAY},"bids":[],"asks":[]}`;
    writeFileSync(file, `${good}\n${good.replace('"asks":[]', '"asks":[["1.001","1"]]')}\n`);
    const to = folder.path('bad-import');
    const { code, stderr } = await run(['data', 'import', '--format', 'jsonl', file, ...GRID, '--data', to]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('line 2: asks[0] price "1.001" is no multiple of 0.01') as string,
    });
    expect(readdirSync(`${to}/BTC-EUR`).filter((name) => name.includes('.slm'))).toEqual([]);
    expect((await run(['data', 'import', '--format', 'jsonl', file, ...GRID, '--data', data])).code).toBe(2);
  });

  it('says what is missing', async () => {
    const npz = await run(['data', 'export', '--data', data, '--symbol', 'BTC/EUR', '--format', 'npz']);
    expect({ code: npz.code, stderr: npz.stderr }).toEqual({ code: 2, stderr: expect.stringContaining('add --out books.npz') as string });
    const depth = await run(['data', 'export', '--data', data, '--symbol', 'BTC/EUR', '--format', 'csv', '--depth', '1']);
    expect({ code: depth.code, stderr: depth.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('more than --depth 1') as string,
    });
    expect(await run([...EXPORT, 'jsonl', '--depth', '1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--depth says how many columns csv has') as string,
    });
    expect(await run([...EXPORT, 'jsonl', '--out', folder.path('.')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a folder: expected a file') as string,
    });
    expect(await run(['data', 'import', '--format', 'csv', 'x', ...GRID, '--min-volume', '5', '--max-volume', '1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--min-volume 5 is above --max-volume 1') as string,
    });
    const other = await exported(data.replace('data', 'none'));
    expect(other.code).toBe(3);
    const step = await run([
      'data',
      'import',
      '--format',
      'csv',
      'x',
      '--symbol',
      'A/B',
      '--precision',
      '2',
      '--volume-step',
      '1.0000000000000000001',
    ]);
    expect({ code: step.code, stderr: step.stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--volume-step') as string });
  });
});
