import { afterEach, beforeEach, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { FillFilter } from '../../src/model/journal.ts';
import { type Store, openStore } from '../../src/store/store.ts';
import { START, codeOf, conversion, loggedFill } from './builders.ts';

let store: Store;

beforeEach(async () => {
  store = await openStore({ path: ':memory:', clock: systemClock });
});
afterEach(() => store.close());

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
  expect(await store.fillLog.record([logged])).toEqual([true]);
  const [back] = await store.fillLog.fills({});
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
      await store.fillLog.record([loggedFill(id, { orderId: id, price: dec(price), amount: dec(amount) })]);
      const [back] = await store.fillLog.fills({ orderId: id });
      expect([back!.fill.price.toFixed(), back!.fill.amount.toFixed()]).toEqual([price, amount]);
    }),
  );
});

test('a fill that is read again is ignored, with another time of arrival and book too', async () => {
  const book = { exchangeAt: 1, receivedAt: 2, bids: [], asks: [] };
  expect(await store.fillLog.record([loggedFill('a'), loggedFill('a')])).toEqual([true, false]);
  expect(await store.fillLog.record([loggedFill('b'), loggedFill('a', { receivedAt: START + 999 }, book)])).toEqual([true, false]);
  expect((await store.fillLog.fills({ orderId: 'order-1' })).map(({ fill }) => [fill.id, fill.receivedAt])).toEqual([
    ['b', START + 200],
    ['a', START + 200],
  ]);
});

test('an id whose content changed is refused with both contents, and nothing of the poll is written', async () => {
  await store.fillLog.record([loggedFill('a')], { symbol: 'BTC/EUR', at: 5 });
  const changed = loggedFill('a', { amount: dec('0.011') });
  const refusal = await store.fillLog.record([loggedFill('b'), changed], { symbol: 'BTC/EUR', at: 9 }).catch(String);
  expect(refusal).toContain('fill a is logged with amount 0.01, and comes again with amount 0.011');
  expect(await store.fillLog.fills({})).toEqual([loggedFill('a')]);
  expect(await store.fillLog.watermark('BTC/EUR')).toBe(5);
});

test('a watermark belongs to a symbol and only rises', async () => {
  expect(await store.fillLog.watermark('BTC/EUR')).toBeUndefined();
  await store.fillLog.record([], { symbol: 'BTC/EUR', at: START });
  await store.fillLog.record([], { symbol: 'BTC/EUR', at: START - 1 });
  expect(await store.fillLog.watermark('BTC/EUR')).toBe(START);
  expect(await store.fillLog.watermark('ETH/EUR')).toBeUndefined();
});

test('fills are listed newest first, by symbol, strategy, order and an inclusive span of time', async () => {
  await store.fillLog.record([
    loggedFill('1', { tradedAt: 100 }),
    loggedFill('2', { tradedAt: 300, symbol: 'ETH/EUR' }),
    loggedFill('3', { tradedAt: 200, strategy: 'grid' }),
    loggedFill('4', { tradedAt: 200, orderId: 'order-2' }),
  ]);
  const ids = async (filter: FillFilter): Promise<string> => (await store.fillLog.fills(filter)).map(({ fill }) => fill.id).join('');
  expect(await ids({})).toBe('2431');
  expect(await ids({ limit: 2 })).toBe('24');
  expect(await ids({ symbol: 'ETH/EUR' })).toBe('2');
  expect(await ids({ strategy: 'grid' })).toBe('3');
  expect(await ids({ orderId: 'order-2' })).toBe('4');
  expect(await ids({ from: 200, to: 200 })).toBe('43');
  expect(await ids({ symbol: 'BTC/EUR', strategy: 'maker', from: 101 })).toBe('4');
});

test('a conversion is logged once with all digits; one with other amounts is refused', async () => {
  const first = conversion('9007199254740993', { rate: dec('0.000000000000000000000000000000000000000001') });
  expect(await store.fillLog.recordConversion(first)).toBe(true);
  expect(await store.fillLog.recordConversion({ ...first, executedAt: START + 3 })).toBe(false);
  expect(await store.fillLog.conversions(10)).toEqual([first]);
  const refusal = await store.fillLog.recordConversion({ ...first, toAmount: dec('3') }).catch(String);
  expect(refusal).toContain('to_amount 0.00200001, and comes again with to_amount 3');
});

test('whose a conversion was may be found out later, and is then kept', async () => {
  await store.fillLog.recordConversion(conversion('a', { intentId: undefined, strategy: undefined }));
  await store.fillLog.recordConversion(conversion('a'));
  await store.fillLog.recordConversion(conversion('a', { intentId: 'other', strategy: 'other' }));
  expect(await store.fillLog.conversions(1)).toEqual([conversion('a')]);
});

test('a number that is none never reaches the log', async () => {
  await expect(store.fillLog.record([loggedFill('a', { price: dec('1').div(0) })])).rejects.toThrow('price must be finite');
  await expect(store.fillLog.record([loggedFill('a', { tradedAt: 1.5 })])).rejects.toThrow('cannot store REAL value in INTEGER column');
  expect(await codeOf(store.fillLog.record([loggedFill('')]))).toBe('store');
  expect(await store.fillLog.fills({})).toEqual([]);
});

test('small texts are found again by scope and key', async () => {
  await store.state.save('maker', 'a', '1');
  await store.state.save('maker', 'a', '2');
  await store.state.save('dca', 'a', 'x\u0000y');
  await store.state.save('maker', '__proto__', '{}');
  expect(Object.entries(await store.state.load('maker'))).toEqual([
    ['__proto__', '{}'],
    ['a', '2'],
  ]);
  expect(await store.state.load('dca')).toEqual({ a: 'x\u0000y' });
  expect(await store.state.load('nobody')).toEqual({});
});
