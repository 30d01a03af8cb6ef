import { normalCdf, normalQuantile } from './normalDistribution.ts';

/** What an observed Sharpe ratio stands on. Nothing in it is annualised. */
export interface SharpeSample {
  /** Of one period: mean of the returns over their standard deviation. */
  readonly sharpe: number;
  /** How many returns. */
  readonly returns: number;
  readonly skew: number;
  /** Not the excess: 3 for the normal distribution. */
  readonly kurtosis: number;
}

/**
 * The probability that the true Sharpe ratio is above `benchmark` (of one period), given how few the returns are and how far
 * from normal (Bailey and López de Prado, The Sharpe Ratio Efficient Frontier, 2012). NaN below two returns.
 */
export function probabilisticSharpe({ sharpe, returns, skew, kurtosis }: SharpeSample, benchmark = 0): number {
  if (returns < 2) return NaN;
  const variance = 1 - skew * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  return normalCdf(((sharpe - benchmark) * Math.sqrt(returns - 1)) / Math.sqrt(variance));
}

/** What was tried before one set of parameters was chosen. */
export interface SharpeTrials {
  /** How many independent sets were tried. */
  readonly trials: number;
  /** Variance of their Sharpe ratios, each of one period. */
  readonly variance: number;
}

/**
 * The probability that the true Sharpe ratio is above what the best of so many worthless trials would show by luck
 * (Bailey and López de Prado, The Deflated Sharpe Ratio, 2014).
 */
export function deflatedSharpe(sample: SharpeSample, tried: SharpeTrials): number {
  return probabilisticSharpe(sample, luckySharpe(tried));
}

/** The highest Sharpe ratio to be expected of so many trials without any skill. */
export function luckySharpe({ trials, variance }: SharpeTrials): number {
  if (trials <= 1) return 0;
  const upper = normalQuantile(1 - 1 / trials);
  const further = normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * ((1 - EULER_MASCHERONI) * upper + EULER_MASCHERONI * further);
}

const EULER_MASCHERONI = 0.5772156649015329;
