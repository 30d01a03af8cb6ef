import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { RefusalCounts } from '../model/refusalCounts.ts';

/** What a snapshot can't tell is taken the bad way, the likely way, and the good way. */
export type Band = 'pessimistic' | 'fitted' | 'optimistic';
export const BANDS: readonly Band[] = ['pessimistic', 'fitted', 'optimistic'];

/** A backtest, as its folder and its report show it. Nothing in it depends on the machine or on when it was run. */
export interface RunRecord {
  readonly manifest: RunManifest;
  readonly bands: Readonly<Record<Band, BandRun>>;
}

export interface RunManifest {
  /** Name of the configuration and the beginning of the hash of all that went in. */
  readonly id: string;
  /** sha-256 of the recorded data that was read, by symbol; `quotes` is that of the tape of conversion quotes, where there is one. */
  readonly data: Readonly<Record<string, string>>;
  /** sha-256 of each strategy's code, by instance. */
  readonly code: Readonly<Record<string, string>>;
  /** sha-256 of the configuration, secrets left out. */
  readonly config: string;
  readonly seed: string;
  readonly latency: RunLatency;
  readonly versions: Readonly<Record<string, string>>;
  /** First and last record that was read. */
  readonly from: Instant;
  readonly to: Instant;
  readonly snapshots: number;
  /** Median time between two recorded books, by symbol: what no fill model sees below. */
  readonly pollMs: Readonly<Record<string, number>>;
  /** Currency of equity, profit and fees in the report. */
  readonly currency: string;
  readonly strategies: readonly RunStrategy[];
  readonly opening?: RunOpening | undefined;
}

/** What the account held at the beginning, exact, by currency, and what said so. */
export interface RunOpening {
  readonly balances: Readonly<Record<string, string>>;
  readonly from: 'backtest.balances' | 'simulator.balances' | 'budgets';
}

/** How long requests took, each way, in whole milliseconds. */
export interface RunLatency {
  readonly entryMs: number;
  readonly responseMs: number;
  /** What it was fitted to, where it was: a share of so many real requests took no longer. The count is no part of the run's id. */
  readonly fitted?: { readonly quantile: number; readonly requests: number } | undefined;
}

export interface RunStrategy {
  readonly name: string;
  readonly use: string;
  readonly symbol: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What one band came to. */
export interface BandRun {
  readonly band: Band;
  /** In the order in which they were heard of. */
  readonly fills: RunFillList;
  readonly conversions: readonly Conversion[];
  readonly equity: EquitySeries;
  /** How often a strategy was refused by a risk rule. */
  readonly refusals: RefusalCounts;
  readonly orders: { readonly placed: number; readonly replaced: number; readonly canceled: number };
  /** Fees paid, by currency. */
  readonly fees: Readonly<Record<string, Decimal>>;
  /** What a reader must know before believing the numbers. */
  readonly warnings: readonly string[];
  /** sha-256 over every command, in order. */
  readonly decisions: string;
}

/**
 * Fills, to be walked: each may be made only when it is looked at, so that a long run holds no more of them than the walk does. An
 * array is one, too.
 */
export interface RunFillList extends Iterable<RunFill> {
  readonly length: number;
  at(index: number): RunFill | undefined;
}

/** A fill and what the market did afterwards. */
export interface RunFill {
  readonly fill: Fill;
  /** The mid of the last book before the fill. */
  readonly mid: Decimal | undefined;
  /** The mids 1, 10 and 60 s after it; undefined across a gap or at the end. */
  readonly midAfter: readonly [Decimal | undefined, Decimal | undefined, Decimal | undefined];
}

/**
 * Samples at a fixed spacing of market time, and one at the end. Plain numbers in `currency`: they are for statistics and
 * charts; the exact sums stand in the fills.
 */
export interface EquitySeries {
  readonly everyMs: number;
  readonly at: readonly Instant[];
  /** Everything valued at the mid. */
  readonly equity: readonly number[];
  /** Value of what is held in base currencies: long is positive. */
  readonly exposure: readonly number[];
  /** Equity if the opening balances had only been held. */
  readonly hold: readonly number[];
  /** The mid of each symbol in its own quote currency, NaN before its first book. */
  readonly mids: Readonly<Record<string, readonly number[]>>;
}
