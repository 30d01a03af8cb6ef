import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { endAll, startProcess } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { type Duck, duckdb } from '../duckdb/duckdb.ts';
import { allBlocks, ROOT } from './blocks.ts';

const BIN = join(ROOT, 'bin/sluice.js');
const PAGE = 'docs/analytics.md';
const FILLS = 8;

const folder = temporaryFolder();
const demo = folder.path('demo');
const page = allBlocks().filter((block) => block.page === PAGE);

async function sluice(...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await startProcess(process.execPath, [BIN, ...argv], {}, demo).ended;
  expect(code, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  await startProcess(process.execPath, [BIN, 'init', demo], {}).ended;
  const daemon = startProcess(process.execPath, [BIN, 'run'], {}, demo);
  const fillsOf = (name: string): number => (daemon.stdout() + daemon.stderr()).split(`${name}: filled `).length - 1;
  await daemon.until(() => fillsOf('first') >= FILLS && fillsOf('eth-grid') >= FILLS);
  daemon.kill('SIGTERM');
  expect((await daemon.ended).code).toBe(0);
  await sluice('backtest');
  const [commands] = page.filter(({ language }) => language === 'sh');
  for (const line of commands!.text.trim().split('\n')) {
    await sluice(
      ...line
        .replace(/ +#.*$/, '')
        .split(' ')
        .slice(2),
    );
  }
});

afterAll(async () => {
  await endAll();
  folder.remove();
});

/** Without the zeros at the end of a fraction. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Without DuckDB the test is left out by name, and never in CI. */
async function duckFor({ skip }: TestContext): Promise<Duck> {
  return (await duckdb(demo)) ?? skip('DuckDB is not installed; run: npm ci --prefix test/duckdb');
}

it('every query of the page gives rows', async (context) => {
  const duck = await duckFor(context);
  const queries = page.filter(({ language }) => language === 'sql');
  expect(queries.length).toBeGreaterThan(10);
  for (const { text } of queries) {
    const rows = await duck.rows(text);
    if (!text.startsWith('CREATE')) expect(rows.length, text).toBeGreaterThan(0);
  }
});

it('DuckDB sees every fill with all digits', async (context) => {
  const duck = await duckFor(context);
  type Fill = { readonly id: string; readonly price: string; readonly amount: string; readonly fee: string };
  const listed = JSON.parse(await sluice('fills', 'list', '--limit', '100000', '-o', 'json')) as Fill[];
  const rows = await duck.rows("SELECT id, price, amount, fee FROM 'analytics/fills/**/*.parquet'");
  const facts = ({ id, price, amount, fee }: Fill): string => [id, plain(price), plain(amount), plain(fee)].join(' ');
  expect((rows as unknown as Fill[]).map(facts).toSorted()).toEqual(listed.map(facts).toSorted());
  const types = await duck.rows("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM 'analytics/fills/**/*.parquet')");
  expect(types).toEqual(
    expect.arrayContaining([
      { column_name: 'price', column_type: 'DECIMAL(38,18)' },
      { column_name: 'traded_at', column_type: 'TIMESTAMP' },
      { column_name: 'order_id', column_type: 'VARCHAR' },
    ]),
  );
});

it('DuckDB finds the day and the pair of every fill in the names of the folders', async (context) => {
  const duck = await duckFor(context);
  for (const name of ['fills', 'run_fills']) {
    const all = `'analytics/${name}/**/*.parquet'`;
    const types = await duck.rows(`SELECT column_name, column_type FROM (DESCRIBE SELECT day, symbol FROM ${all})`);
    expect(types.map((row) => row['column_type'])).toEqual(['DATE', 'VARCHAR']);
    expect(await duck.rows(`SELECT id FROM ${all} WHERE day <> traded_at::DATE`)).toEqual([]);
    expect(await duck.rows(`SELECT DISTINCT symbol FROM ${all} ORDER BY symbol`)).toEqual([{ symbol: 'BTC/EUR' }, { symbol: 'ETH/EUR' }]);
  }
  const runs = await duck.rows("SELECT run FROM 'analytics/runs/**/*.parquet' WHERE day = from_at::DATE");
  expect(runs).toHaveLength(1);
  expect(await duck.rows("SELECT DISTINCT run, day FROM 'analytics/run_metrics/**/*.parquet'")).toMatchObject(runs);
});

it('DuckDB reads only the parts of the days that a query asks for, and a table without rows as one', async (context) => {
  const duck = await duckFor(context);
  const empty = "SELECT day, symbol FROM 'none/run_fills/**/*.parquet'";
  await sluice('export', '--out', 'none', '--only', 'runs', '--runs', 'none');
  expect(await duck.rows(`${empty} WHERE day > current_date - 7`)).toEqual([]);
  const [count] = await duck.rows("SELECT count(*) AS parts FROM glob('analytics/run_fills/**/*.parquet')");
  const parts = Number(count!['parts']);
  const both = "read_parquet(['analytics/run_fills/**/*.parquet', 'none/run_fills/**/*.parquet'])";
  const plan = await duck.rows(`EXPLAIN SELECT id FROM ${both} WHERE day > DATE '1970-01-01'`);
  expect(JSON.stringify(plan)).toContain(`Scanning Files: ${parts}/${parts + 1} `);
});

it('DuckDB adds the ledger up to what the statement says that the account has', async (context) => {
  const duck = await duckFor(context);
  const sums = await duck.rows("SELECT currency, sum(amount) AS total FROM 'analytics/ledger.parquet' GROUP BY currency ORDER BY currency");
  const [last] = await duck.rows("SELECT strftime(max(happened_at), '%Y-%m') AS month FROM 'analytics/ledger.parquet'");
  const statement = JSON.parse(await sluice('treasury', 'statement', '--month', String(last!['month']), '-o', 'json')) as {
    readonly currencies: readonly { readonly currency: string; readonly closing: string }[];
  };
  const closings = statement.currencies.map(({ currency, closing }) => `${closing} ${currency}`);
  expect(sums.map((row) => `${plain(String(row['total']))} ${String(row['currency'])}`).toSorted()).toEqual(closings.toSorted());
  expect(closings.length).toBeGreaterThan(1);
});

it('a second export differs in nothing', async () => {
  const all = (): readonly (readonly [string, string])[] =>
    readdirSync(join(demo, 'analytics'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.parquet'))
      .map((name) => [name, readFileSync(join(demo, 'analytics', name), 'base64')] as const);
  const once = all();
  await sluice('export', '--out', 'analytics');
  expect(all()).toEqual(once);
  expect(once.length).toBeGreaterThan(8);
  const isPart = (name: string): boolean => name.endsWith('.parquet');
  const files = readdirSync(join(demo, 'analytics'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name).filter((name) => !isPart(name))).toEqual([]);
});
