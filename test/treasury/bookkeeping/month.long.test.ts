import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { LedgerEntry } from '../../../src/model/ledger.ts';
import { openDatabase } from '../../../src/store/openDatabase.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { DEFAULT_ACCOUNTS } from '../../../src/treasury/bookkeeping/accounts.ts';
import { beancountFormat } from '../../../src/treasury/bookkeeping/beancountFormat.ts';
import type { BookFormat } from '../../../src/treasury/bookkeeping/bookFormat.ts';
import { exportLedger, type ExportOptions } from '../../../src/treasury/bookkeeping/exportLedger.ts';
import { hledgerFormat } from '../../../src/treasury/bookkeeping/hledgerFormat.ts';
import { makeStatement } from '../../../src/treasury/statements/makeStatement.ts';
import { openDifferences, type Statement } from '../../../src/treasury/statements/statement.ts';
import { loggedFill } from '../../store/builders.ts';
import { OCTOBER } from '../statements/builders.ts';
import { checked, CHECKERS } from './checkers.ts';

const MOVEMENTS = 10_000;
const SYMBOLS = ['BTC/EUR', 'ETH/EUR', 'ETH/BTC', '1INCH/EUR', 'BTC/USDT'] as const;
const OPENING: Readonly<Record<string, string>> = { EUR: '5000000', BTC: '100.12345678', ETH: '2000', '1INCH': '1000000', USDT: '5000000' };
const PRICES: Readonly<Record<string, number>> = { EUR: 1, BTC: 60_000, ETH: 2000, '1INCH': 0.2, USDT: 0.9 };

const folder = mkdtempSync(join(tmpdir(), 'sluice-month-'));
const path = join(folder, 'account.sqlite');
const clock = new VirtualClock(OCTOBER);
/** What the venue would have: each movement is counted here in a way of its own. */
const venue = new Map<string, Decimal>();
let store: Store;

const count = (currency: string, amount: Decimal): void => void venue.set(currency, amount.plus(venue.get(currency) ?? ZERO));
const random = seededRandom('a month of 10,000 movements');
const whole = (most: number): number => Math.floor(random.next() * most);
/** A number between 0 and `most` with so many decimals. */
const between = (most: number, decimals: number): Decimal =>
  dec(whole(most * 1e4) + 1)
    .div(1e4)
    .times('1.00000001')
    .toDecimalPlaces(decimals);

beforeAll(async () => {
  store = await openStore({ path, clock });
  await store.ledger.sums();
  const opening = Object.entries(OPENING).map(([currency, amount]) => ({ currency, amount: dec(amount), at: OCTOBER }));
  for (const { currency, amount } of opening) count(currency, amount);
  await store.ledger.post(opening.map((one) => ({ ...one, cause: 'opening', reference: 'opening', note: undefined })));
  const fills = [];
  const entries: LedgerEntry[] = [];
  for (let i = 0; i < MOVEMENTS; i++) {
    // Many happen at the same moment.
    const at = OCTOBER + 1 + Math.floor((31 * DAY_MS * whole(4000)) / 4000);
    const kind = random.next();
    if (kind < 0.75) fills.push(execution(`f${i}`, at));
    else if (kind < 0.85) await convert(String(i), at);
    else entries.push(entry(String(i), at));
  }
  await store.fillLog.record(fills);
  await store.ledger.post(entries);
  await store.ledger.sums();
}, 300_000);

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function execution(id: string, tradedAt: number) {
  const symbol = SYMBOLS[whole(SYMBOLS.length)]!;
  const [base, quote] = symbol.split('/') as [string, string];
  const side = random.next() < 0.5 ? 'Buy' : 'Sell';
  const price = dec((PRICES[base]! / PRICES[quote]!).toFixed(5)).times(dec(90 + whole(20)).div(100));
  const amount = between(2, 8);
  const [fee, feeCurrency] = [between(1, 8).div(1000).toDecimalPlaces(10), random.next() < 0.5 ? base : quote];
  const [bought, paid] = [amount, amount.times(price)];
  count(base, side === 'Buy' ? bought : bought.negated());
  count(quote, side === 'Buy' ? paid.negated() : paid);
  count(feeCurrency, fee.negated());
  return loggedFill(id, { symbol, side, price, amount, fee, feeCurrency, tradedAt, orderId: `o${whole(5000)}`, strategy: 'maker; "a"' });
}

async function convert(id: string, executedAt: number): Promise<void> {
  const [fromCurrency, toCurrency] = random.next() < 0.5 ? ['EUR', 'BTC'] : ['ETH', 'EUR'];
  const [fromAmount, toAmount] = [between(3, 8), between(3, 8)];
  count(fromCurrency, fromAmount.negated());
  count(toCurrency, toAmount);
  const conversion = {
    id,
    fromCurrency,
    toCurrency,
    fromAmount,
    toAmount,
    rate: toAmount.div(fromAmount),
    executedAt,
  };
  await store.fillLog.recordConversion({ ...conversion, intentId: undefined, strategy: undefined });
}

function entry(reference: string, at: number): LedgerEntry {
  const cause = (['deposit', 'withdrawal', 'payment', 'adjustment', 'fee'] as const)[whole(5)]!;
  const currency = Object.keys(OPENING)[whole(5)]!;
  const isOut = cause === 'withdrawal' || cause === 'fee' || random.next() < 0.3;
  const amount = isOut && cause !== 'deposit' ? between(0.02, 8).negated() : between(0.02, 8);
  count(currency, amount);
  return { cause, reference, currency, amount, at, note: random.next() < 0.2 ? 'by "hand"; \\ | 50%' : undefined };
}

function statement(of: Store = store): Promise<Statement> {
  const range = { from: OCTOBER, to: OCTOBER + 31 * DAY_MS };
  const balances = [...venue].map(([currency, total]) => ({ currency, total }));
  const options = { month: '2026-10', zone: 'UTC', range, now: range.to - 1, currency: undefined, balances, records: [] };
  return of.ledger.history((history) => makeStatement(history, options));
}

function exported(format: BookFormat, gains: ExportOptions['gains'], of: Store = store): Promise<string> {
  const options = { format, from: undefined, to: undefined, zone: 'Europe/Berlin', accounts: DEFAULT_ACCOUNTS, currency: 'EUR', gains };
  return of.ledger.history(async (history) => (await Array.fromAsync(exportLedger(history, options))).join(''));
}

const prices = new Map(Object.keys(OPENING).map((currency) => [`opening ${currency}`, dec(String(PRICES[currency]))]));
const GAINS: readonly (readonly [name: string, gains: ExportOptions['gains']])[] = [
  ['without gains', undefined],
  ['with gains by FIFO', { method: 'fifo', prices, isOwn: () => true }],
  ['with gains by average cost', { method: 'average', prices, isOwn: () => false }],
];

describe(`a month of ${MOVEMENTS} movements`, () => {
  it('has a statement whose difference is 0 in every currency, and that adds up', async () => {
    const { currencies } = await statement();
    expect(currencies.map(({ currency }) => currency)).toEqual(Object.keys(OPENING).toSorted());
    for (const { currency, checks, closing } of currencies) {
      expect(checks.map(({ against, difference }) => [against, difference.toFixed()])).toEqual([
        ['venue', '0'],
        ['sums', '0'],
      ]);
      expect(closing.toFixed()).toBe(venue.get(currency)!.toFixed());
    }
    const total = currencies.flatMap(({ classes }) => classes.filter(({ cause }) => cause !== 'opening' && cause !== 'fee'));
    expect(total.reduce((sum, each) => sum + each.count, 0)).toBeGreaterThan(MOVEMENTS);
  });

  it.each(GAINS)('exports %s give the same bytes each time, with a transaction for each id', async (_name, gains) => {
    for (const format of [hledgerFormat, beancountFormat]) {
      const text = await exported(format, gains);
      expect(await exported(format, gains)).toBe(text);
      const ids = text.match(/^ *(?:; )?id: .*$/gm)!;
      expect([new Set(ids).size, ids.length]).toEqual([MOVEMENTS + 1, MOVEMENTS + 1]);
    }
  });
});

const INSTALLED = new Set<string>();
for (const { name } of CHECKERS) if ((await checked(name, ['--version'])) !== undefined) INSTALLED.add(name);

describe.each(CHECKERS)('$name', ({ name, format, file, arguments: words }) => {
  const isInstalled = INSTALLED.has(name);
  const what = isInstalled ? 'takes the books' : 'IS NOT INSTALLED HERE and checked nothing of the books';

  it.each(GAINS)(`${what} %s`, async (_name, gains) => {
    const target = join(folder, file);
    writeFileSync(target, await exported(format, gains));
    expect(await checked(name, words(target))).toBe(isInstalled ? '' : undefined);
  });

  it(`${what} with a total that no price of 28 digits comes to`, async () => {
    const target = join(folder, file);
    const total = { amount: dec('78'), currency: 'EUR', of: 'total' } as const;
    const postings = [
      { account: 'Assets:BTC', amount: dec('-0.001286'), currency: 'BTC', price: total },
      { account: 'Assets:EUR', amount: dec('78'), currency: 'EUR' },
    ];
    const heading = format.heading({
      day: '2026-11-01',
      accounts: ['Assets:BTC', 'Assets:EUR'],
      currencies: ['BTC', 'EUR'],
      currency: 'EUR',
    });
    const sale = { at: 0, id: '1', description: 'Conversion of BTC into EUR', tags: {}, postings };
    writeFileSync(target, `${heading}${format.transaction('2026-11-20', sale)}`);
    expect(await checked(name, words(target))).toBe(isInstalled ? '' : undefined);
  });

  it(isInstalled ? 'finds an amount that was changed by the smallest unit' : `${what} with a changed amount`, async () => {
    const target = join(folder, file);
    const text = await exported(format, undefined);
    const changed = text.replace(
      /^( +Assets:Venue:EUR +)(-?\d+\.\d+) EUR$/m,
      (_line, account: string, amount: string) => `${account}${dec(amount).plus('0.00000001').toFixed()} EUR`,
    );
    expect(changed).not.toBe(text);
    writeFileSync(target, changed);
    const said = await checked(name, words(target));
    if (isInstalled) expect(said).not.toBe('');
    else expect(said).toBeUndefined();
  });
});

describe('an amount that is changed in the database', () => {
  it.each([
    ['an execution', "UPDATE fill SET amount = amount || '1' WHERE seq = 4321 AND amount LIKE '%.%'", 'fill'],
    ['an entry', "UPDATE ledger_entry SET amount = amount || '1' WHERE seq = 1234 AND amount LIKE '%.%'", 'ledger_entry'],
  ])('%s is found by the statement, against the venue and against the sums, and by the checkers', async (_name, sql, table) => {
    const database = await openDatabase({ path, clock, access: 'write' });
    const before = await database.all<{ seq: number; amount: string }>(`SELECT seq, amount FROM ${table} WHERE seq IN (4321, 1234)`);
    expect(await database.run(sql)).toBe(1);
    await database.close();
    const found = openDifferences(await statement());
    expect(new Set(found.map(({ against }) => against))).toEqual(new Set(['venue', 'sums']));
    for (const { name, format, file, arguments: words } of CHECKERS) {
      const target = join(folder, file);
      writeFileSync(target, await exported(format, undefined));
      const said = await checked(name, words(target));
      expect(said === undefined ? 'not installed' : said).not.toBe('');
      expect(said === undefined).toBe(!INSTALLED.has(name));
    }
    const again = await openDatabase({ path, clock, access: 'write' });
    for (const { seq, amount } of before) await again.run(`UPDATE ${table} SET amount = ? WHERE seq = ?`, amount, seq);
    await again.close();
    expect(openDifferences(await statement())).toEqual([]);
  });
});
