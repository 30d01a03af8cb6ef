import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/base/instant.ts';
import { byPeriod, compounded, dailyReturns, dateOf, type DailyReturns, returnDays } from '../../../src/research/metrics/dailyReturns.ts';
import { deepestFall, drawdownPeriods, drawdownsOf } from '../../../src/research/metrics/drawdowns.ts';

const START = Date.parse('2026-02-27T22:00:00Z');

function ofHours(values: readonly number[], everyHours = 1): DailyReturns {
  const daily = dailyReturns(
    values.map((_, at) => START + at * everyHours * HOUR_MS),
    values,
  );
  if ('because' in daily) throw new Error(daily.because);
  return daily;
}

describe('dailyReturns', () => {
  it('takes the last value of each UTC day, the first day against the first sample', () => {
    const daily = ofHours([100, 110, 99, 99]);
    expect(daily.days.map(dateOf)).toEqual(['2026-02-27', '2026-02-28']);
    expect(daily.returns[0]).toBeCloseTo(0.1, 12);
    expect(daily.returns[1]).toBeCloseTo(-0.1, 12);
    expect(daily.missing).toBe(0);
  });

  it('counts days without a sample as days on which nothing changed', () => {
    const daily = ofHours([100, 120], 73);
    expect(daily.days.map(dateOf)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
    expect(daily.returns.map((value) => Math.round(value * 100))).toEqual([0, 0, 0, 20]);
    expect(daily.missing).toBe(2);
  });

  it('has eight returns of eight days, also when the run begins just before midnight or ends just after it', () => {
    const midnight = Date.parse('2026-02-28T00:00:00Z');
    const run = (early: number, late: number): DailyReturns => {
      const at = [
        midnight - early,
        ...Array.from({ length: 8 * 24 }, (_, hour) => midnight + (hour + 1) * HOUR_MS),
        midnight + 8 * DAY_MS + late,
      ];
      const daily = dailyReturns(
        at,
        at.map((_, i) => 100 + i),
      );
      if ('because' in daily) throw new Error(daily.because);
      return daily;
    };
    const whole = run(0, -1);
    expect(whole.days.map(dateOf)).toEqual(['2026-02-28', ...[1, 2, 3, 4, 5, 6, 7].map((day) => `2026-03-0${day}`)]);
    for (const [early, late] of [
      [0, 0],
      [0, 5000],
      [2000, 5000],
      [HOUR_MS - 1, HOUR_MS - 1],
    ] as const) {
      const { days, returns, missing } = run(early, late);
      expect({ early, late, days, missing }).toEqual({ early, late, days: whole.days, missing: 0 });
      expect(1 + compounded(returns)).toBeCloseTo(293 / 100, 9);
    }
    expect(run(HOUR_MS, HOUR_MS).returns).toHaveLength(10);
    expect(returnDays(midnight - 2000, midnight + 3000)).toEqual([midnight - DAY_MS, midnight - DAY_MS]);
  });

  it('passes over what is no number', () => {
    expect(ofHours([NaN, 100, NaN, 105]).returns[1]).toBeCloseTo(0.05, 12);
    expect(dailyReturns([START], [NaN])).toEqual({ because: 'there is no sample of the equity' });
  });

  it('loses nothing between the first sample and the last', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 1, maxLength: 80 }), (values) => {
        expect(1 + compounded(ofHours(values, 7).returns)).toBeCloseTo(values.at(-1)! / values[0]!, 9);
      }),
    );
  });

  it('gathers by month, quarter and year', () => {
    const daily: DailyReturns = { days: [0, 1, 2, 3, 35].map((day) => START + day * DAY_MS), returns: [1, 2, 3, 4, 5], missing: 0 };
    expect([...byPeriod(daily, 'month')]).toEqual([
      ['2026-02', [1, 2]],
      ['2026-03', [3, 4]],
      ['2026-04', [5]],
    ]);
    expect([...byPeriod(daily, 'quarter').keys()]).toEqual(['2026-Q1', '2026-Q2']);
    expect([...byPeriod(daily, 'year').values()]).toEqual([[1, 2, 3, 4, 5]]);
  });
});

describe('drawdowns', () => {
  it('begin below the start, end on the last day under water, and stay open at the end', () => {
    const days = Array.from({ length: 6 }, (_, at) => at * DAY_MS);
    const returns = [-0.1, -0.1, 0.5, 0.1, -0.5, 0.2];
    expect(drawdownsOf(returns).map((depth) => Math.round(depth * 100))).toEqual([-10, -19, 0, 0, -50, -40]);
    const periods = drawdownPeriods({ days, returns, missing: 0 });
    expect(periods).toMatchObject([
      { from: 0, to: DAY_MS, valley: DAY_MS, days: 2 },
      { from: 4 * DAY_MS, to: 5 * DAY_MS, valley: 4 * DAY_MS, days: 2, depth: -0.5 },
    ]);
  });

  it('within samples are measured from the highest before', () => {
    expect(deepestFall([10, NaN, 8, 12, 9])).toBe(-0.25);
    expect(deepestFall([])).toBeNaN();
    expect(deepestFall([1, 2])).toBe(0);
  });
});

describe('an equity that is gone', () => {
  const at = [START, START + DAY_MS, START + 2 * DAY_MS];

  it('is a loss of everything on the last day, and no return afterwards or below', () => {
    expect(dailyReturns(at, [100, 50, 0])).toMatchObject({ returns: [0, -0.5, -1] });
    expect(dailyReturns(at, [100, 0, 50])).toEqual({
      because: 'the equity was not above zero on 2026-02-28, and a return on nothing has no meaning',
    });
    expect(dailyReturns(at, [100, 50, -1])).toMatchObject({ because: expect.stringContaining('2026-03-01') as string });
    expect(dailyReturns(at, [0, 50, 60])).toMatchObject({ because: expect.stringContaining('at the beginning') as string });
  });
});
