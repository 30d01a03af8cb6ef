import { normalCdf, normalQuantile } from './normalDistribution.ts';

/** A Sharpe ratio and the sample behind it. Nothing here is annualised. */
export interface SharpeSample {
  /** The mean of one period's returns divided by their standard deviation. */
  readonly sharpe: number;
  /** The number of returns. */
  readonly returns: number;
  readonly skew: number;
  /** The full kurtosis, not the excess: 3 for the normal distribution. */
  readonly kurtosis: number;
}

/**
 * The probability that the true Sharpe ratio of one period is above `benchmark`, given how few the returns are and how far from
 * normal (Bailey and López de Prado, The Sharpe Ratio Efficient Frontier, 2012). NaN below two returns.
 */
export function probabilisticSharpe({ sharpe, returns, skew, kurtosis }: SharpeSample, benchmark = 0): number {
  if (returns < 2) return NaN;
  const variance = 1 - skew * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  return normalCdf(((sharpe - benchmark) * Math.sqrt(returns - 1)) / Math.sqrt(variance));
}

/** How many sets of parameters were tried before one was chosen. */
export interface SharpeTrials {
  /** The number of independent trials. */
  readonly trials: number;
  /** The variance of the trials' Sharpe ratios, each of one period. */
  readonly variance: number;
}

/**
 * The probability that the true Sharpe ratio is above the one that the best of this many worthless trials would reach by luck
 * (Bailey and López de Prado, The Deflated Sharpe Ratio, 2014).
 */
export function deflatedSharpe(sample: SharpeSample, tried: SharpeTrials): number {
  return probabilisticSharpe(sample, luckySharpe(tried));
}

/** The highest Sharpe ratio that this many trials without any skill are expected to reach. */
export function luckySharpe({ trials, variance }: SharpeTrials): number {
  if (trials <= 1) return 0;
  const upper = normalQuantile(1 - 1 / trials);
  const further = normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * ((1 - EULER_MASCHERONI) * upper + EULER_MASCHERONI * further);
}

const EULER_MASCHERONI = 0.5772156649015329;
