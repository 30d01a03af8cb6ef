import { Decimal as Shared } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, Decimal, decimalFrom, isDecimal, maxDecimal, minDecimal, ONE, ZERO } from '../../src/base/decimal.ts';
import { canonical, jsonNumberText, PITFALLS } from './canonical.ts';

describe('decimalFrom', () => {
  it.each(PITFALLS)('keeps every digit of %s', (text) => {
    expect(canonical(decimalFrom(text)!.toString())).toBe(canonical(text));
  });

  it('keeps every digit of any number, beyond the 40 of arithmetic too', () => {
    const long = fc.stringMatching(/^-?\d{1,120}(\.\d{1,120})?$/);
    fc.assert(
      fc.property(fc.oneof(jsonNumberText, long), (text) => {
        expect(canonical(decimalFrom(text)!.toFixed())).toBe(canonical(text));
      }),
    );
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '0x10',
    '0b1',
    'Infinity',
    '-Infinity',
    'NaN',
    '1e',
    'e1',
    '.',
    '.x',
    '-',
    '--1',
    '+1',
    '1,5',
    '1_000',
    '1e99999',
    '٣',
  ])('answers undefined for %j', (text) => {
    expect(decimalFrom(text)).toBeUndefined();
  });

  it('takes a text that begins with its point', () => {
    expect(decimalFrom('.55')!.toFixed()).toBe('0.55');
    expect(decimalFrom('-.5e1')!.toFixed()).toBe('-5');
  });

  it('answers undefined for a text of more than 400 characters', () => {
    expect(decimalFrom('1'.repeat(400))).toBeDefined();
    expect(decimalFrom('1'.repeat(401))).toBeUndefined();
  });
});

describe('dec', () => {
  it('takes text, whole numbers, big integers and decimals', () => {
    for (const value of ['5', 5, 5n, new Decimal(5)]) expect(dec(value).toString()).toBe('5');
  });

  it('refuses a binary fraction and a number beyond 2^53, which have lost digits already', () => {
    for (const value of [0.1, 2 ** 53, NaN, Infinity]) expect(() => dec(value)).toThrow('must be given as text');
  });

  it('refuses text that is no decimal', () => {
    expect(() => dec('1,5')).toThrow('dec("1,5"): not a decimal number');
  });
});

describe('Decimal', () => {
  it('multiplies two wire amounts of 20 digits exactly', () => {
    const digits = fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 20n - 1n });
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        expect(dec(a).times(dec(b)).toFixed()).toBe((a * b).toString());
      }),
    );
  });

  it('adds and subtracts exactly, within 40 digits', () => {
    const digits = fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n });
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        expect(dec(a).plus(dec(b)).toFixed()).toBe((a + b).toString());
        expect(dec(a).minus(dec(b)).toFixed()).toBe((a - b).toString());
      }),
    );
  });

  it('rounds a division half to even at 40 digits', () => {
    expect(ONE.div(3).toFixed()).toBe(`0.${'3'.repeat(40)}`);
    expect(
      dec(`${'1'.repeat(39)}05`)
        .div(10)
        .toFixed(),
    ).toBe(`${'1'.repeat(39)}0.5`.slice(0, 40));
  });

  it('never prints an exponent', () => {
    expect(dec('1e-30').toString()).toBe(`0.${'0'.repeat(29)}1`);
    expect(dec('1e30').toString()).toBe(`1${'0'.repeat(30)}`);
  });

  it('keeps its settings when someone changes those of the library', () => {
    const before = Shared.precision;
    try {
      Shared.set({ precision: 5 });
      expect(ONE.div(3).decimalPlaces()).toBe(40);
    } finally {
      Shared.set({ precision: before });
    }
  });

  it('tells a decimal from everything else', () => {
    expect(isDecimal(ZERO)).toBe(true);
    for (const value of [0, '0', 0n, null, undefined, {}]) expect(isDecimal(value)).toBe(false);
  });

  it('picks the lesser and the greater', () => {
    expect(minDecimal(dec('-1'), dec('1'))).toEqual(dec('-1'));
    expect(maxDecimal(dec('-1'), dec('1'))).toEqual(dec('1'));
    expect(minDecimal(ONE, ONE)).toBe(ONE);
  });
});
