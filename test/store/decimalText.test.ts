import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { decimalOf, decimalText, optionalDecimalText } from '../../src/store/decimalText.ts';
import { MAX_ROWS, rowLimit } from '../../src/store/rowLimit.ts';

test('a decimal is stored with all its digits and without an exponent', () => {
  for (const text of ['0', '-1', '0.00000001', '1000000000000000000000', '1234567890123456789.123456789012345678901']) {
    expect(decimalText(dec(text), 'amount')).toBe(text);
    expect(decimalOf(text, 'amount').toFixed()).toBe(text);
  }
  expect(decimalText(dec('1e21'), 'amount')).toBe('1000000000000000000000');
  expect(optionalDecimalText(undefined, 'price')).toBeNull();
});

test('what could not be read again is not written', () => {
  expect(() => decimalText(dec('1').div(0), 'fee')).toThrow('fee must be finite');
  expect(() => decimalText(dec('1e500'), 'fee')).toThrow('at most 400 digits');
});

test('what is no decimal number is refused with its field', () => {
  for (const text of ['', '1,5', 'NaN', '0x1', ' 1']) expect(() => decimalOf(text, 'price of fill 7')).toThrow('price of fill 7');
});

test('a limit is a whole number from 1 to the most that is ever read at once', () => {
  expect([rowLimit(1), rowLimit(MAX_ROWS)]).toEqual([1, MAX_ROWS]);
  for (const limit of [0, -1, 1.5, Number.NaN, MAX_ROWS + 1]) expect(() => rowLimit(limit)).toThrow('a limit must be');
});
