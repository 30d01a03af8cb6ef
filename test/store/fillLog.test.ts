import { afterEach, beforeEach, expect, test } from 'vitest';
import fc from 'fast-check';
import { dec } from '../../src/base/decimal.ts';
import type { FillFilter, FillLog } from '../../src/model/journal.ts';
import type { Database } from '../../src/store/database.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { FILL_COLUMNS, fillRowOf, loggedFillOf } from '../../src/store/fillRow.ts';
import { START, codeOf, loggedFill, ownedDatabase } from './builders.ts';

let database: Database;
let log: FillLog;

beforeEach(async () => {
  ({ database } = await ownedDatabase());
  log = createFillLog(database);
});
afterEach(() => database.close());

test('a fill comes back as it was: 40 digits, 1e-8, ids beyond 2^53, the book around it', async () => {
  const logged = loggedFill(
    '9007199254740993',
    {
      orderId: '18446744073709551617',
      price: dec('1234567890123456789012345678901234567890'),
      amount: dec('1e-8'),
      fee: dec('-0.0000000000000000000000000000000000000001'),
      feeType: 'Maker "rebate"',
      tag: "O'Brien",
      tradedAt: 4_102_444_800_123,
    },
    { exchangeAt: START, receivedAt: START + 1, bids: [['49999.90', '0.10']], asks: [] },
  );
  expect(await log.record([logged])).toEqual([true]);
  const [back] = await log.fills({});
  expect(back).toEqual(logged);
  expect(back!.fill.price.toFixed()).toBe('1234567890123456789012345678901234567890');
  expect(back!.fill.amount.toFixed()).toBe('0.00000001');
});

test('any decimal comes back with the same digits', async () => {
  const digits = fc.stringMatching(/^-?[1-9]\d{0,39}(\.\d{0,39}[1-9])?$/);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(digits, digits, async (price, amount) => {
      const id = `f${count++}`;
      await log.record([loggedFill(id, { orderId: id, price: dec(price), amount: dec(amount) })]);
      const [back] = await log.fills({ orderId: id });
      expect([back!.fill.price.toFixed(), back!.fill.amount.toFixed()]).toEqual([price, amount]);
    }),
  );
});

test('a fill that is read again is ignored, with another time of arrival and book too', async () => {
  const book = { exchangeAt: 1, receivedAt: 2, bids: [], asks: [] };
  expect(await log.record([loggedFill('a'), loggedFill('a')])).toEqual([true, false]);
  expect(await log.record([loggedFill('b'), loggedFill('a', { receivedAt: START + 999 }, book)])).toEqual([true, false]);
  expect((await log.fills({ orderId: 'order-1' })).map(({ fill }) => [fill.id, fill.receivedAt])).toEqual([
    ['b', START + 200],
    ['a', START + 200],
  ]);
});

test('an id whose content changed is refused with both contents, and nothing of the poll is written', async () => {
  await log.record([loggedFill('a')], { symbol: 'BTC/EUR', at: 5 });
  const changed = loggedFill('a', { amount: dec('0.011') });
  const refusal = await log.record([loggedFill('b'), changed], { symbol: 'BTC/EUR', at: 9 }).catch(String);
  expect(refusal).toContain('fill a is logged with amount 0.01, and comes again with amount 0.011');
  expect(await log.fills({})).toEqual([loggedFill('a')]);
  expect(await log.watermark('BTC/EUR')).toBe(5);
});

test('of many ids those that are in the log are told', async () => {
  await log.record([loggedFill('7'), loggedFill("O'Brien")]);
  expect(await log.has(['7', '8', "O'Brien", ''])).toEqual(new Set(['7', "O'Brien"]));
  expect(await log.has([])).toEqual(new Set());
});

test('a watermark belongs to a symbol and only rises', async () => {
  expect(await log.watermark('BTC/EUR')).toBeUndefined();
  await log.record([], { symbol: 'BTC/EUR', at: START });
  await log.record([], { symbol: 'BTC/EUR', at: START - 1 });
  expect(await log.watermark('BTC/EUR')).toBe(START);
  expect(await log.watermark('ETH/EUR')).toBeUndefined();
});

test('fills are listed newest first, by symbol, strategy, order and an inclusive span of time', async () => {
  await log.record([
    loggedFill('1', { tradedAt: 100 }),
    loggedFill('2', { tradedAt: 300, symbol: 'ETH/EUR' }),
    loggedFill('3', { tradedAt: 200, strategy: 'grid' }),
    loggedFill('4', { tradedAt: 200, orderId: 'order-2' }),
  ]);
  const ids = async (filter: FillFilter): Promise<string> => (await log.fills(filter)).map(({ fill }) => fill.id).join('');
  expect(await ids({})).toBe('2431');
  expect(await ids({ limit: 2 })).toBe('24');
  expect(await ids({ before: '4' })).toBe('31');
  expect(await ids({ before: '2', limit: 2 })).toBe('43');
  expect(await ids({ before: '1' })).toBe('');
  expect(await ids({ symbol: 'ETH/EUR' })).toBe('2');
  expect(await ids({ strategy: 'grid' })).toBe('3');
  expect(await ids({ orderId: 'order-2' })).toBe('4');
  expect(await ids({ from: 200, to: 200 })).toBe('43');
  expect(await ids({ symbol: 'BTC/EUR', strategy: 'maker', from: 101 })).toBe('4');
});

test('a number that is none never reaches the log', async () => {
  await expect(log.record([loggedFill('a', { price: dec('1').div(0) })])).rejects.toThrow('price must be finite');
  await expect(log.record([loggedFill('a', { tradedAt: 1.5 })])).rejects.toThrow(
    /cannot store REAL value in INTEGER column|invalid input syntax for type bigint/,
  );
  expect(await codeOf(log.record([loggedFill('')]))).toBe('store');
  expect(await log.fills({})).toEqual([]);
});

test('a row that another hand has changed is refused with its field, and not read as another amount', () => {
  expect(() => loggedFillOf({ ...fillRowOf(loggedFill('a')), amount: '0x10' })).toThrow('the database holds "0x10" as amount of fill a');
});

test('the history gives every fill once, oldest first, over page after page', { tags: 'long' }, async () => {
  const count = 45_003;
  const values = `'order', 'BTC/EUR', 'Buy', 'Limit', '100', '0.1', '0', 'BTC', 'Maker', 0, n / 3, n, NULL, NULL, NULL, '{}'`;
  await database.exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO fill(${FILL_COLUMNS.join(', ')}) SELECT 'f' || n, ${values} FROM numbers`);
  const ids: string[] = [];
  let pages = 0;
  for await (const page of log.history(Number.MIN_SAFE_INTEGER)) {
    pages++;
    ids.push(...page.map((fill) => fill.id));
  }
  expect(pages).toBe(3);
  expect(ids).toEqual(Array.from({ length: count }, (_, i) => `f${i + 1}`));
});
