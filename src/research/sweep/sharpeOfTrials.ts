import { dailySharpe } from '../metrics/returnRatios.ts';
import { excessKurtosis, deviation, skewness } from '../metrics/sampleStatistics.ts';
import { deflatedSharpe, luckySharpe, type SharpeTrials } from '../metrics/sharpeSignificance.ts';
import type { SweepTrial } from './sweepTrial.ts';

/** How much of a Sharpe ratio remains when the number of trials behind it is considered. */
export interface DeflatedSharpe extends SharpeTrials {
  /** For one day, not annualised. */
  readonly sharpe: number;
  readonly days: number;
  /** The ratio of one day that the best of this many worthless trials would show by luck. */
  readonly lucky: number;
  /** The probability that the true ratio is above `lucky`. */
  readonly deflated: number;
}

/** The same as for every ratio of the metrics. */
const LEAST_DAYS = 7;

/** Judges the returns of the chosen parameters by all trials that were made. Otherwise says why that is impossible. */
export function sharpeOfTrials(returns: readonly number[], tried: readonly SweepTrial[]): DeflatedSharpe | { readonly because: string } {
  const days = returns.length;
  if (days < LEAST_DAYS) return { because: `needs ${LEAST_DAYS} days of returns, and there ${days === 1 ? 'is' : 'are'} ${days}` };
  const sharpe = dailySharpe(returns);
  if (!Number.isFinite(sharpe)) return { because: 'the equity did not change, or by the same share on every day' };
  const ratios = tried.flatMap(({ inSample }) => inSample.figures['risk_return_ratio'] ?? []);
  const trials = tried.length;
  if (trials > 1 && ratios.length < 2) return { because: 'fewer than two trials have a Sharpe ratio: how much they differ is unknown' };
  const variance = ratios.length < 2 ? 0 : deviation(ratios) ** 2;
  const sample = { sharpe, returns: days, skew: skewness(returns), kurtosis: excessKurtosis(returns) + 3 };
  const deflated = deflatedSharpe(sample, { trials, variance });
  if (!Number.isFinite(deflated)) return { because: 'the returns are too far from normal for it' };
  return { sharpe, days, trials, variance, lucky: luckySharpe({ trials, variance }), deflated };
}
