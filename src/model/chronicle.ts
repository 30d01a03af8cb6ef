import type { Instant } from '../base/instant.ts';
import type { EventLine, LineFilter } from './eventLine.ts';
import type { Extremes } from './extremes.ts';

/** What the account and its strategies were worth at one moment. What nobody could value is left out. */
export interface EquityPoint {
  readonly at: Instant;
  /** By quote currency, what all wallets were worth at the mids. */
  readonly worth: Readonly<Record<string, string>>;
  /** By strategy and symbol (`maker BTC/EUR`), the profit since its beginning in the symbol's quote currency. */
  readonly profit: Readonly<Record<string, string>>;
}

/** A stretch of time: what was seen first in it, and how far what the wallets were worth went up and down until the next one. */
export interface EquityStep extends EquityPoint {
  /** By quote currency, those of all that was seen in it. */
  readonly extremes: Readonly<Record<string, Extremes>>;
}

/** Steps that begin as far apart as `everyMs`, or further. */
export interface EquitySpan {
  readonly everyMs: number;
  /** Oldest first. None reaches into the next one. */
  readonly steps: readonly EquityStep[];
}

/** The points that stand next to a time. */
export interface PointsAround {
  readonly before: EquityPoint | undefined;
  readonly after: EquityPoint | undefined;
}

/** What is kept of the past for people who look. Nothing that trades reads it. */
export interface Chronicle {
  /** Keeps all of it or nothing. A step takes the place of the one that began at the same time: what it was before it went on. */
  keep(lines: readonly EventLine[], steps: readonly EquityStep[]): Promise<void>;
  /** Newest first. */
  lines(filter: LineFilter, limit: number): Promise<readonly EventLine[]>;
  /** What the account was worth, in `most` steps or fewer, of those that begin from a time on and before another. */
  equity(from: Instant, to: Instant, most: number): Promise<EquitySpan>;
  /** For each time the newest point of that time or of before it, and the first one after it. */
  around(times: readonly Instant[]): Promise<readonly PointsAround[]>;
  /** Lets go of what is too old, and joins steps that begin closer together than their age is worth. */
  thin(now: Instant): Promise<void>;
}
