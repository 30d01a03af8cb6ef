import type { Instant } from '../../base/instant.ts';

export const DAY_MS = 86_400_000;
/** Markets of this kind never close. */
export const DAYS_A_YEAR = 365;

/**
 * One return for every UTC day from the first sample to the last, as fractions: the last value of the day over the last value of
 * the day before, the first day against the first sample. A day that began or ended within the run counts as a day.
 */
export interface DailyReturns {
  /** 00:00 UTC of each day, without a hole. */
  readonly days: readonly Instant[];
  readonly returns: readonly number[];
  /** Days without a sample. They count as days on which nothing changed. */
  readonly missing: number;
}

/** Why there are no daily returns. */
export interface NoReturns {
  readonly because: string;
}

export function dailyReturns(at: readonly Instant[], values: readonly number[]): DailyReturns | NoReturns {
  const closes = new Map<Instant, number>();
  let before: number | undefined;
  for (let index = 0; index < at.length; index += 1) {
    const value = values[index]!;
    if (!Number.isFinite(value)) continue;
    before ??= value;
    closes.set(dayOf(at[index]!), value);
  }
  if (before === undefined) return { because: 'there is no sample of the equity' };
  const days = daysOf([...closes.keys()]);
  const returns: number[] = [];
  for (const day of days) {
    if (before <= 0) return { because: `the equity was not above zero on ${dateOf(day)}, and a return on nothing has no meaning` };
    const close: number = closes.get(day) ?? before;
    returns.push(close / before - 1);
    before = close;
  }
  return { days, returns, missing: days.length - closes.size };
}

export function dayOf(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

export function dateOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns gathered by month, quarter or year, in their order. */
export function byPeriod({ days, returns }: DailyReturns, period: 'month' | 'quarter' | 'year'): Map<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  days.forEach((day, index) => {
    const [year, month] = dateOf(day).split('-');
    const key = { month: `${year}-${month}`, quarter: `${year}-Q${Math.ceil(Number(month) / 3)}`, year: year! }[period];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [returns[index]!]);
    else group.push(returns[index]!);
  });
  return groups;
}

/** What returns come to, one after the other. */
export function compounded(returns: readonly number[]): number {
  return returns.reduce((product, value) => product * (1 + value), 1.0) - 1;
}

function daysOf(sampled: readonly Instant[]): Instant[] {
  const first = sampled[0]!;
  return Array.from({ length: (sampled.at(-1)! - first) / DAY_MS + 1 }, (_, index) => first + index * DAY_MS);
}
