import { type Decimal, maxDecimal } from '../../base/decimal.ts';
import type { EquityPoint, EquityStep } from '../../model/chronicle.ts';

/** A point of the chart. */
export interface EquityReportPoint extends EquityPoint {
  /** By quote currency, how far the wallets fell at the most below their highest so far, from this point until the next one. Left out where they did not. */
  readonly fall: Readonly<Record<string, string>>;
}

/** Points of one stretch of time, oldest first. Its falls are those of all values from the first point on, and not of the points alone. */
export interface EquityReport {
  /** The time between two points. Since the start it doubles when there are too many of them. */
  readonly everyMs: number;
  readonly points: readonly EquityReportPoint[];
  /** By quote currency, the most that the wallets were worth in it, and the deepest fall below that. */
  readonly highest: Readonly<Record<string, string>>;
  readonly deepestFall: Readonly<Record<string, string>>;
}

/** What steps come to. */
export function equityReport(everyMs: number, steps: readonly EquityStep[]): EquityReport {
  const highest = new Map<string, Decimal>();
  const deepest = new Map<string, Decimal>();
  const points = steps.map(({ at, worth, profit, extremes }) => {
    const falls = Object.entries(extremes).flatMap(([currency, { low, high, fall }]): [string, Decimal][] => {
      const before = highest.get(currency) ?? high;
      // What fell within the step fell from its own highest so far, or from one that was there before.
      const below = highest.has(currency) ? maxDecimal(fall, before.minus(low)) : fall;
      highest.set(currency, maxDecimal(before, high));
      deepest.set(currency, maxDecimal(deepest.get(currency) ?? below, below));
      return below.isZero() ? [] : [[currency, below]];
    });
    return { at, worth, profit, fall: moneyTexts(falls) };
  });
  return { everyMs, points, highest: moneyTexts(highest), deepestFall: moneyTexts(deepest) };
}

export function moneyTexts(values: Iterable<readonly [string, Decimal]>): Record<string, string> {
  return Object.fromEntries(Array.from(values, ([key, value]) => [key, value.toFixed()]));
}
