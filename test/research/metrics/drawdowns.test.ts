import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepestFall, worstFalls } from '../../../src/research/metrics/drawdowns.ts';

const times = (values: readonly number[]): number[] => values.map((_, i) => i * 10);

describe('worstFalls', () => {
  it('say since when, how deep, until when and how long', () => {
    const values = [100, 110, 99, 104, 110, 120, 90, 96];
    expect(worstFalls(times(values), values, 'share', 5)).toEqual([
      { from: 50, valley: 60, recovered: undefined, ms: 20, amount: 30, share: 0.25 },
      { from: 10, valley: 20, recovered: 40, ms: 30, amount: 11, share: expect.closeTo(0.1, 12) as number },
    ]);
  });

  it('have no share where a profit begins at nothing, and pass over samples that nobody knows', () => {
    const values = [0, NaN, -3, -1, 0, 5, NaN, 4];
    expect(worstFalls(times(values), values, 'amount', 5)).toEqual([
      { from: 0, valley: 20, recovered: 40, ms: 40, amount: 3, share: undefined },
      { from: 50, valley: 70, recovered: undefined, ms: 20, amount: 1, share: expect.closeTo(0.2, 12) as number },
    ]);
    expect(worstFalls([], [], 'amount', 5)).toEqual([]);
  });

  it('begin with the deepest fall of all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 60 }), (values) => {
        const [worst] = worstFalls(times(values), values, 'share', 1);
        expect(-(worst?.share ?? 0)).toBeCloseTo(deepestFall(values), 12);
      }),
    );
  });
});
