import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { DEMO_DATABASE } from '../../src/store/accountDatabase.ts';
import { openStore } from '../../src/store/store.ts';
import { loggedFill } from '../store/builders.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
const env = { SLUICE_STATE: folder.path('.') };
afterAll(() => folder.remove());

const JANUARY = Date.UTC(2020, 0, 1);

beforeAll(async () => {
  const clock = new VirtualClock(JANUARY);
  const store = await openStore({ path: folder.path(DEMO_DATABASE), clock });
  await store.ledger.sums();
  const opening = { cause: 'opening', reference: 'opening', note: undefined, at: JANUARY } as const;
  await store.ledger.post([
    { ...opening, currency: 'EUR', amount: dec('1000') },
    { ...opening, currency: 'BTC', amount: dec('1') },
    { cause: 'deposit', reference: 'fiat 1', currency: 'EUR', amount: dec('50.5'), at: JANUARY + 5 * HOUR_MS, note: undefined },
  ]);
  const fill = { symbol: 'BTC/EUR', side: 'Buy', price: dec('100'), amount: dec('2'), fee: dec('0.4'), feeCurrency: 'EUR' } as const;
  await store.fillLog.record([loggedFill('f', { ...fill, tradedAt: JANUARY + 30 * HOUR_MS })]);
  await store.ledger.recordBalances([
    { currency: 'EUR', total: dec('850.1'), at: JANUARY + 40 * HOUR_MS },
    { currency: 'BTC', total: dec('3'), at: JANUARY + 40 * HOUR_MS },
  ]);
  await store.close();
});

describe('treasury statement', () => {
  const statement = (...more: string[]) => run(['treasury', 'statement', '--month', '2020-01', ...more], { env });

  it('shows the month of each currency, and that it ties', async () => {
    const { code, stdout, stderr } = await statement();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      stdout
        .replaceAll(/ +/g, ' ')
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'BTC',
      'WHAT COUNT IN OUT AMOUNT',
      'Opening balance, 2020-01-01 0',
      'Books begin 1 1 0 1',
      'Fills 1 2 0 2',
      'Closing balance, 2020-01-31 3',
      'At the venue as recorded, 2020-01-02T16:00:00.000Z 3',
      'Difference 0',
      '',
      'EUR',
      'WHAT COUNT IN OUT AMOUNT',
      'Opening balance, 2020-01-01 0',
      'Books begin 1 1000 0 1000',
      'Fills 1 0 -200 -200',
      'Fees 1 0 -0.4 -0.4',
      'Deposits 1 50.5 0 50.5',
      'Closing balance, 2020-01-31 850.1',
      'At the venue as recorded, 2020-01-02T16:00:00.000Z 850.1',
      'Difference 0',
      '',
      '',
    ]);
  });

  it('is a document, a page, rows or an object', { tags: 'long' }, async () => {
    expect((await statement('-o', 'md')).stdout).toContain('| Closing balance, 2020-01-31 |  |  |  | 850.1 |');
    expect((await statement('-o', 'html', '--currency', 'eur')).stdout).toMatch(/^<!doctype html>[^]*<h2>EUR<\/h2>/);
    expect((await statement('-o', 'csv')).stdout).toContain('EUR,class,,fee,,1,0,-0.4,-0.4,,\r\n');
    const { currencies } = JSON.parse((await statement('-o', 'json')).stdout) as { currencies: readonly unknown[] };
    expect(currencies[1]).toMatchObject({ currency: 'EUR', closing: '850.1' });
    expect((await statement('-o', 'ndjson', '--currency', 'BTC')).stdout.split('\n')).toHaveLength(9);
  });

  it('counts the days of another zone', async () => {
    const { stdout } = await statement('--zone', 'Asia/Tokyo', '-o', 'csv');
    expect(stdout).toContain('BTC,line,2020-01-02,fill,');
    expect(stdout).toContain('EUR,line,2020-01-01,deposit,fiat 1,1,,,50.5,');
  });

  it.each([
    [['--zone', 'Berlin'], 2, 'is no known zone'],
    [['--currency', 'E-R'], 2, 'expected a currency'],
  ])('refuses %j with exit code %d', async (more, code, message) => {
    const ended = await statement(...more);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(message);
  });

  it('refuses a month that is none, one before the books, and an account without a ledger', async () => {
    expect((await run(['treasury', 'statement', '--month', '2020-13'], { env })).stderr).toContain('expected a month, like 2026-10');
    expect(await run(['treasury', 'statement', '--month', '2019-12'], { env })).toMatchObject({ code: 3, stdout: '' });
    const elsewhere = await run(['treasury', 'statement', '--month', '2020-01'], { env: { SLUICE_STATE: folder.path('empty') } });
    expect(elsewhere.code).toBe(3);
    expect(elsewhere.stderr).toContain('sluice reconcile');
  });

  it('prints a difference, and ends with exit code 10', async () => {
    const other = folder.path('other');
    const store = await openStore({ path: `${other}/${DEMO_DATABASE}`, clock: new VirtualClock(JANUARY) });
    await store.ledger.post([{ cause: 'opening', reference: 'opening', currency: 'EUR', amount: dec('5'), at: JANUARY, note: undefined }]);
    await store.ledger.recordBalances([{ currency: 'EUR', total: dec('4'), at: JANUARY + HOUR_MS }]);
    await store.close();
    const { code, stdout, stderr } = await run(['treasury', 'statement', '--month', '2020-01'], { env: { SLUICE_STATE: other } });
    expect(code).toBe(10);
    expect(stdout).toMatch(/Difference from the books, which have 5 then +-1\n/);
    expect(stderr).toContain('the statement does not tie: EUR by -1 (recorded)');
  });
});

describe('treasury ledger', () => {
  const ledger = (...more: string[]) => run(['treasury', 'ledger', ...more], { env, cwd: folder.path('.') });

  it.each(['hledger', 'beancount', 'csv'])('writes the books as %s, the same each time', async (format) => {
    const { code, stdout, stderr } = await ledger('--format', format);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/deposit fiat 1[^]*fill f/);
    expect((await ledger('--format', format)).stdout).toBe(stdout);
  });

  it('takes a part, accounts and prices, and books gains', async () => {
    writeFileSync(folder.path('books.yaml'), 'accounts: { fees: "Expenses:Exchange:{currency}" }\nprices: { opening BTC: 90 }\n');
    const { stdout } = await ledger('--format', 'hledger', '--gains', 'fifo', '--map', 'books.yaml', '--from', '2020-01-02');
    expect(stdout).toContain('2020-01-02 * Opening balances');
    expect(stdout).toContain('    Expenses:Exchange:EUR  0.4 EUR\n');
    expect(stdout).not.toContain('deposit fiat 1');
  });

  it('names prices that are missing, problems of the file by their places, and wrong words', async () => {
    const without = await ledger('--format', 'csv', '--gains', 'average');
    expect([without.code, without.stdout]).toEqual([10, '']);
    expect(without.stderr).toContain('  "opening BTC": PRICE   # in EUR, 1 BTC of 2020-01-01T00:00:00.000Z');
    writeFileSync(folder.path('wrong.yaml'), 'transfer: own\n');
    const wrong = await ledger('--format', 'csv', '--map', 'wrong.yaml');
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toContain('wrong.yaml:1:1  transfer');
    expect(wrong.stderr).toContain('did you mean transfers?');
    expect((await ledger('--format', 'csv', '--zone', 'Mars')).code).toBe(2);
    const missing = await ledger('--format', 'csv', '--map', 'nowhere.yaml');
    expect(missing.code).toBe(4);
    expect(missing.stderr).toContain('do: name a file of accounts with --map FILE');
    expect(await ledger('--format', 'csv', '--to', '2019-01-01')).toMatchObject({ code: 3, stdout: '' });
    const elsewhere = await run(['treasury', 'ledger', '--format', 'csv'], { env: { SLUICE_STATE: folder.path('empty') } });
    expect(elsewhere.code).toBe(3);
  });
});
