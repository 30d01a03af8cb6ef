import { expect, test } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { countedRows } from '../../src/gateway/countedRows.ts';
import { fillOf, type KeyedRow, keyedRows, type TradeRow } from '../../src/gateway/fillRows.ts';
import type { Fill } from '../../src/model/fill.ts';
import { TRADED_AT, tradeRow } from './tradeRow.ts';

/** One that has no fee yet. */
const row = (amount: string, over: Partial<TradeRow> = {}): TradeRow =>
  tradeRow(amount, { fee: undefined, feeCurrency: undefined, ...over });

const fee = (amount: string): Partial<TradeRow> => ({ fee: dec(amount), feeCurrency: 'BTC' });
const NONE: readonly Fill[] = [];
/** They are booked, each as it stands. */
const booked = (...rows: readonly KeyedRow[]): readonly Fill[] =>
  rows.map((keyed) => {
    const { amount, price = ZERO, fee: shown = ZERO, feeCurrency = '' } = keyed.row;
    return fillOf(keyed.key, { row: keyed, amount, price, fee: shown, feeCurrency }, undefined, 0);
  });
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
  expect(keysOf(countedRows(rows, booked(rows[0]!), dec('1')))).toEqual([rows[0]!.key]);
});

test('where there is room for one more, it is the one that is booked', () => {
  const rows = keyedRows([row('1', fee('0.003')), row('1', fee('0.001')), row('1', fee('0.002'))]);
  const [first, second, third] = keysOf(rows);
  expect(keysOf(countedRows(rows, booked(rows[2]!), dec('2')))).toEqual([first, third]);
  expect(keysOf(countedRows(rows, booked(rows[1]!), dec('2')))).toEqual([first, second]);
  expect(keysOf(countedRows(rows, NONE, dec('2')))).toEqual([first, second]);
});

test('a copy that is too large for what room there is leaves it to a smaller one', () => {
  const rows = keyedRows([row('2'), row('2'), row('1', { price: dec('50001') }), row('1', { price: dec('50001') })]);
  expect(keysOf(countedRows(rows, NONE, dec('4')))).toEqual([rows[0]!.key, rows[2]!.key, rows[3]!.key]);
});

test('what is booked twice counts twice, though there is no room for more than a smaller execution that came later', () => {
  const rows = keyedRows([row('1', { tradeDate: TRADED_AT + 1000 }), row('2'), row('2')]);
  expect(keysOf(countedRows(rows, booked(rows[1]!, rows[2]!), dec('4')))).toEqual(keysOf(rows));
  const again = booked(rows[1]!, rows[1]!).map((fill, i) => ({ ...fill, id: i === 0 ? fill.id : `${fill.id}~2` }));
  expect(keysOf(countedRows(rows, again, dec('4')))).toEqual(keysOf(rows));
  const halves = again.map((fill) => ({ ...fill, amount: dec('1') }));
  expect(keysOf(countedRows(rows, halves, dec('2'))), 'two parts of one row are one row').toEqual(keysOf(rows.slice(0, 2)));
});
