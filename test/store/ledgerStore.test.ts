import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { FillLog } from '../../src/model/journal.ts';
import type { Ledger, LedgerEntry } from '../../src/model/ledger.ts';
import type { Database } from '../../src/store/database.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { createLedger } from '../../src/store/ledgerStore.ts';
import { loggedFill, ownedDatabase } from './builders.ts';

let database: Database;
let ledger: Ledger;
let log: FillLog;

beforeEach(async () => {
  ({ database } = await ownedDatabase());
  ledger = createLedger(database);
  log = createFillLog(database);
});
afterEach(() => database.close());

const entry = (over: Partial<LedgerEntry> = {}): LedgerEntry => ({
  cause: 'deposit',
  reference: '7',
  currency: 'EUR',
  amount: dec('100.10'),
  at: 5,
  note: undefined,
  ...over,
});

async function sums(): Promise<string[]> {
  return (await ledger.sums()).sums.map(({ cause, currency, amount }) => `${cause} ${amount.toFixed()} ${currency}`);
}

test('an entry is posted once, with all its digits, and counts once', async () => {
  expect(await ledger.post([entry(), entry({ currency: 'BTC', amount: dec('1e-18') })])).toBe(2);
  expect(await ledger.post([entry(), entry({ amount: dec('9') }), entry({ reference: '8', note: "it's by hand" })])).toBe(1);
  expect(await sums()).toEqual(['deposit 0.000000000000000001 BTC', 'deposit 200.2 EUR']);
  expect((await ledger.entries(10)).map(({ reference, note }) => [reference, note])).toEqual([
    ['8', "it's by hand"],
    ['7', undefined],
    ['7', undefined],
  ]);
});

test('the fee of a withdrawal is an entry of its own, but not of one that was booked with its fee in it', async () => {
  const withdrawal = entry({ cause: 'withdrawal', reference: 'crypto 1', amount: dec('-5') });
  const fee = entry({ cause: 'fee', reference: 'crypto 1', amount: dec('-0.2') });
  expect(await ledger.post([withdrawal, fee])).toBe(2);
  const whole = entry({ cause: 'withdrawal', reference: 'crypto 2', amount: dec('-7.2') });
  expect(await ledger.post([whole])).toBe(1);
  const again = [{ ...whole, amount: dec('-7') }, { ...fee, reference: 'crypto 2' }, withdrawal, fee];
  expect(await ledger.post(again)).toBe(0);
  expect(await ledger.post([entry({ cause: 'fee', reference: 'by hand 1', amount: dec('-1') })])).toBe(1);
  expect(await sums()).toEqual(['fee -1.2 EUR', 'withdrawal -12.2 EUR']);
});

test('what was logged before the ledger began is in no sum, since its opening balances hold it', { tags: 'long' }, async () => {
  await log.record([loggedFill('a'), loggedFill('b')]);
  expect(await sums()).toEqual([]);
  await ledger.post([entry({ cause: 'opening', reference: 'opening' })]);
  await log.record([loggedFill('c', { symbol: 'BTC/EUR', price: dec('50000'), amount: dec('0.1'), fee: dec('2'), feeCurrency: 'EUR' })]);
  expect(await sums()).toEqual(['fill 0.1 BTC', 'fee -2 EUR', 'fill -5000 EUR', 'opening 100.1 EUR']);
});

test('the newest of all that the sums include is an execution or an entry', async () => {
  expect((await ledger.sums()).newestAt).toBeUndefined();
  await ledger.post([entry({ cause: 'opening', reference: 'opening', at: 5 })]);
  expect((await ledger.sums()).newestAt).toBe(5);
  await log.record([loggedFill('a', { tradedAt: 20 }), loggedFill('b', { tradedAt: 10 })]);
  expect((await ledger.sums()).newestAt).toBe(20);
  await ledger.post([entry({ cause: 'conversion', reference: '9', at: 30 }), entry({ reference: '8', at: 7 })]);
  expect((await ledger.sums()).newestAt, 'a balance that a conversion has changed is none of before it').toBe(30);
});

test('the sums follow the fill log, each execution once', async () => {
  await ledger.post([entry()]);
  const fill = { symbol: 'BTC/EUR', side: 'Buy', price: dec('50000'), amount: dec('0.1'), fee: dec('0.0001'), feeCurrency: 'BTC' } as const;
  await log.record([
    loggedFill('a', fill),
    loggedFill('b', { ...fill, side: 'Sell', amount: dec('0.04'), fee: dec('2'), feeCurrency: 'EUR' }),
  ]);
  const expected = ['fee -0.0001 BTC', 'fill 0.06 BTC', 'deposit 100.1 EUR', 'fee -2 EUR', 'fill -3000 EUR'];
  expect(await sums()).toEqual(expected);
  await log.record([loggedFill('a', fill)]);
  expect(await sums()).toEqual(expected);
  await log.record([loggedFill('c', { ...fill, amount: dec(0), fee: dec('0.0002') })]);
  expect(await sums()).toContain('fee -0.0003 BTC');
});

test('conversions of the log have their entries, and one that the history told of before has them once', async () => {
  const conversion = {
    id: 'c',
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    fromAmount: dec('100'),
    toAmount: dec('0.002'),
    rate: dec('0.00002'),
    executedAt: 5,
  };
  await ledger.post([entry({ cause: 'conversion', reference: 'c', amount: dec('-100') })]);
  await log.recordConversion({ ...conversion, intentId: undefined, strategy: undefined });
  expect(await sums()).toEqual(['conversion 0.002 BTC', 'conversion -100 EUR']);
  expect(await sums()).toEqual(['conversion 0.002 BTC', 'conversion -100 EUR']);
});

test('a cause that is none is refused, and nothing of what came with it is posted', async () => {
  await expect(ledger.post([entry(), entry({ cause: 'luck' as LedgerEntry['cause'] })])).rejects.toThrow(/check/i);
  expect(await ledger.entries(10)).toEqual([]);
  expect(await sums()).toEqual([]);
});

describe('what was traded before the ledger began and shows later', () => {
  const began = 1000;
  const fill = { symbol: 'BTC/EUR', side: 'Buy', price: dec('50000'), amount: dec('0.1'), fee: dec('0.0001'), feeCurrency: 'BTC' } as const;

  beforeEach(async () => {
    const opening = { cause: 'opening', reference: 'opening' } as const;
    await ledger.post([
      entry({ ...opening, amount: dec('1000'), at: began }),
      entry({ ...opening, currency: 'BTC', amount: dec('2'), at: began }),
    ]);
  });

  test('is taken off the opening balances, fees too, so that it is not counted twice', async () => {
    await log.record([loggedFill('a', { ...fill, tradedAt: began - 1 }), loggedFill('b', { ...fill, tradedAt: began + 1 })]);
    const expected = ['fee -0.0002 BTC', 'fill 0.2 BTC', 'opening 1.9001 BTC', 'fill -10000 EUR', 'opening 6000 EUR'];
    expect(await sums()).toEqual(expected);
    expect(await sums()).toEqual(expected);
    expect((await ledger.entries(2)).map(({ reference, amount, note }) => [reference, amount.toFixed(), note])).toEqual([
      ['opening', '2', undefined],
      ['opening', '1000', undefined],
    ]);
    const [eur, btc] = (await ledger.entries(4)).slice(2);
    expect([eur, btc]).toMatchObject([
      { cause: 'opening', reference: 'fill a', currency: 'EUR', amount: dec('5000'), at: began - 1 },
      { cause: 'opening', reference: 'fill a', currency: 'BTC', amount: dec('-0.0999') },
    ]);
  });

  test('a fee that comes later of what was booked before is in the opening balances, too', async () => {
    await log.record([loggedFill('c', { ...fill, amount: dec(0), fee: dec('0.0002'), tradedAt: began - 1 })]);
    expect(await sums()).toEqual(['fee -0.0002 BTC', 'opening 2.0002 BTC', 'opening 1000 EUR']);
  });
});
