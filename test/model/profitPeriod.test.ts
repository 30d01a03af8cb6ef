import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { firstOfPeriods, nextPeriod, PERIODS, periodOf } from '../../src/model/profitPeriod.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

it('a day, a week and a month begin at midnight in UTC, the week on Monday', () => {
  const begins = (text: string): readonly string[] =>
    PERIODS.map((period) => new Date(periodOf(period, at(text))).toISOString().slice(0, 10));
  expect(begins('2026-11-30T23:59:59.999')).toEqual(['2026-11-30', '2026-11-30', '2026-11-01']);
  expect(begins('2026-11-29T00:00')).toEqual(['2026-11-29', '2026-11-23', '2026-11-01']);
  expect(begins('2027-01-01T00:00')).toEqual(['2027-01-01', '2026-12-28', '2027-01-01']);
  expect(begins('1969-12-31T12:00')).toEqual(['1969-12-31', '1969-12-29', '1969-12-01']);
});

it('the next one begins where this one ends', () => {
  for (let day = at('2026-01-01T00:00'); day < at('2029-01-01T00:00'); day += DAY_MS) {
    for (const period of PERIODS) {
      const from = periodOf(period, day);
      const next = nextPeriod(period, from);
      expect([periodOf(period, next), periodOf(period, next - 1)]).toEqual([next, from]);
    }
  }
});

it('so many of them end with the one of now', () => {
  const first = (count: number): readonly string[] =>
    PERIODS.map((period) => new Date(firstOfPeriods(period, at('2026-03-31T12:00'), count)).toISOString().slice(0, 10));
  expect(first(1)).toEqual(['2026-03-31', '2026-03-30', '2026-03-01']);
  expect(first(7)).toEqual(['2026-03-25', '2026-02-16', '2025-09-01']);
});
