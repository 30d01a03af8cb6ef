import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, isDecimal } from '../../src/base/decimal.ts';
import { smallDecimal } from '../../src/base/smallDecimal.ts';

describe(smallDecimal, () => {
  it('makes of the digits on either side of the point what their text makes', () => {
    const part = fc.integer({ min: 0, max: 14 }).chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n }));
    fc.assert(
      fc.property(part, part, fc.integer({ min: 0, max: 14 }), (whole, fraction, places) => {
        const digits = fraction.toString().slice(0, places).padStart(places, '0');
        const made = smallDecimal(Number(whole), Number(digits), places);
        const read = new Decimal(`${whole}.${digits}`);
        expect([made.s, made.e, made.d]).toEqual([read.s, read.e, read.d]);
        expect(isDecimal(made)).toBe(true);
        expect(made.times('0.3').plus(1).toFixed()).toBe(read.times('0.3').plus(1).toFixed());
      }),
      { numRuns: 2000 },
    );
  });

  it('makes zero of zeros', () => {
    expect(smallDecimal(0, 0, 14).isZero()).toBe(true);
  });
});
