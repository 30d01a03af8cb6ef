import { describe, expect, it } from 'vitest';
import { type Sample, slopeLines, slopesOf, standstillOf } from './slopes.ts';

const BOUNDS = [{ name: 'heap', unit: 'MB', perHour: 1 }] as const;

/** Samples of half an hour each. */
const samples = (...heaps: readonly number[]): readonly Sample[] => heaps.map((heap, i) => ({ hours: i / 2, values: { heap } }));

describe(slopesOf, () => {
  it('finds what grows', () => {
    const [heap] = slopesOf(samples(10, 11, 12, 13, 14, 15, 16, 17, 18), BOUNDS);
    expect(heap).toMatchObject({ slope: 2, isFlat: false, first: 13, last: 18 });
  });

  it('leaves the warm-up out, and takes ups and downs for what they are', () => {
    const [heap] = slopesOf(samples(10, 40, 80, 90, 89, 91, 90, 89, 91), BOUNDS);
    expect(heap).toMatchObject({ isFlat: true });
  });

  it('finds nothing flat that was not measured, and says when there is too little', () => {
    expect(slopesOf(samples(1, 1, 1, 1, 1, 1), [{ ...BOUNDS[0], name: 'timers' }])[0]).toMatchObject({ isFlat: false });
    expect(() => slopesOf(samples(1, 1), BOUNDS)).toThrow('2 samples are too few');
  });
});

describe(standstillOf, () => {
  const asked = (...intents: readonly number[]): readonly Sample[] =>
    intents.map((count, i) => ({ hours: i / 2, values: { intents: count } }));

  it('is the longest time without a new intent, also at the end', () => {
    expect([asked(1, 2, 3), asked(1, 5, 5, 5, 6, 6), asked(1, 2, 2, 2, 2), []].map(standstillOf)).toEqual([0, 1, 1.5, 0]);
  });
});

describe(slopeLines, () => {
  it('makes a table', () => {
    expect(slopeLines(slopesOf(samples(10, 11, 12, 13, 14, 15), BOUNDS))).toEqual([
      'WHAT  WARM     END      SLOPE        BOUND',
      'heap  12.0 MB  15.0 MB  +2.000 MB/h  <= 1 GROWS',
    ]);
  });
});
