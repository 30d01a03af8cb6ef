import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import { nonceRoom, recognisableLots } from '../../src/engine/fingerprints.ts';

const free = (): boolean => false;

describe('recognisableLots', () => {
  it('lowers an amount by 1 to 64 lots and by no more than 0.1 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer(), (lots, seed) => {
        const lowered = recognisableLots(lots, 1, free, seededRandom(seed));
        expect(lowered).toBeLessThanOrEqual(lots);
        expect(lots - lowered).toBeLessThanOrEqual(Math.min(64, lots / 1000));
        expect(lowered === lots).toBe(lots < 1000);
      }),
    );
  });

  it('takes an amount that is free, as long as there is one', () => {
    const taken = new Set<number>();
    const random = seededRandom('taken');
    for (let i = 0; i < 64; i++) {
      const lots = recognisableLots(100_000, 1, (candidate) => taken.has(candidate), random);
      expect(taken.has(lots)).toBe(false);
      taken.add(lots);
    }
    expect(recognisableLots(100_000, 1, (candidate) => taken.has(candidate), random)).toBe(100_000);
  });

  it('never goes below the least volume', () => {
    const random = seededRandom('least');
    expect(recognisableLots(10_000, 10_000, free, random)).toBe(10_000);
    expect(recognisableLots(10_000, 10_001, free, random)).toBe(10_000);
    for (let i = 0; i < 50; i++) expect(recognisableLots(10_000, 9999, free, random)).toBe(9999);
  });
});

describe('nonceRoom', () => {
  it('is one lot in a thousand, 64 at most', () => {
    expect([1, 999, 1000, 1999, 2000, 64_000, 1_000_000].map(nonceRoom)).toEqual([0, 0, 1, 1, 2, 64, 64]);
  });
});
