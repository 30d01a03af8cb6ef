import { compounded } from './dailyReturns.ts';
import { gains, losses } from './returnRatios.ts';
import { mean, quantile } from './sampleStatistics.ts';

/* Definitions of QuantStats 0.0.81, as in returnRatios.ts. */

export function winRate(returns: readonly number[]): number {
  const moved = returns.filter((value) => value !== 0);
  return moved.filter((value) => value > 0).length / moved.length;
}

export function averageReturn(returns: readonly number[]): number {
  return mean(returns.filter((value) => value !== 0));
}

export function averageWin(returns: readonly number[]): number {
  return mean(returns.filter((value) => value > 0));
}

/** A negative number. */
export function averageLoss(returns: readonly number[]): number {
  return mean(returns.filter((value) => value < 0));
}

export function payoffRatio(returns: readonly number[]): number {
  return averageWin(returns) / Math.abs(averageLoss(returns));
}

export function profitRatio(returns: readonly number[]): number {
  const wins = returns.filter((value) => value >= 0);
  const lost = returns.filter((value) => value < 0);
  return Math.abs(mean(wins) / wins.length) / Math.abs(mean(lost) / lost.length);
}

export function profitFactor(returns: readonly number[]): number {
  return gains(returns) / losses(returns);
}

/** The geometric mean over periods, each given by its returns. */
export function expectedReturn(periods: readonly (readonly number[])[]): number {
  return (1 + compounded(periods.map(compounded))) ** (1 / periods.length) - 1;
}

export function kellyCriterion(returns: readonly number[]): number {
  const payoff = payoffRatio(returns);
  const won = winRate(returns);
  return (payoff * won - (1 - won)) / payoff;
}

export function riskOfRuin(returns: readonly number[]): number {
  const won = winRate(returns);
  return ((1 - won) / (1 + won)) ** returns.length;
}

export function outlierWinRatio(returns: readonly number[]): number {
  return quantile(returns, 0.99) / mean(returns.filter((value) => value >= 0));
}

export function outlierLossRatio(returns: readonly number[]): number {
  return quantile(returns, 0.01) / averageLoss(returns);
}

/** The longest run of days for which `holds` is true. */
export function longestRow(returns: readonly number[], holds: (value: number) => boolean): number {
  let longest = 0;
  let row = 0;
  for (const value of returns) {
    row = holds(value) ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return longest;
}
