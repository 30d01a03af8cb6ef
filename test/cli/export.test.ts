import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { TableExport } from '../../src/cli/analytics/exportTables.ts';
import type { LocalStore } from '../../src/cli/localStore.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { LedgerHistory } from '../../src/model/ledger.ts';
import { fillOf } from '../engine/fixtures.ts';
import { recordAll } from '../recording/exports.ts';
import { DAY, type Kept } from '../recording/worlds.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { type Ran, run } from './testIo.ts';

const folder = temporaryFolder();
const out = folder.path('out');
const path = (name: string): string => join(out, name);

async function rowsIn(file: string): Promise<Record<string, unknown>[]> {
  const rows = await parquetReadObjects({ file: new Uint8Array(readFileSync(path(file))).buffer });
  // This reader makes floats of decimals. That they are exact is shown by DuckDB, in test/documents/analytics.long.test.ts.
  const rounded = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rounded(value)])));
}

const book = (at: number): Kept => ({ type: 'book', at, exchangeAt: at - 40, depth: 1, bids: [[6_000_000, 5000]], asks: [[6_001_000, 7]] });
const exported = (...more: string[]): Promise<Ran> =>
  run(['export', '--out', out, '--data', folder.path('data'), '--runs', folder.path('runs'), '--state', folder.path('state'), ...more]);

beforeAll(async () => {
  mkdirSync(folder.path('data'));
  const gap = { from: DAY + 1000, to: DAY + 20_000, reason: 'poll-failed', detail: 'the venue was away' } as const;
  const nextDay = DAY + 86_400_000;
  await recordAll(folder.path('data'), [book(DAY), { type: 'gap', at: gap.to, gap }, book(gap.to), book(nextDay)]);
  const bands = ['pessimistic', 'fitted', 'optimistic'];
  const run1 = folder.path('runs/my-1');
  for (const band of bands) mkdirSync(join(run1, band), { recursive: true });
  const fill = { tradedAt: DAY, id: '1:0', orderId: '1', strategy: 's', symbol: 'BTC/EUR', side: 'Buy', type: 'Limit' };
  const money = {
    price: '60000.1',
    amount: '0.1',
    fee: '0',
    feeCurrency: 'EUR',
    feeType: 'Maker',
    mid: '60000',
    midAfter: ['60001', null, null],
  };
  for (const band of bands) writeFileSync(join(run1, band, 'fills.jsonl'), `${JSON.stringify({ ...fill, ...money })}\n`);
  const manifest = {
    id: 'my-1',
    from: DAY,
    to: DAY,
    snapshots: 1,
    seed: '7',
    currency: 'EUR',
    config: 'a',
    data: {},
    code: {},
    strategies: [],
  };
  writeFileSync(join(run1, 'manifest.json'), JSON.stringify(manifest));
  const figures = { metrics: { profit: 1.5, sharpe: null } };
  const metrics = { bands: { pessimistic: figures, fitted: figures, optimistic: figures } };
  writeFileSync(join(run1, 'metrics.json'), JSON.stringify(metrics));
});
afterAll(() => folder.remove());

describe('sluice export', () => {
  it('writes what there is, and says what there is not', { tags: 'long' }, async () => {
    const { code, stdout, stderr } = await exported();
    expect([code, stderr]).toEqual([0, expect.stringContaining(`no fills and no ledger: there is no journal in ${folder.path('state')}`)]);
    expect(stdout.trim().split('\n')).toEqual([
      'runs/day=2026-11-20/part.parquet',
      'run_metrics/day=2026-11-20/part.parquet',
      'run_fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet',
      ...['2026-11-20', '2026-11-21'].flatMap((day) =>
        ['books', 'statistics', 'gaps'].map((kind) => `${kind}/day=${day}/symbol=BTC%2FEUR/part.parquet`),
      ),
    ]);
  });

  it('has each day by itself, with its gaps', async () => {
    await exported('--only', 'recordings');
    const day = 'day=2026-11-20/symbol=BTC%2FEUR/part.parquet';
    const books = await rowsIn(`books/${day}`);
    expect(books.map(({ received_at: at }) => (at as Date).getTime())).toEqual([DAY, DAY + 20_000]);
    expect(await rowsIn(`gaps/${day}`)).toMatchObject([{ reason: 'poll-failed', to_at: new Date(DAY + 20_000) }]);
    expect(await rowsIn(`statistics/${day}`)).toEqual([]);
  });

  it('has runs, their figures by band, and their fills with the mids after them', async () => {
    await exported('--only', 'runs');
    expect(await rowsIn('runs/day=2026-11-20/part.parquet')).toMatchObject([{ run: 'my-1', seed: '7', strategies: '[]' }]);
    expect((await rowsIn('run_metrics/day=2026-11-20/part.parquet')).slice(0, 2)).toEqual([
      { run: 'my-1', band: 'pessimistic', metric: 'profit', value: 1.5 },
      { run: 'my-1', band: 'pessimistic', metric: 'sharpe', value: null },
    ]);
    const fills = await rowsIn('run_fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet');
    expect(fills).toHaveLength(3);
    expect(fills[0]).toMatchObject({ order_id: '1', value: 6000.01, mid: 60_000, mid_1s: 60_001, mid_10s: null, tag: null });
    expect(fills[0]).not.toHaveProperty('symbol');
  });

  it('keeps nothing of a run that was removed, and has an empty table without runs', { tags: 'long' }, async () => {
    const [place, elsewhere] = [folder.path('runs/my-1'), folder.path('my-1')];
    await exported('--only', 'runs');
    renameSync(place, elsewhere);
    try {
      const { stdout } = await exported('--only', 'runs');
      expect(stdout.trim().split('\n')).toEqual([
        'runs/day=1970-01-01/part.parquet',
        'run_metrics/day=1970-01-01/part.parquet',
        'run_fills/day=1970-01-01/symbol=__HIVE_DEFAULT_PARTITION__/part.parquet',
      ]);
    } finally {
      renameSync(elsewhere, place);
    }
    expect(readdirSync(path('run_fills'))).toEqual(['day=1970-01-01']);
    expect(await rowsIn('runs/day=1970-01-01/part.parquet')).toEqual([]);
    await exported('--only', 'runs');
    expect(['runs', 'run_metrics', 'run_fills'].flatMap((name) => readdirSync(path(name)))).toEqual(Array(3).fill('day=2026-11-20'));
  });

  it('says of which fill of a run the pair is missing', async () => {
    const file = folder.path('runs/my-1/fitted/fills.jsonl');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('"symbol":"BTC/EUR",', ''));
    const { code, stderr } = await exported('--only', 'runs').finally(() => writeFileSync(file, before));
    expect(code).not.toBe(0);
    expect(stderr).toContain('run my-1, fitted/fills.jsonl: symbol is undefined: expected a pair');
  });

  it('writes the same bytes again, and leaves nothing unfinished', { tags: 'long' }, async () => {
    const all = (): [string, string][] =>
      readdirSync(out, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'base64')]);
    await exported();
    const once = all();
    await exported();
    expect(all()).toEqual(once);
    expect(once.filter(([name]) => !name.endsWith('.parquet'))).toEqual([]);
  });

  it('refuses a kind that there is not', async () => {
    const { code, stderr } = await exported('--only', 'fills,trades');
    expect([code, stderr]).toEqual([2, expect.stringContaining('expected some of fills, ledger, runs, recordings, and not trades')]);
  });
});

describe('the tables of an account', () => {
  const fill = fillOf({ symbol: 'BTC/EUR', tradedAt: DAY + 1, strategy: 's', price: dec('60000.01'), amount: dec('0.00001') });
  const none = { fill: undefined, note: undefined };
  const history: LedgerHistory = {
    beganAt: DAY,
    opening: new Map([
      ['EUR', dec('100')],
      ['BTC', dec('2')],
    ]),
    sums: new Map(),
    rounding: new Map(),
    async *movements() {
      yield {
        ...none,
        cause: 'deposit',
        id: '9007199254740993',
        at: DAY + 1,
        postings: [{ cause: 'deposit', currency: 'EUR', amount: dec('50.5') }],
      };
      yield {
        cause: 'fill',
        id: fill.id,
        at: DAY + 2,
        postings: [{ cause: 'fill', currency: 'BTC', amount: fill.amount }],
        fill,
        note: undefined,
      };
    },
  };
  const storeOf = (...fills: readonly Fill[]): LocalStore =>
    ({
      fillLog: {
        async *history() {
          yield fills;
        },
      },
      ledger: { history: (use: (found: LedgerHistory) => unknown) => use(history) },
    }) as unknown as LocalStore;
  const store = storeOf(fill);
  const written = async (...fills: readonly Fill[]): Promise<string[]> => {
    const paths: string[] = [];
    await new TableExport(out, (name) => paths.push(name)).fills(storeOf(...fills));
    return paths;
  };

  it('are every fill with its digits and its value', async () => {
    expect(await written(fill)).toEqual(['fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet']);
    expect(await rowsIn('fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet')).toMatchObject([
      { id: fill.id, strategy: 's', price: 60_000.01, amount: 0.00001, value: 0.6000001 },
    ]);
  });

  it('are a part for each day and symbol, and a day that has grown is replaced whole', async () => {
    const first = path('fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet');
    const second = 'fills/day=2026-11-21/symbol=BTC%2FEUR/part.parquet';
    const late = fillOf({ symbol: 'BTC/EUR', tradedAt: DAY + DAY_MS });
    const ether = fillOf({ symbol: 'ETH/EUR', tradedAt: DAY + DAY_MS - 1 });
    await written(fill, ether, late);
    const before = readFileSync(first);
    expect(await rowsIn(second)).toMatchObject([{ id: late.id }]);
    const later = fillOf({ symbol: 'BTC/EUR', tradedAt: DAY + 2 * DAY_MS - 1 });
    expect(await written(fill, ether, late, later)).toEqual([
      'fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet',
      'fills/day=2026-11-20/symbol=ETH%2FEUR/part.parquet',
      second,
    ]);
    expect(await rowsIn(second)).toMatchObject([{ id: late.id }, { id: later.id }]);
    expect(await rowsIn('fills/day=2026-11-20/symbol=ETH%2FEUR/part.parquet')).toMatchObject([{ id: ether.id }]);
    expect(readFileSync(first)).toEqual(before);
  });

  it('stay as they are when an export fails, and leave nothing unfinished', async () => {
    const names = (): string[] => readdirSync(out, { recursive: true, encoding: 'utf8' }).toSorted();
    await written(fill);
    const [before, bytes] = [names(), readFileSync(path('fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet'))];
    const tooFine = fillOf({ symbol: 'BTC/EUR', tradedAt: fill.tradedAt, price: dec('0.0000000000000000001') });
    await expect(written(fill, tooFine)).rejects.toThrow('does not fit into DECIMAL(38, 18)');
    expect(names()).toEqual(before);
    expect(readFileSync(path('fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet'))).toEqual(bytes);
  });

  it('are one empty part without fills, which goes with the first', async () => {
    expect(await written()).toEqual(['fills/day=1970-01-01/symbol=__HIVE_DEFAULT_PARTITION__/part.parquet']);
    expect(readdirSync(path('fills'))).toEqual(['day=1970-01-01']);
    await written(fill);
    expect(readdirSync(path('fills'))).toEqual(['day=2026-11-20']);
    expect(existsSync(path('fills/day=2026-11-20/symbol=BTC%2FEUR/part.parquet'))).toBe(true);
  });

  it('are opening balances and what has changed them, in order', async () => {
    await new TableExport(out, () => undefined).ledger(store);
    expect((await rowsIn('ledger.parquet')).map(({ cause, reference, currency, amount }) => [cause, reference, currency, amount])).toEqual([
      ['opening', 'opening', 'BTC', 2],
      ['opening', 'opening', 'EUR', 100],
      ['deposit', '9007199254740993', 'EUR', 50.5],
      ['fill', fill.id, 'BTC', 0.00001],
    ]);
  });
});
