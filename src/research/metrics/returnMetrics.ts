import { DAY_MS } from '../../base/instant.ts';
import { byPeriod, compounded, dateOf, type DailyReturns, type NoReturns } from './dailyReturns.ts';
import { drawdownPeriods } from './drawdowns.ts';
import { metric, noMetric, type Metric, type MetricName } from './metric.ts';
import * as ratios from './returnRatios.ts';
import { excessKurtosis, mean, deviation, rangeOf, skewness } from './sampleStatistics.ts';
import { probabilisticSharpe } from './sharpeSignificance.ts';
import * as wins from './winsAndLosses.ts';

/** A figure as QuantStats defines it. */
interface ReturnMetric extends MetricName {
  /** With fewer daily returns than this, it is null. */
  readonly leastDays: number;
  of(returns: readonly number[], daily: DailyReturns): number;
  /** Why its value may not be finite. By default `STILL`. */
  readonly because?: string;
}

/** The figures of QuantStats' full report on daily returns, in its order. */
export function returnMetrics(daily: DailyReturns | NoReturns): Metric[] {
  return RETURN_METRICS.map((row) => {
    if ('because' in daily) return noMetric(row, daily.because);
    const { length } = daily.days;
    if (length < row.leastDays) return noMetric(row, tooFew(row.leastDays, length));
    return metric(row, row.of(daily.returns, daily), row.because ?? STILL);
  });
}

/** How many daily returns a figure needs. Undefined when the name is none of these. */
export function leastDaysOf(name: string): number | undefined {
  return RETURN_METRICS.find((row) => row.name === name)?.leastDays;
}

/** The reason that is given for every figure with too few days. */
export function tooFew(least: number, days: number): string {
  return `needs ${least} days of returns, and there ${days === 1 ? 'is' : 'are'} ${days}`;
}

const STILL = 'the equity did not change, or by the same share on every day';
const NO_LOSS = 'no day lost';
const NO_DRAWDOWN = 'there was no drawdown from day to day';

/** A yearly figure from less than a week of days is noise. */
export const WEEK = 7;
/** The worst twentieth of fewer days than this is less than a day. */
const TAIL = 20;
const MONTH = 28;
const QUARTER = 90;
const YEAR = 365;

const months = (daily: DailyReturns): (readonly number[])[] => [...byPeriod(daily, 'month').values()];
const quarters = (daily: DailyReturns): (readonly number[])[] => [...byPeriod(daily, 'quarter').values()];
const years = (daily: DailyReturns): (readonly number[])[] => [...byPeriod(daily, 'year').values()];
const monthly = (daily: DailyReturns): number[] => months(daily).map(compounded);

const RETURNS = { group: 'returns', unit: 'fraction' } as const;
const RATIO = { group: 'risk', unit: 'ratio' } as const;
const RISK = { group: 'risk', unit: 'fraction' } as const;
const DAYS = { group: 'days', unit: 'ratio' } as const;
const DAYS_SHARE = { group: 'days', unit: 'fraction' } as const;
const PERIOD = { group: 'periods', unit: 'fraction' } as const;

const RETURN_METRICS: readonly ReturnMetric[] = [
  { name: 'comp', label: 'Cumulative Return', ...RETURNS, leastDays: 1, of: compounded },
  { name: 'cagr', label: 'CAGR', ...RETURNS, leastDays: WEEK, of: ratios.cagr },
  { name: 'exposure', label: 'Time in Market', ...RETURNS, leastDays: 1, of: ratios.timeInMarket },
  { name: 'rar', label: 'Risk-Adjusted Return', ...RETURNS, leastDays: WEEK, of: (r) => ratios.cagr(r) / ratios.timeInMarket(r) },
  { name: 'expected_return', label: 'Expected Daily', ...RETURNS, leastDays: 1, of: (r) => wins.expectedReturn(r.map((value) => [value])) },
  {
    name: 'expected_return_monthly',
    label: 'Expected Monthly',
    ...RETURNS,
    leastDays: MONTH,
    of: (_, d) => wins.expectedReturn(months(d)),
  },
  { name: 'expected_return_yearly', label: 'Expected Yearly', ...RETURNS, leastDays: YEAR, of: (_, d) => wins.expectedReturn(years(d)) },

  { name: 'sharpe', label: 'Sharpe', ...RATIO, leastDays: WEEK, of: ratios.sharpe },
  {
    name: 'probabilistic_sharpe_ratio',
    label: 'Prob. Sharpe Ratio',
    ...RISK,
    leastDays: WEEK,
    of: (r) => ratios.probabilisticRatio(r, ratios.dailySharpe(r)),
    because: 'the returns are too far from normal for it',
  },
  { name: 'psr_bailey', label: 'Prob. Sharpe Ratio (as published)', ...RISK, leastDays: WEEK, of: publishedSharpe },
  { name: 'smart_sharpe', label: 'Smart Sharpe', ...RATIO, leastDays: WEEK, of: ratios.smartSharpe },
  { name: 'sortino', label: 'Sortino', ...RATIO, leastDays: WEEK, of: ratios.sortino, because: NO_LOSS },
  { name: 'smart_sortino', label: 'Smart Sortino', ...RATIO, leastDays: WEEK, of: ratios.smartSortino, because: NO_LOSS },
  { name: 'adjusted_sortino', label: 'Sortino/√2', ...RATIO, leastDays: WEEK, of: (r) => ratios.sortino(r) / Math.SQRT2, because: NO_LOSS },
  { name: 'omega', label: 'Omega', ...RATIO, leastDays: WEEK, of: wins.profitFactor, because: NO_LOSS },
  { name: 'volatility', label: 'Volatility (ann.)', ...RISK, leastDays: WEEK, of: ratios.volatility },
  { name: 'skew', label: 'Skew', ...RATIO, leastDays: WEEK, of: skewness },
  { name: 'kurtosis', label: 'Kurtosis', ...RATIO, leastDays: WEEK, of: excessKurtosis },
  { name: 'risk_return_ratio', label: 'Risk-Return Ratio', ...RATIO, leastDays: WEEK, of: ratios.dailySharpe },
  {
    name: 'kelly_criterion',
    label: 'Kelly Criterion',
    ...RISK,
    leastDays: WEEK,
    of: wins.kellyCriterion,
    because: 'no day won, or none lost',
  },
  { name: 'risk_of_ruin', label: 'Risk of Ruin', ...RISK, leastDays: WEEK, of: wins.riskOfRuin },
  { name: 'value_at_risk', label: 'Daily Value-at-Risk', ...RISK, leastDays: TAIL, of: ratios.valueAtRisk },
  { name: 'cvar', label: 'Expected Shortfall (cVaR)', ...RISK, leastDays: TAIL, of: ratios.conditionalValueAtRisk },
  { name: 'tail_ratio', label: 'Tail Ratio', ...RATIO, leastDays: TAIL, of: ratios.tailRatio },

  { name: 'max_drawdown', label: 'Max Drawdown', group: 'drawdown', unit: 'fraction', leastDays: 1, of: ratios.maxDrawdown },
  {
    name: 'longest_drawdown_days',
    label: 'Longest DD Days',
    group: 'drawdown',
    unit: 'days',
    leastDays: 1,
    of: (_, d) => longestDrawdown(d),
  },
  {
    name: 'avg_drawdown',
    label: 'Avg. Drawdown',
    group: 'drawdown',
    unit: 'fraction',
    leastDays: 1,
    of: (_, d) => mean(drawdownPeriods(d).map(({ depth }) => depth)),
    because: NO_DRAWDOWN,
  },
  {
    name: 'avg_drawdown_days',
    label: 'Avg. Drawdown Days',
    group: 'drawdown',
    unit: 'days',
    leastDays: 1,
    of: (_, d) => mean(drawdownPeriods(d).map(({ days }) => days)),
    because: NO_DRAWDOWN,
  },
  { name: 'calmar', label: 'Calmar', group: 'drawdown', unit: 'ratio', leastDays: WEEK, of: ratios.calmar, because: NO_DRAWDOWN },
  {
    name: 'recovery_factor',
    label: 'Recovery Factor',
    group: 'drawdown',
    unit: 'ratio',
    leastDays: 1,
    of: ratios.recoveryFactor,
    because: NO_DRAWDOWN,
  },
  { name: 'ulcer_index', label: 'Ulcer Index', group: 'drawdown', unit: 'ratio', leastDays: 2, of: ratios.ulcerIndex },
  {
    name: 'ulcer_performance_index',
    label: 'Ulcer Performance Index',
    group: 'drawdown',
    unit: 'ratio',
    leastDays: 2,
    of: (r) => compounded(r) / ratios.ulcerIndex(r),
    because: NO_DRAWDOWN,
  },
  {
    name: 'serenity_index',
    label: 'Serenity Index',
    group: 'drawdown',
    unit: 'ratio',
    leastDays: TAIL,
    of: ratios.serenityIndex,
    because: NO_DRAWDOWN,
  },

  { name: 'win_rate', label: 'Win Days', ...DAYS_SHARE, leastDays: 1, of: wins.winRate },
  { name: 'win_rate_monthly', label: 'Win Month', ...DAYS_SHARE, leastDays: MONTH, of: (_, d) => wins.winRate(monthly(d)) },
  {
    name: 'win_rate_quarterly',
    label: 'Win Quarter',
    ...DAYS_SHARE,
    leastDays: QUARTER,
    of: (_, d) => wins.winRate(quarters(d).map(compounded)),
  },
  { name: 'win_rate_yearly', label: 'Win Year', ...DAYS_SHARE, leastDays: YEAR, of: (_, d) => wins.winRate(years(d).map(compounded)) },
  {
    name: 'consecutive_wins',
    label: 'Max Consecutive Wins',
    group: 'days',
    unit: 'count',
    leastDays: 1,
    of: (r) => wins.longestRow(r, (v) => v > 0),
  },
  {
    name: 'consecutive_losses',
    label: 'Max Consecutive Losses',
    group: 'days',
    unit: 'count',
    leastDays: 1,
    of: (r) => wins.longestRow(r, (v) => v < 0),
  },
  { name: 'avg_return', label: 'Avg. Return', ...DAYS_SHARE, leastDays: 1, of: wins.averageReturn },
  { name: 'avg_win', label: 'Avg. Win', ...DAYS_SHARE, leastDays: 1, of: wins.averageWin, because: 'no day won' },
  { name: 'avg_loss', label: 'Avg. Loss', ...DAYS_SHARE, leastDays: 1, of: wins.averageLoss, because: NO_LOSS },
  { name: 'payoff_ratio', label: 'Payoff Ratio', ...DAYS, leastDays: WEEK, of: wins.payoffRatio, because: 'no day won, or none lost' },
  { name: 'profit_ratio', label: 'Profit Ratio', ...DAYS, leastDays: WEEK, of: wins.profitRatio, because: NO_LOSS },
  { name: 'profit_factor', label: 'Profit Factor', ...DAYS, leastDays: WEEK, of: wins.profitFactor, because: NO_LOSS },
  {
    name: 'gain_to_pain_ratio',
    label: 'Gain/Pain Ratio',
    ...DAYS,
    leastDays: WEEK,
    of: (r) => ratios.gainToPain(r.map((v) => [v])),
    because: NO_LOSS,
  },
  {
    name: 'gain_to_pain_ratio_monthly',
    label: 'Gain/Pain (1M)',
    ...DAYS,
    leastDays: MONTH,
    of: (_, d) => ratios.gainToPain(months(d)),
    because: 'no month lost',
  },
  {
    name: 'common_sense_ratio',
    label: 'Common Sense Ratio',
    ...DAYS,
    leastDays: TAIL,
    of: (r) => wins.profitFactor(r) * ratios.tailRatio(r),
    because: NO_LOSS,
  },
  {
    name: 'cpc_index',
    label: 'CPC Index',
    ...DAYS,
    leastDays: WEEK,
    of: (r) => wins.profitFactor(r) * wins.winRate(r) * wins.payoffRatio(r),
    because: 'no day won, or none lost',
  },
  { name: 'outlier_win_ratio', label: 'Outlier Win Ratio', ...DAYS, leastDays: TAIL, of: wins.outlierWinRatio, because: 'no day won' },
  { name: 'outlier_loss_ratio', label: 'Outlier Loss Ratio', ...DAYS, leastDays: TAIL, of: wins.outlierLossRatio, because: NO_LOSS },

  { name: 'best_day', label: 'Best Day', ...PERIOD, leastDays: 1, of: (r) => rangeOf(r)[1] },
  { name: 'worst_day', label: 'Worst Day', ...PERIOD, leastDays: 1, of: (r) => rangeOf(r)[0] },
  { name: 'best_month', label: 'Best Month', ...PERIOD, leastDays: MONTH, of: (_, d) => Math.max(...monthly(d)) },
  { name: 'worst_month', label: 'Worst Month', ...PERIOD, leastDays: MONTH, of: (_, d) => Math.min(...monthly(d)) },
  { name: 'best_year', label: 'Best Year', ...PERIOD, leastDays: YEAR, of: (_, d) => Math.max(...years(d).map(compounded)) },
  { name: 'worst_year', label: 'Worst Year', ...PERIOD, leastDays: YEAR, of: (_, d) => Math.min(...years(d).map(compounded)) },
  {
    name: 'avg_up_month',
    label: 'Avg. Up Month',
    ...PERIOD,
    leastDays: MONTH,
    of: (_, d) => wins.averageWin(monthly(d)),
    because: 'no month won',
  },
  {
    name: 'avg_down_month',
    label: 'Avg. Down Month',
    ...PERIOD,
    leastDays: MONTH,
    of: (_, d) => wins.averageLoss(monthly(d)),
    because: 'no month lost',
  },
  { name: 'mtd', label: 'MTD', ...PERIOD, leastDays: 1, of: (_, d) => compounded(since(d, dateOf(d.days.at(-1)!).slice(0, 7))) },
  { name: 'ytd', label: 'YTD', ...PERIOD, leastDays: 1, of: (_, d) => compounded(since(d, dateOf(d.days.at(-1)!).slice(0, 4))) },
  { name: 'three_months', label: '3M', ...PERIOD, leastDays: 91, of: (_, d) => compounded(since(d, monthsBefore(d, 3))) },
  { name: 'six_months', label: '6M', ...PERIOD, leastDays: 182, of: (_, d) => compounded(since(d, monthsBefore(d, 6))) },
  { name: 'one_year', label: '1Y', ...PERIOD, leastDays: YEAR, of: (_, d) => compounded(since(d, monthsBefore(d, 12))) },
  { name: 'three_years', label: '3Y (ann.)', ...PERIOD, leastDays: 3 * YEAR, of: (_, d) => ratios.cagr(since(d, monthsBefore(d, 35))) },
];

function publishedSharpe(returns: readonly number[]): number {
  if (deviation(returns) === 0) return NaN;
  const kurtosis = excessKurtosis(returns) + 3;
  return probabilisticSharpe({ sharpe: ratios.dailySharpe(returns), returns: returns.length, skew: skewness(returns), kurtosis });
}

function longestDrawdown(daily: DailyReturns): number {
  return Math.max(0, ...drawdownPeriods(daily).map(({ days }) => days));
}

/** The returns since a date, such as the beginning of a month or a year. */
function since({ days, returns }: DailyReturns, date: string): readonly number[] {
  const first = days.findIndex((day) => dateOf(day) >= date);
  return returns.slice(first);
}

/** The same day of the month, this many months before the last day. The month's last day where the month is shorter. */
function monthsBefore({ days }: DailyReturns, count: number): string {
  const last = new Date(days.at(-1)!);
  const month = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - count + 1, 1) - DAY_MS;
  const lastDate = new Date(month).getUTCDate();
  return dateOf(month - (lastDate - Math.min(lastDate, last.getUTCDate())) * DAY_MS);
}
