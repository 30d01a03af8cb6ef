import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Extremes } from '../../src/market/extremes.ts';

describe('Extremes', () => {
  it('are those of the last values alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 30 }),
        (size, values) => {
          const extremes = new Extremes(size);
          for (const value of values) extremes.add(value);
          const last = values.slice(-size);
          expect([extremes.lowest, extremes.highest]).toEqual([Math.min(...last), Math.max(...last)]);
          expect(extremes.isStable).toBe(values.length >= size);
        },
      ),
    );
  });

  it('are undefined before the first value', () => {
    const extremes = new Extremes(3);
    expect([extremes.lowest, extremes.highest]).toEqual([undefined, undefined]);
  });
});
