import { describe, expect, it } from 'vitest';
import { barSeries, brokenLine, chartTime, fallTicks, fillsSince, midSeries } from '../../web/pure/chartSeries.ts';

const candle = (from: number, close: string) => ({ from, open: '10', high: '12', low: '9', close });

describe('series of a chart', () => {
  it('have each second once, rising, with its last value', () => {
    expect(
      midSeries(
        [
          [2000, '3'],
          [1000, '1'],
          [1900, '2'],
        ],
        5000,
      ),
    ).toEqual([
      { time: 1, value: 2 },
      { time: 2, value: 3 },
    ]);
  });

  it('are broken where no book came for too long', () => {
    const mids = [
      [1000, '1'],
      [4000, '2'],
      [8000, '3'],
    ] as const;
    expect(midSeries(mids, 2000)).toEqual([
      { time: 1, value: 1 },
      { time: 4, value: 2, color: 'transparent' },
      { time: 5 },
      { time: 6 },
      { time: 7 },
      { time: 8, value: 3 },
    ]);
    expect(midSeries(mids, 3000).map(({ time }) => time)).toEqual([1, 4, 8]);
  });

  it('have a few points where books are missing, for days too', () => {
    const times = midSeries(
      [
        [0, '1'],
        [3 * 86_400_000, '2'],
      ],
      5000,
    ).map(({ time }) => time);
    expect(times).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 259_200]);
  });

  it('end with the candle of this minute', () => {
    const mids = [
      [59_000, '5'],
      [60_000, '11'],
      [61_000, '13'],
      [62_000, '12'],
    ] as const;
    expect(barSeries([candle(0, '10')], mids)).toEqual([
      { time: 0, open: 10, high: 12, low: 9, close: 10 },
      { time: 60, open: 11, high: 13, low: 11, close: 12 },
    ]);
  });

  it('have a minute that is closed only once', () => {
    expect(barSeries([candle(60_000, '10')], [[61_000, '13']])).toHaveLength(1);
    expect(barSeries([candle(0, '10')], [])).toHaveLength(1);
    expect(barSeries([], [])).toEqual([]);
  });

  it('put an execution into its minute or second', () => {
    expect([chartTime(61_900, 'bars'), chartTime(61_900, 'mids')]).toEqual([60, 61]);
  });
});

it('breaks a line where points are missing, and only there', () => {
  const points = [0, 5000, 15_000, 25_001, 30_000].map((at) => ({ at, text: String(at) }));
  expect(brokenLine(points, 5000)).toEqual([
    [0, 5, 15, 20, 25.001, 30],
    [0, 5000, 15_000, null, 25_001, 30_000],
  ]);
  expect(brokenLine(points)[0]).toEqual([0, 5, 15, 25.001, 30]);
  expect(brokenLine([], 5000)).toEqual([[], []]);
});

it('says since when executions are shown, where their list ends before the chart does', () => {
  expect(fillsSince([900, 800, 700], 3, 100)).toBe(700);
  expect(fillsSince([900, 800, 700], 3, 700)).toBeUndefined();
  expect(fillsSince([900, 800, 700], 4, 100)).toBeUndefined();
  expect(fillsSince([], 3, 100)).toBeUndefined();
  expect(fillsSince([900], 1, undefined)).toBeUndefined();
});

describe('the figures beside a chart of falls', () => {
  it('are never 0 alone where there is a fall, and are round', () => {
    expect(fallTicks(0)).toEqual([0]);
    expect(fallTicks(-5.81)).toEqual([-5, 0]);
    expect(fallTicks(-161.32)).toEqual([-100, 0]);
    expect(fallTicks(-4.4)).toEqual([-4, -2, 0]);
    expect(fallTicks(-0.003)[0]).toBeCloseTo(-0.002, 6);
  });
});
