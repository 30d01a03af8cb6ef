import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { countedRows } from '../../src/gateway/countedRows.ts';
import { type KeyedRow, keyedRows, type TradeRow } from '../../src/gateway/fillRows.ts';
import { tradeRow } from './tradeRow.ts';

/** One that has no fee yet. */
const row = (amount: string, over: Partial<TradeRow> = {}): TradeRow =>
  tradeRow(amount, { fee: undefined, feeCurrency: undefined, ...over });

const fee = (amount: string): Partial<TradeRow> => ({ fee: dec(amount), feeCurrency: 'BTC' });
const NONE: ReadonlySet<string> = new Set();
const keysOf = (rows: readonly KeyedRow[]): readonly string[] => rows.map(({ key }) => key);

test('of two copies of a row the one with its fee counts, whichever stands first', () => {
  const [bare, whole] = [row('1'), row('1', fee('0.001'))];
  for (const rows of [keyedRows([bare, whole]), keyedRows([whole, bare])]) {
    const counted = countedRows(rows, NONE, dec('1'));
    expect(counted.map(({ row: { fee: shown } }) => shown?.toFixed())).toEqual(['0.001']);
  }
});

test('a fee of 0 says no more than none', () => {
  const rows = keyedRows([row('1'), row('1', fee('0'))]);
  expect(keysOf(countedRows(rows, NONE, dec('1')))).toEqual([rows[0]!.key]);
  const other = keyedRows([row('1', fee('0')), row('1', fee('0.001'))]);
  expect(keysOf(countedRows(other, NONE, dec('1')))).toEqual([other[1]!.key]);
});

test('of two fees the first one that is shown counts', () => {
  const rows = keyedRows([row('1', fee('0.001')), row('1', fee('0.002'))]);
  expect(keysOf(countedRows(rows, NONE, dec('1')))).toEqual([rows[0]!.key]);
});

test('the copy that is booked stays the one that counts, though another one has its fee', () => {
  const rows = keyedRows([row('1'), row('1', fee('0.001'))]);
  expect(keysOf(countedRows(rows, new Set([rows[0]!.key]), dec('1')))).toEqual([rows[0]!.key]);
});

test('where there is room for one more, it is the one that is booked', () => {
  const rows = keyedRows([row('1', fee('0.003')), row('1', fee('0.001')), row('1', fee('0.002'))]);
  const [first, second, third] = keysOf(rows);
  expect(keysOf(countedRows(rows, new Set([third!]), dec('2')))).toEqual([first, third]);
  expect(keysOf(countedRows(rows, new Set([second!]), dec('2')))).toEqual([first, second]);
  expect(keysOf(countedRows(rows, NONE, dec('2')))).toEqual([first, second]);
});

test('a copy that is too large for what room there is leaves it to a smaller one', () => {
  const rows = keyedRows([row('2'), row('2'), row('1', { price: dec('50001') }), row('1', { price: dec('50001') })]);
  expect(keysOf(countedRows(rows, NONE, dec('4')))).toEqual([rows[0]!.key, rows[2]!.key, rows[3]!.key]);
});
