import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ribbonOf, stretchOf, thinned } from '../../../src/research/report/thinnedSeries.ts';

const series = fc.array(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -50, max: 50 }) }, { weight: 1, arbitrary: fc.constant(NaN) }), {
  minLength: 1,
  maxLength: 200,
});

describe('thinned', () => {
  it('keeps both ends, the lowest and the highest, in the order of time', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 20 }), (values, stretches) => {
        const at = values.map((_, index) => index * 10);
        const points = thinned(at, values, stretches, Infinity);
        const known = values.filter(Number.isFinite);
        const kept = points.flatMap(([, value]) => (value === null ? [] : [value]));
        expect([kept[0], kept.at(-1)]).toEqual([known[0], known.at(-1)]);
        if (known.length > 0) expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...known), Math.max(...known)]);
        expect(points.map(([time]) => time)).toEqual(points.map(([time]) => time).toSorted((a, b) => a - b));
        for (const [time, value] of points) if (value !== null) expect(values[time / 10]).toBe(value);
      }),
    );
  });

  it('draws no line across a hole', () => {
    expect(thinned([0, 10, 100, 110], [1, 2, 3, 4], 50, 25)).toEqual([
      [0, 1],
      [10, 2],
      [100, null],
      [100, 3],
      [110, 4],
    ]);
    expect(thinned([0, 10, 20], [1, NaN, 3], 50, 25)).toEqual([
      [0, 1],
      [20, null],
      [20, 3],
    ]);
  });

  it('is short, however long the series', () => {
    const values = Array.from({ length: 100_000 }, (_, at) => Math.sin(at / 50));
    expect(thinned([...values.keys()], values, 100, Infinity).length).toBeLessThanOrEqual(202);
    expect(thinned([], [], 10, 10)).toEqual([]);
  });
});

describe('ribbonOf', () => {
  it('spans all series, from the first sample to the last', () => {
    const ribbon = ribbonOf(
      [
        { at: [0, 10, 20, 30], values: [1, 5, 2, 2] },
        { at: [0, 10, 20, 30], values: [3, 3, NaN, -1] },
      ],
      3,
    );
    expect(ribbon).toEqual({ at: [0, 15, 30], low: [1, 3, -1], high: [3, 5, 2] });
    expect(ribbonOf([{ at: [], values: [] }], 3)).toEqual({ at: [], low: [], high: [] });
    expect(stretchOf(5, 5, 5, 10)).toBe(0);
  });
});
