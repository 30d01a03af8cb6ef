import type { Instant } from '../base/instant.ts';
import type { EventLine, LineFilter } from './eventLine.ts';

/** What the account and its strategies were worth at one moment. What nobody could value is left out. */
export interface EquityPoint {
  readonly at: Instant;
  /** By quote currency, what all wallets were worth at the mids. */
  readonly worth: Readonly<Record<string, string>>;
  /** By strategy and symbol (`maker BTC/EUR`), the profit since its beginning in the symbol's quote currency. */
  readonly profit: Readonly<Record<string, string>>;
}

/** Points that stand as far apart as `everyMs`, or further. */
export interface EquitySpan {
  readonly everyMs: number;
  /** Oldest first. */
  readonly points: readonly EquityPoint[];
}

/** The points that stand next to a time. */
export interface PointsAround {
  readonly before: EquityPoint | undefined;
  readonly after: EquityPoint | undefined;
}

/** What is kept of the past for people who look. Nothing that trades reads it. */
export interface Chronicle {
  /** Keeps all of it or nothing. Of each minute the first point stays. */
  keep(lines: readonly EventLine[], points: readonly EquityPoint[]): Promise<void>;
  /** Newest first. */
  lines(filter: LineFilter, limit: number): Promise<readonly EventLine[]>;
  /** What the account was worth from a time on and before another, in `most` points or fewer. */
  equity(from: Instant, to: Instant, most: number): Promise<EquitySpan>;
  /** For each time the newest point of that time or of before it, and the first one after it. */
  around(times: readonly Instant[]): Promise<readonly PointsAround[]>;
  /** Lets go of what is too old, and of points that stand closer than their age is worth. */
  thin(now: Instant): Promise<void>;
}
