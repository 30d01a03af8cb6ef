import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { majorUnits, minorUnits } from '../../src/treasury/minorUnits.ts';

describe('minorUnits', () => {
  // ISO 4217, list one.
  it.each([
    ['10.5', 'EUR', '1050'],
    ['10000', 'HUF', '1000000'],
    ['100.5', 'HUF', '10050'],
    ['1', 'IDR', '100'],
    ['1', 'PKR', '100'],
    ['1', 'ALL', '100'],
    ['1', 'IQD', '1000'],
    ['0.001', 'KWD', '1'],
    ['10', 'JPY', '10'],
    ['7', 'XAF', '7'],
    ['1.25', 'XCD', '125'],
  ])('%s %s are %s', (amount, currency, units) => {
    expect(minorUnits(dec(amount), currency)).toEqual({ units });
    expect(majorUnits(dec(units), currency).toFixed()).toBe(dec(amount).toFixed());
  });

  it.each([
    ['1.001', 'EUR', '1.001 EUR has more decimals than the 2 of the currency'],
    ['0.5', 'JPY', '0.5 JPY has more decimals than the 0 of the currency'],
    ['1', 'BTC', 'BTC is no ISO currency code, like EUR'],
    ['1e16', 'EUR', '10000000000000000 EUR is more than can be asked for'],
  ])('%s %s: %s', (amount, currency, why) => {
    expect(minorUnits(dec(amount), currency)).toEqual({ why });
  });
});
