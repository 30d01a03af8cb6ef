import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, dec, ZERO } from '../../src/base/decimal.ts';
import { isSurelyBelow, nearNumber } from '../../src/base/nearNumber.ts';

const digits = fc.stringMatching(/^[0-9]{1,25}$/);

describe('nearNumber', () => {
  it('is within 1e-15 of the decimal', () => {
    fc.assert(
      fc.property(digits, digits, fc.boolean(), (whole, fraction, isNegative) => {
        const value = dec(`${isNegative ? '-' : ''}${whole}.${fraction}`);
        const exact = value.toNumber();
        expect(Math.abs(nearNumber(value) - exact)).toBeLessThanOrEqual(Math.abs(exact) * 1e-15);
      }),
    );
  });

  it('takes zero, what is very small and very large, and what is no number', () => {
    expect(nearNumber(ZERO)).toBe(0);
    expect(nearNumber(dec('0.00000000000000000001')) / 1e-20).toBeCloseTo(1, 12);
    expect(nearNumber(dec('123e30')) / 1.23e32).toBeCloseTo(1, 12);
    expect(nearNumber(new Decimal(NaN))).toBeNaN();
    expect(nearNumber(new Decimal(-Infinity))).toBe(-Infinity);
  });
});

describe('isSurelyBelow', () => {
  it('is certain only outside of the doubt', () => {
    expect(isSurelyBelow(1, 1.1, 2)).toBe(true);
    expect(isSurelyBelow(1, 1 + 1e-10, 2)).toBe(false);
    expect(isSurelyBelow(1, 1.1, 1e9)).toBe(false);
    expect(isSurelyBelow(NaN, 1, 1)).toBe(false);
    expect(isSurelyBelow(1, 2, NaN)).toBe(false);
  });
});
