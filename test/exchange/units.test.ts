import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { decimalOfUnits, feeOf, tickLots, unitScaleOf, unitsOf } from '../../src/exchange/units.ts';
import { gridOf } from '../../src/model/grid.ts';

test('a decimal of up to 18 places becomes units and comes back with the same digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 36n), max: 10n ** 36n }), (units) => {
      expect(unitsOf(decimalOfUnits(units))).toBe(units);
    }),
  );
  expect(decimalOfUnits(unitsOf(dec('123456789012345.000000000000000001'))).toFixed()).toBe('123456789012345.000000000000000001');
  expect(unitsOf(dec('-0.5'))).toBe(-500_000_000_000_000_000n);
});

test.each([
  [0n, '0'],
  [1n, '0.000000000000000001'],
  [-1n, '-0.000000000000000001'],
  [10n ** 4n, '0.00000000000001'],
  [10n ** 4n + 1n, '0.000000000000010001'],
  [-(10n ** 4n), '-0.00000000000001'],
  [10n ** 18n, '1'],
  [10n ** 32n - 10n ** 4n, '99999999999999.99999999999999'],
  [10n ** 32n, '100000000000000'],
  [10n ** 33n + 10n ** 4n, '1000000000000000.00000000000001'],
])('%i units are %s, and back', (units, text) => {
  expect(decimalOfUnits(units).toFixed()).toBe(text);
  expect(unitsOf(dec(text))).toBe(units);
});

test('a grid may need all eighteen decimals', () => {
  expect(unitScaleOf(gridOf(10, dec('0.00000003')))).toEqual({ perLot: 3n * 10n ** 10n, perTickLot: 3n });
  expect(unitScaleOf(gridOf(0, dec('25')))).toEqual({ perLot: 25n * 10n ** 18n, perTickLot: 25n * 10n ** 18n });
});

test('a nineteenth decimal is refused and not rounded', () => {
  const refused = (code: string, message: string): unknown =>
    expect.objectContaining({ code, message: expect.stringContaining(message) as string });
  expect(() => unitsOf(dec('0.0000000000000000001'))).toThrow(refused('invalid-request', 'more than 18 decimals'));
  expect(() => unitScaleOf(gridOf(10, dec('0.000000001')))).toThrow(refused('configuration', 'needs more than 18 decimals'));
});

test('a fee is the least multiple of 0.00000001 that is not below the exact one, and never above what is received', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 27n }), fc.bigInt({ min: 1n, max: 10n ** 17n }), (received, rate) => {
      const fee = feeOf(received, rate);
      const exact = dec(received)
        .times(dec(rate))
        .div(dec(10n ** 18n));
      const rounded = exact
        .div(10n ** 10n)
        .ceil()
        .times(10n ** 10n);
      expect(dec(fee).eq(rounded.gt(dec(received)) ? dec(received) : rounded)).toBe(true);
    }),
  );
  expect(feeOf(5n, 0n)).toBe(0n);
});

test('ticks times lots is exact beyond 2^53', () => {
  expect(tickLots(9_007_199_254_740_991, 3)).toBe(27_021_597_764_222_973n);
  expect(tickLots(6_125_010, 4)).toBe(24_500_040n);
});
