import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { executionOf, feeOf, fillOf, keyedRows, meaningOf, type TradeRow } from '../../src/gateway/fillRows.ts';

const AT = Date.UTC(2026, 10, 20, 10);

function row(over: Partial<TradeRow> = {}): TradeRow {
  return {
    id: '9007199254740993',
    baseCurrency: 'BTC',
    quoteCurrency: 'EUR',
    price: dec('50000.10'),
    amount: dec('0.4'),
    symbol: 'BTC/EUR',
    type: 'Limit',
    side: 'Buy',
    status: 'PartiallyExecuted',
    fee: dec('0.0004'),
    feeCurrency: 'BTC',
    feeType: 'Maker',
    openTime: AT - 1000,
    tradeDate: AT,
    ...over,
  };
}

test.each([
  ['Executed', {}, 'execution'],
  ['PartiallyExecuted', {}, 'execution'],
  ['Canceled', {}, 'cancellation'],
  ['Executed', { amount: dec('0') }, 'cancellation'],
  ['Executed', { price: undefined }, 'incomplete'],
  ['Executed', { tradeDate: undefined }, 'incomplete'],
  ['Executed', { amount: dec('-1') }, 'incomplete'],
  ['Expired', {}, 'unknown-status'],
  ['executed', {}, 'unknown-status'],
  ['', {}, 'unknown-status'],
] as const)('status %j with %j is a %s', (status, over, meaning) => {
  expect(meaningOf(row({ status, ...over }))).toBe(meaning);
});

test('rows that are alike to the last digit have keys of their own, the same at each reading', () => {
  const rows = [row(), row(), row({ amount: dec('0.5') }), row(), row()];
  const keys = keyedRows(rows).map(({ key }) => key);
  expect(new Set(keys).size).toBe(5);
  expect(keyedRows(rows).map(({ key }) => key)).toEqual(keys);
});

test('the keys do not depend on what else was read, nor on the order of different rows', () => {
  const distinct = fc.uniqueArray(fc.record({ amount: fc.integer({ min: 1, max: 5 }), fee: fc.integer({ min: 0, max: 2 }) }), {
    selector: ({ amount, fee }) => `${amount}/${fee}`,
  });
  fc.assert(
    fc.property(distinct, fc.nat(), (given, cut) => {
      const rows = given.map(({ amount, fee }) => row({ amount: dec(amount), fee: dec(fee) }));
      const keys = new Set(keyedRows(rows).map(({ key }) => key));
      const part = rows.slice(cut % (rows.length + 1)).toReversed();
      for (const { key } of keyedRows(part)) expect(keys).toContain(key);
    }),
  );
});

test('a key stays when the status of the order moves on, and the same number in other digits is the same row', () => {
  const [early] = keyedRows([row()]);
  const [late] = keyedRows([row({ status: 'Executed', price: dec('50000.1000'), amount: dec('0.40') })]);
  expect(late!.key).toBe(early!.key);
});

test('a key is order, time, price, amount and fee, and keeps its form, since those that are booked are compared with it', () => {
  const [whole, bare] = keyedRows([row(), row({ fee: undefined, feeCurrency: undefined })]);
  expect(whole!.execution).toBe('9007199254740993:2026-11-20T10:00:00.000Z:50000.1:0.4');
  expect(whole!.key).toBe(`${whole!.execution}:0.0004BTC#0`);
  expect(bare!.key).toBe(`${whole!.execution}:#0`);
  expect(executionOf(whole!.key)).toBe(whole!.execution);
  expect(executionOf(bare!.key)).toBe(whole!.execution);
});

test('what is no execution has its status in its key, and may lack its price and its times', () => {
  const over = { status: 'Canceled', price: undefined, tradeDate: undefined, fee: undefined, feeCurrency: undefined };
  const [opened, timeless] = keyedRows([row(over), row({ ...over, openTime: undefined })]);
  expect(opened!.key).toBe('9007199254740993:2026-11-20T09:59:59.000Z::0.4::Canceled#0');
  expect(timeless!.key).toBe('9007199254740993:::0.4::Canceled#0');
});

test('rows that are alike are numbered from 0 on', () => {
  expect(keyedRows([row(), row(), row()]).map(({ key }) => key.split('#')[1])).toEqual(['0', '1', '2']);
});

test('a row without a fee has a fee of 0, in no currency', () => {
  const { amount, currency } = feeOf(row({ fee: undefined, feeCurrency: undefined }));
  expect([amount.toFixed(), currency]).toEqual(['0', '']);
});

test('another fee gives another key of the same execution', () => {
  const [early] = keyedRows([row()]);
  const [late] = keyedRows([row({ fee: dec('0.0005') })]);
  expect(late!.key).not.toBe(early!.key);
  expect(late!.execution).toBe(early!.execution);
});

test('a fill has the digits of its row and the owner of its order', () => {
  const order = {
    orderId: '9007199254740993',
    intentId: 'i',
    strategy: 'maker',
    symbol: 'BTC/EUR',
    side: 'Buy' as const,
    type: 'Limit' as const,
    price: dec('50000'),
    amount: dec('1'),
    openedAt: AT,
    closedAt: undefined,
    end: undefined,
    tag: 'bid',
  };
  const whole = { row: keyedRows([row()])[0]!, amount: dec('0.4'), price: dec('50000.10'), fee: dec('0.0004'), feeCurrency: 'BTC' };
  const fill = fillOf('key', whole, order, AT + 5);
  expect(fill).toMatchObject({
    id: 'key',
    intentId: 'i',
    strategy: 'maker',
    tag: 'bid',
    tradedAt: AT,
    receivedAt: AT + 5,
    feeType: 'Maker',
  });
  expect(fill.price.toFixed()).toBe('50000.1');
  expect(fill.openedAt).toBe(AT - 1000);
  const bare = { ...whole, row: keyedRows([row({ feeType: undefined, openTime: undefined })])[0]! };
  expect(fillOf('key', bare, order, AT + 5)).toMatchObject({ feeType: '', openedAt: 0 });
  expect(fillOf('key', whole, undefined, AT)).toMatchObject({ intentId: undefined, strategy: undefined });
});
