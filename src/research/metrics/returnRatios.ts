import { DAYS_A_YEAR, compounded } from './dailyReturns.ts';
import { drawdownsOf } from './drawdowns.ts';
import { normalCdf, normalQuantile } from './normalDistribution.ts';
import { correlation, deviation, excessKurtosis, mean, quantile, rangeOf, skewness, sum } from './sampleStatistics.ts';

/**
 * The definitions of QuantStats 0.0.81 (`quantstats.stats`), for daily returns, without a risk-free rate, with 365 periods a
 * year. NaN or infinite where a definition divides by zero.
 */

const YEARLY = Math.sqrt(DAYS_A_YEAR);

export function cagr(returns: readonly number[]): number {
  return Math.abs(compounded(returns) + 1) ** (DAYS_A_YEAR / returns.length) - 1;
}

export function sharpe(returns: readonly number[]): number {
  return dailySharpe(returns) * YEARLY;
}

export function smartSharpe(returns: readonly number[]): number {
  return sharpe(returns) / autocorrelationPenalty(returns);
}

export function sortino(returns: readonly number[]): number {
  const downside = Math.sqrt(sum(returns.map((value) => (value < 0 ? value * value : 0))) / returns.length);
  return (mean(returns) / downside) * YEARLY;
}

export function smartSortino(returns: readonly number[]): number {
  return sortino(returns) / autocorrelationPenalty(returns);
}

/** Mean divided by deviation, for one day. */
export function dailySharpe(returns: readonly number[]): number {
  const spread = deviation(returns);
  return mean(returns) / (spread < 1e-15 ? 0 : spread);
}

/**
 * As QuantStats computes it, which uses the excess kurtosis where the paper uses the full one. `probabilisticSharpe` follows the
 * paper.
 */
export function probabilisticRatio(returns: readonly number[], ratio: number): number {
  const variance = 1 + 0.5 * ratio ** 2 - skewness(returns) * ratio + ((excessKurtosis(returns) - 3) / 4) * ratio ** 2;
  return normalCdf(ratio / Math.sqrt(variance / (returns.length - 1)));
}

export function volatility(returns: readonly number[]): number {
  return deviation(returns) * YEARLY;
}

export function maxDrawdown(returns: readonly number[]): number {
  return rangeOf([0, ...drawdownsOf(returns)])[0];
}

export function calmar(returns: readonly number[]): number {
  return cagr(returns) / Math.abs(maxDrawdown(returns));
}

/** The share of days on which anything changed, rounded up to a hundredth. */
export function timeInMarket(returns: readonly number[]): number {
  return Math.ceil((returns.filter((value) => value !== 0).length / returns.length) * 100) / 100;
}

export function ulcerIndex(returns: readonly number[]): number {
  return Math.sqrt(sum(drawdownsOf(returns).map((depth) => depth * depth)) / (returns.length - 1));
}

export function serenityIndex(returns: readonly number[]): number {
  const pitfall = -conditionalValueAtRisk(drawdownsOf(returns)) / deviation(returns);
  return sum(returns) / (ulcerIndex(returns) * pitfall);
}

/** At 95 %, for a normal distribution with the mean and the deviation of the returns. */
export function valueAtRisk(returns: readonly number[]): number {
  return mean(returns) + deviation(returns) * normalQuantile(1 - 0.95);
}

export function conditionalValueAtRisk(returns: readonly number[]): number {
  const limit = valueAtRisk(returns);
  const below = returns.filter((value) => value < limit);
  return below.length === 0 ? limit : mean(below);
}

export function tailRatio(returns: readonly number[]): number {
  return Math.abs(quantile(returns, 0.95) / quantile(returns, 1 - 0.95));
}

/** Below zero where money was lost, which QuantStats leaves out. */
export function recoveryFactor(returns: readonly number[]): number {
  return sum(returns) / Math.abs(maxDrawdown(returns));
}

/** Uses sums of returns, not compounded ones. Each period is given by its returns. */
export function gainToPain(periods: readonly (readonly number[])[]): number {
  const sums = periods.map(sum);
  return sum(sums) / losses(sums);
}

export function gains(returns: readonly number[]): number {
  return sum(returns.filter((value) => value > 0));
}

/** A positive number. */
export function losses(returns: readonly number[]): number {
  return -sum(returns.filter((value) => value < 0));
}

/** A factor on the deviation. When following days resemble each other, the returns are less certain than they seem. */
function autocorrelationPenalty(returns: readonly number[]): number {
  const n = returns.length;
  const likeness = Math.abs(correlation(returns.slice(0, -1), returns.slice(1)));
  const terms = Array.from({ length: n - 1 }, (_, at) => ((n - at - 1) / n) * likeness ** (at + 1));
  return Math.sqrt(1 + 2 * sum(terms));
}
