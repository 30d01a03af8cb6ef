import { DAY_MS, type Instant } from '../../base/instant.ts';
import { type DailyReturns } from './dailyReturns.ts';

/** How far the end of each day is below the highest value so far, including the start: a fraction of 0 or below. */
export function drawdownsOf(returns: readonly number[]): number[] {
  let value = 1.0;
  let peak = 1.0;
  return returns.map((change) => {
    value *= 1 + change;
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
}

/** A period below an earlier high. */
export interface Drawdown {
  /** The first and the last day below the high. */
  readonly from: Instant;
  readonly to: Instant;
  readonly valley: Instant;
  /** Including both ends. */
  readonly days: number;
  /** The lowest point, a fraction below 0. */
  readonly depth: number;
}

export function drawdownPeriods({ days, returns }: DailyReturns): Drawdown[] {
  const depths = drawdownsOf(returns);
  const periods: Drawdown[] = [];
  let first: number | undefined;
  for (let at = 0; at <= depths.length; at += 1) {
    if (at < depths.length && depths[at]! < 0) {
      first ??= at;
    } else if (first !== undefined) {
      periods.push(periodOf(days, depths, first, at - 1));
      first = undefined;
    }
  }
  return periods;
}

/** The deepest fall within the samples, which daily values hide: a fraction of 0 or below. NaN without samples. */
export function deepestFall(values: readonly number[]): number {
  let peak = -Infinity;
  let deepest = NaN;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    peak = Math.max(peak, value);
    const fall = value / peak - 1;
    if (!(fall >= deepest)) deepest = fall;
  }
  return deepest;
}

function periodOf(days: readonly Instant[], depths: readonly number[], first: number, last: number): Drawdown {
  let valley = first;
  for (let at = first; at <= last; at += 1) if (depths[at]! < depths[valley]!) valley = at;
  const from = days[first]!;
  const to = days[last]!;
  return { from, to, valley: days[valley]!, days: (to - from) / DAY_MS + 1, depth: depths[valley]! };
}
