import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { baselineMetrics } from '../../../src/research/metrics/baselineMetrics.ts';
import { type DailyReturns, dailyReturns } from '../../../src/research/metrics/dailyReturns.ts';
import type { Metric } from '../../../src/research/metrics/metric.ts';
import { returnMetrics } from '../../../src/research/metrics/returnMetrics.ts';

interface Golden {
  readonly name: string;
  readonly start: string;
  readonly returns: readonly number[];
  readonly hold: readonly number[];
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly against: Readonly<Record<string, number>>;
}

const golden = JSON.parse(readFileSync(new URL('../golden/returns.json', import.meta.url), 'utf8')) as { series: readonly Golden[] };

function dailyOf(returns: readonly number[], start = '2026-01-01'): DailyReturns {
  return { days: returns.map((_, at) => Date.parse(`${start}T00:00:00Z`) + at * DAY_MS), returns, missing: 0 };
}

function valueOf(figures: readonly Metric[], name: string): number | null {
  const figure = figures.find((each) => each.name === name);
  expect(figure, `there is a figure ${name}`).toBeDefined();
  return figure!.value;
}

function close(actual: number | null, expected: number, what: string): void {
  expect(actual, what).not.toBeNull();
  const off = Math.abs(actual! - expected) / Math.max(Math.abs(expected), 1e-12);
  expect(off, `${what}: ${actual} instead of ${expected}`).toBeLessThan(1e-9);
}

describe('returnMetrics', () => {
  for (const { name, start, returns, hold, metrics, against } of golden.series) {
    it(`gives what QuantStats gives: ${name}`, () => {
      const figures = returnMetrics(dailyOf(returns, start));
      for (const { name: figure, value, because } of figures) {
        if (value === null) expect(because, `${figure} says why it is null`).toMatch(/days of returns|month|quarter|year|won|lost/);
        else if (figure in metrics) close(value, metrics[figure]!, figure);
        else expect(figure).toBe('three_years');
      }
      for (const [figure, expected] of Object.entries(metrics)) {
        if (expected === null || returns.length >= 365) expect(valueOf(figures, figure) === null, figure).toBe(expected === null);
      }
      const compared = baselineMetrics(dailyOf(returns, start), dailyOf(hold, start));
      for (const [figure, expected] of Object.entries(against)) close(valueOf(compared, figure), expected, figure);
    });
  }

  it('leaves out what too few days would make up, and says so', () => {
    const figures = returnMetrics(dailyOf([0.01, -0.02, 0.03]));
    expect(valueOf(figures, 'comp')).toBeCloseTo(0.019494, 12);
    expect(figures.find(({ name }) => name === 'sharpe')).toMatchObject({
      value: null,
      because: 'needs 7 days of returns, and there are 3',
    });
    expect(figures.find(({ name }) => name === 'cvar')).toMatchObject({
      value: null,
      because: 'needs 20 days of returns, and there are 3',
    });
    const one = returnMetrics(dailyOf([0.01]));
    expect(one.find(({ name }) => name === 'cagr')?.because).toBe('needs 7 days of returns, and there is 1');
  });

  it('recovers nothing in a run that lost money: what was lost over the deepest fall, below zero', () => {
    expect(valueOf(returnMetrics(dailyOf([0.1, -0.2, -0.05])), 'recovery_factor')).toBeCloseTo(-0.15 / 0.24, 12);
    expect(valueOf(returnMetrics(dailyOf([0.1, -0.2, 0.25])), 'recovery_factor')).toBeCloseTo(0.15 / 0.2, 12);
  });

  it('ends a drawdown where the high is reached again, whatever the last digit of a product of returns is', () => {
    const at = [0, 1, 2, 3, 4, 5].map((day) => Date.parse('2026-01-01T12:00:00Z') + day * DAY_MS);
    const daily = dailyReturns(at, [100, 90, 80, 100, 100, 100]);
    const figures = returnMetrics(daily);
    expect(valueOf(figures, 'longest_drawdown_days')).toBe(2);
    expect(valueOf(figures, 'avg_drawdown')).toBeCloseTo(-0.2, 12);
  });

  it('knows no ratio to losses where nothing was lost', () => {
    const figures = returnMetrics(dailyOf(Array.from({ length: 30 }, (_, at) => 0.001 + at * 0.0001)));
    for (const name of ['sortino', 'omega', 'profit_factor', 'avg_loss', 'outlier_loss_ratio']) {
      expect(figures.find((each) => each.name === name)).toMatchObject({ value: null, because: 'no day lost' });
    }
    expect(valueOf(figures, 'max_drawdown')).toBe(0);
    expect(valueOf(figures, 'longest_drawdown_days')).toBe(0);
    expect(figures.find(({ name }) => name === 'calmar')?.because).toBe('there was no drawdown from day to day');
    expect(valueOf(figures, 'win_rate')).toBe(1);
  });

  it('has no ratio for an equity that never moved', () => {
    const figures = returnMetrics(dailyOf(Array.from({ length: 400 }, () => 0)));
    expect(valueOf(figures, 'comp')).toBe(0);
    expect(valueOf(figures, 'volatility')).toBe(0);
    for (const name of ['sharpe', 'psr_bailey', 'win_rate', 'tail_ratio', 'kelly_criterion', 'ulcer_performance_index']) {
      expect(valueOf(figures, name), name).toBeNull();
    }
  });

  it('counts the months back from the last day as a calendar does', () => {
    const days = 130;
    const daily = dailyOf(
      Array.from({ length: days }, (_, at) => at / 10_000),
      '2025-11-22',
    );
    // The last day is 31 March 2026, and three months before it is 31 December.
    const since = daily.returns.slice(39).reduce((product, value) => product * (1 + value), 1) - 1;
    close(valueOf(returnMetrics(daily), 'three_months'), since, 'three_months');
  });

  it('passes on why there are no returns', () => {
    const figures = returnMetrics({ because: 'there is no sample of the equity' });
    expect(new Set(figures.map(({ value, because }) => `${value} ${because}`))).toEqual(new Set(['null there is no sample of the equity']));
  });

  it('compares with nothing that has no value on the same days', () => {
    const figures = baselineMetrics(dailyOf([0.1, 0.2]), dailyOf([0.1]));
    expect(figures.every(({ value, because }) => value === null && /first or the last of the days/.test(because!))).toBe(true);
    const without = baselineMetrics(dailyOf([0.1, 0.2]), { because: 'there is no sample of the equity' });
    expect(without[0]!.because).toBe('buy and hold: there is no sample of the equity');
  });
});
