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

/** Products of returns have such errors: a day that is so little below its high has reached it. */
const ROUNDING = 1e-12;

export function drawdownPeriods({ days, returns }: DailyReturns): Drawdown[] {
  const depths = drawdownsOf(returns);
  const periods: Drawdown[] = [];
  let first: number | undefined;
  for (let at = 0; at <= depths.length; at += 1) {
    if (at < depths.length && depths[at]! < -ROUNDING) {
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

/** A fall from a high, between two samples, and when the high was reached again. */
export interface Fall {
  /** When the high was left: its last sample. */
  readonly from: Instant;
  readonly valley: Instant;
  /** The first sample at the high or above it. Undefined when that did not come. */
  readonly recovered: Instant | undefined;
  /** From the high to its recovery, or to the last sample. */
  readonly ms: number;
  /** How much was lost, above zero. */
  readonly amount: number;
  /** The same as a fraction of the high; undefined where the high is not above zero. */
  readonly share: number | undefined;
}

/** The worst falls within the samples, the deepest first: by share for an equity, by amount for a profit, which begins at nothing. */
export function worstFalls(at: readonly Instant[], values: readonly number[], by: 'share' | 'amount', most: number): Fall[] {
  const falls: Fall[] = [];
  let [high, low] = [-1, -1];
  let last = -1;
  for (let i = 0; i < at.length; i++) {
    const value = values[i]!;
    if (!Number.isFinite(value)) continue;
    last = i;
    if (high < 0 || value >= values[high]!) {
      if (low >= 0) falls.push(fallOf(at, values, high, low, i, true));
      [high, low] = [i, -1];
    } else if (low < 0 || value < values[low]!) low = i;
  }
  if (low >= 0) falls.push(fallOf(at, values, high, low, last, false));
  const depth = ({ share = 0, amount }: Fall): number => (by === 'share' ? share : amount);
  return falls.toSorted((a, b) => depth(b) - depth(a) || a.from - b.from).slice(0, most);
}

function fallOf(at: readonly Instant[], values: readonly number[], high: number, low: number, end: number, isOver: boolean): Fall {
  const [top, bottom, from] = [values[high]!, values[low]!, at[high]!];
  return {
    from,
    valley: at[low]!,
    recovered: isOver ? at[end]! : undefined,
    ms: at[end]! - from,
    amount: top - bottom,
    share: top > 0 ? 1 - bottom / top : undefined,
  };
}

function periodOf(days: readonly Instant[], depths: readonly number[], first: number, last: number): Drawdown {
  let valley = first;
  for (let at = first; at <= last; at += 1) if (depths[at]! < depths[valley]!) valley = at;
  const from = days[first]!;
  const to = days[last]!;
  return { from, to, valley: days[valley]!, days: (to - from) / DAY_MS + 1, depth: depths[valley]! };
}
