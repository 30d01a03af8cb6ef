import { compounded, DAYS_A_YEAR, type DailyReturns, type NoReturns } from './dailyReturns.ts';
import { metric, noMetric, type Metric, type MetricName } from './metric.ts';
import { tooFew, WEEK } from './returnMetrics.ts';
import { correlation, covariance, deviation, mean } from './sampleStatistics.ts';

/** Compares the run with having held its opening balances, by the benchmark figures of QuantStats. */
export function baselineMetrics(daily: DailyReturns | NoReturns, hold: DailyReturns | NoReturns): Metric[] {
  return BASELINE_METRICS.map((row) => {
    if ('because' in daily) return noMetric(row, daily.because);
    if ('because' in hold) return noMetric(row, `buy and hold: ${hold.because}`);
    if (hold.days[0] !== daily.days[0] || hold.days.length !== daily.days.length) return noMetric(row, OTHER_DAYS);
    if (daily.days.length < row.leastDays) return noMetric(row, tooFew(row.leastDays, daily.days.length));
    return metric(row, row.of(daily.returns, hold.returns), 'buy and hold did not change, or nothing else did');
  });
}

/** Like `leastDaysOf`, for the figures of this file. */
export function leastBaselineDaysOf(name: string): number | undefined {
  return BASELINE_METRICS.find((row) => row.name === name)?.leastDays;
}

const OTHER_DAYS = 'buy and hold has no value on the first or the last of the days';

interface BaselineMetric extends MetricName {
  readonly leastDays: number;
  of(returns: readonly number[], hold: readonly number[]): number;
}

const BASELINE = { group: 'baseline', unit: 'ratio' } as const;

const BASELINE_METRICS: readonly BaselineMetric[] = [
  { ...BASELINE, name: 'hold_comp', label: 'Buy and Hold', unit: 'fraction', leastDays: 1, of: (_, hold) => compounded(hold) },
  {
    ...BASELINE,
    name: 'excess_comp',
    label: 'Over Buy and Hold',
    unit: 'fraction',
    leastDays: 1,
    of: (r, hold) => compounded(r) - compounded(hold),
  },
  { ...BASELINE, name: 'beta', label: 'Beta', leastDays: WEEK, of: beta },
  { ...BASELINE, name: 'alpha', label: 'Alpha', leastDays: WEEK, of: (r, hold) => (mean(r) - beta(r, hold) * mean(hold)) * DAYS_A_YEAR },
  { ...BASELINE, name: 'correlation', label: 'Correlation', leastDays: WEEK, of: correlation },
  { ...BASELINE, name: 'r_squared', label: 'R^2', leastDays: WEEK, of: (r, hold) => correlation(r, hold) ** 2 },
  { ...BASELINE, name: 'information_ratio', label: 'Information Ratio', leastDays: WEEK, of: informationRatio },
  { ...BASELINE, name: 'treynor_ratio', label: 'Treynor Ratio', leastDays: WEEK, of: (r, hold) => compounded(r) / beta(r, hold) },
];

function beta(returns: readonly number[], hold: readonly number[]): number {
  return covariance(returns, hold) / covariance(hold, hold);
}

function informationRatio(returns: readonly number[], hold: readonly number[]): number {
  const gaps = returns.map((value, at) => value - hold[at]!);
  return mean(gaps) / deviation(gaps);
}
