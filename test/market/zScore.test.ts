import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZScore } from '../../src/market/zScore.ts';

describe('ZScore', () => {
  it('is the distance from the mean of the window in standard deviations', () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), values, (size, all) => {
        const score = new ZScore(size);
        for (const value of all) score.add(value);
        const window = all.slice(-size);
        const mean = window.reduce((sum, value) => sum + value, 0) / window.length;
        const deviation = Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / window.length);
        expect(score.value).toBeCloseTo(deviation === 0 ? 0 : (all.at(-1)! - mean) / deviation, 8);
        expect(score.isStable).toBe(all.length >= size);
      }),
    );
  });

  it('keeps nothing of what has left the window', () => {
    const fresh = new ZScore(3);
    const old = new ZScore(3);
    for (const value of [1e15, -3e14, 7]) old.add(value);
    for (const value of [0.1, 0.2, 0.4]) {
      fresh.add(value);
      old.add(value);
    }
    expect(old.value).toBe(fresh.value);
    expect([new ZScore(2).value, new ZScore(2).getRequiredInputs()]).toEqual([undefined, 2]);
  });
});
