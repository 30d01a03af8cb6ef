import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StandardDeviation } from '../../src/market/standardDeviation.ts';

describe('StandardDeviation', () => {
  it('equals its closed form for 1 to n: the root of (n^2 - 1) / 12', () => {
    for (const n of [1, 2, 10, 101]) {
      const deviation = new StandardDeviation(n);
      for (let i = 1; i <= n; i++) deviation.add(i);
      expect(deviation.value).toBeCloseTo(Math.sqrt((n * n - 1) / 12), 10);
      expect(deviation.mean).toBeCloseTo((n + 1) / 2, 10);
    }
  });

  it('knows only the last values', () => {
    const deviation = new StandardDeviation(4);
    for (const value of [1e9, -1e9, 2, 4, 4, 6]) deviation.add(value);
    expect(deviation.value).toBeCloseTo(Math.sqrt(2), 12);
    expect(deviation.isStable).toBe(true);
  });

  it('keeps its digits where the deviation is tiny beside the mean', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (base) => {
        const deviation = new StandardDeviation(2);
        const [a, b] = [base, base + 1e-3];
        deviation.add(a);
        deviation.add(b);
        expect(deviation.value).toBeCloseTo((b - a) / 2, 6);
      }),
    );
  });

  it('is 0 for one value and undefined for none', () => {
    const deviation = new StandardDeviation(3);
    expect([deviation.value, deviation.mean, deviation.isStable]).toEqual([undefined, undefined, false]);
    expect(deviation.add(7)).toBe(0);
  });
});
