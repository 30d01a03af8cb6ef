import { DAY_MS, dayOf, HOUR_MS, type Instant } from '../../base/instant.ts';

/** These markets never close. */
export const DAYS_A_YEAR = 365;

/**
 * The end of a run counts as a day of its own only from this length on. So a run of eight days that ends just after midnight has
 * eight returns.
 */
const LEAST_OF_A_DAY_MS = HOUR_MS;

/**
 * One return for every UTC day from the first sample to the last, as a fraction: the day's last value divided by the last value
 * of the day before, less 1. The first day is compared with the first sample. A day with an hour or more of the run counts as a
 * day. A shorter piece at the end belongs to the day before, and one at the beginning to the day after.
 */
export interface DailyReturns {
  /** 00:00 UTC of each day, without holes. */
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
  const closes = closesOf(at, values);
  let before = values.find(Number.isFinite);
  if (before === undefined) return { because: 'there is no sample of the equity' };
  if (before <= 0) return { because: 'the equity was not above zero at the beginning, and a return on nothing has no meaning' };
  const days = daysOf([...closes.keys()]);
  const returns: number[] = [];
  for (const day of days) {
    const close: number = closes.get(day) ?? before;
    // When nothing is left, that is a return of -100 %, but only on the last day.
    const isOver = close <= 0 && !(close === 0 && day === days.at(-1));
    if (isOver) return { because: `the equity was not above zero on ${dateOf(day)}, and a return on nothing has no meaning` };
    returns.push(close / before - 1);
    before = close;
  }
  return { days, returns, missing: days.length - closes.size };
}

/** The first and the last day for which a period has a return. */
export function returnDays(from: Instant, to: Instant): readonly [first: Instant, last: Instant] {
  let [first, last] = [dayOf(from), dayOf(to)];
  if (last > first && to - last < LEAST_OF_A_DAY_MS) last -= DAY_MS;
  if (last > first && first + DAY_MS - from < LEAST_OF_A_DAY_MS) first += DAY_MS;
  return [first, last];
}

/** The last value of each UTC day that has one. */
function closesOf(at: readonly Instant[], values: readonly number[]): Map<Instant, number> {
  const closes = new Map<Instant, number>();
  const isSample = (value: number): boolean => Number.isFinite(value);
  const [first, last] = returnDays(at[values.findIndex(isSample)] ?? 0, at[values.findLastIndex(isSample)] ?? 0);
  let day = NaN;
  let close = NaN;
  for (let index = 0; index < at.length; index += 1) {
    const value = values[index]!;
    if (!Number.isFinite(value)) continue;
    if (!(at[index]! - day < DAY_MS)) {
      if (!Number.isNaN(day)) closes.set(day, close);
      day = Math.min(Math.max(dayOf(at[index]!), first), last);
    }
    close = value;
  }
  if (!Number.isNaN(day)) closes.set(day, close);
  return closes;
}

export function dateOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns grouped by month, quarter or year, in order. */
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

/** The total return of returns that follow one another. */
export function compounded(returns: readonly number[]): number {
  return returns.reduce((product, value) => product * (1 + value), 1.0) - 1;
}

function daysOf(sampled: readonly Instant[]): Instant[] {
  const first = sampled[0]!;
  return Array.from({ length: (sampled.at(-1)! - first) / DAY_MS + 1 }, (_, index) => first + index * DAY_MS);
}
