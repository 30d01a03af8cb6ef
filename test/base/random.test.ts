import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';

const take = (seed: number | string, count: number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, on every machine', () => {
    expect(take('market', 50)).toEqual(take('market', 50));
    expect(take(7, 3)).toEqual(take('7', 3));
    // These values are fixed: a change of the generator would change every recorded simulation.
    expect(take(7, 3).map((value) => Math.floor(value * 2 ** 32))).toEqual([3575240777, 940706607, 2922107011]);
  });

  it('gives other numbers for another seed', () => {
    const firsts = new Set(Array.from({ length: 1000 }, (_, seed) => take(seed, 1)[0]));
    expect(firsts.size).toBe(1000);
  });

  it('is roughly uniform, and the next number does not follow from the last', () => {
    const values = take('uniform', 100_000);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.005);
    const tenths = Array.from({ length: 10 }, (_, tenth) => values.filter((value) => Math.floor(value * 10) === tenth).length);
    for (const share of tenths) expect(Math.abs(share - 10_000)).toBeLessThan(500);
    const lagged = values.slice(1).reduce((sum, value, at) => sum + (value - 0.5) * (values[at]! - 0.5), 0) / values.length;
    expect(Math.abs(lagged * 12)).toBeLessThan(0.02);
  });

  it('stays within its ranges', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, below) => {
        const random = seededRandom(seed);
        const value = random.next();
        expect(value >= 0 && value < 1).toBe(true);
        const whole = random.int(below);
        expect(Number.isInteger(whole) && whole >= 0 && whole < below).toBe(true);
      }),
    );
  });

  it('reaches every whole number below the limit', () => {
    const random = seededRandom('dice');
    const counts = new Map<number, number>();
    for (let i = 0; i < 60_000; i++) {
      const face = random.int(6);
      counts.set(face, (counts.get(face) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('draws normals of mean 0 and deviation 1', () => {
    const random = seededRandom('normal');
    const values = Array.from({ length: 50_000 }, () => random.normal());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
  });
});
