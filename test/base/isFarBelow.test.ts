import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFarBelow } from '../../src/base/isFarBelow.ts';

describe('isFarBelow', () => {
  it('tells what rounding could not have turned round', () => {
    expect(isFarBelow(1, 2, 3)).toBe(true);
    expect(isFarBelow(2, 1, 3)).toBe(false);
    expect(isFarBelow(1, 1 + 1e-10, 2)).toBe(false);
    expect(isFarBelow(1, 1 + 1e-10, 0.01)).toBe(true);
  });

  it('never tells it of what nobody knows', () => {
    fc.assert(
      fc.property(fc.double(), fc.double({ min: 0 }), (number, size) => {
        expect(isFarBelow(NaN, number, size)).toBe(false);
        expect(isFarBelow(number, NaN, size)).toBe(false);
        expect(isFarBelow(number, 1, NaN)).toBe(false);
      }),
    );
  });
});
