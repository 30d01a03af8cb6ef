import type { Decimal } from '../base/decimal.ts';
import { DAY_MS, dayOf, type Instant } from '../base/instant.ts';

export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** What a strategy made on one pair in a day, a week or a month (UTC; weeks begin on Monday), in quote currency. */
export interface PeriodProfit {
  readonly from: Instant;
  readonly strategy: string;
  readonly symbol: string;
  /** Executions, and conversions of the pair's two currencies. */
  readonly fills: number;
  readonly fees: Decimal;
  /** Fees in a third currency. No sum includes them. */
  readonly otherFees: Readonly<Record<string, Decimal>>;
  /** Profit of what was closed, after fees. */
  readonly realised: Decimal;
  /** The same with what open positions have gained at the mids. Undefined where the mids of its beginning or its end were not kept. */
  readonly profit: Decimal | undefined;
}

/** 1970-01-05 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** When the period of a time began. */
export function periodOf(period: Period, at: Instant): Instant {
  if (period === 'day') return dayOf(at);
  if (period === 'week') return Math.floor((at - MONDAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + MONDAY_MS;
  const day = new Date(at);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
}

/** When the next one begins. */
export function nextPeriod(period: Period, from: Instant): Instant {
  // A month has 31 days at the most, and the next one more than a few.
  return periodOf(period, from + { day: 1, week: 7, month: 32 }[period] * DAY_MS);
}

/** When the first of so many periods began of which the last is the one of now. */
export function firstOfPeriods(period: Period, now: Instant, count: number): Instant {
  let from = periodOf(period, now);
  for (let n = 1; n < count; n++) from = periodOf(period, from - 1);
  return from;
}
