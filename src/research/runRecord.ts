import type { TradedMarkets } from '../model/tradedMarkets.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { ShadowResult } from './shadow/shadowResult.ts';
import type { Plot } from '../model/plots.ts';
import type { RefusalCounts } from '../model/refusalCounts.ts';
import type { TradingStop } from '../model/tradingStop.ts';

/** What a snapshot can't tell is assumed to be bad, likely or good for the strategy. */
export type Band = 'pessimistic' | 'fitted' | 'optimistic';
export const BANDS: readonly Band[] = ['pessimistic', 'fitted', 'optimistic'];

/** The same for each band, in their order. */
export function byBand<T>(of: (band: Band) => T): Record<Band, T> {
  return { pessimistic: of('pessimistic'), fitted: of('fitted'), optimistic: of('optimistic') };
}

/** A backtest, as its folder and its report show it. Nothing in it depends on the machine or on when it was run. */
export interface RunRecord {
  readonly manifest: RunManifest;
  readonly bands: Readonly<Record<Band, BandRun>>;
  /** The results of the fitted model for each new draw of what nobody can know. Empty where no draws were asked for. */
  readonly draws: readonly DrawnFigures[];
  /** Strategies beside their shadows. */
  readonly shadows?: readonly ShadowResult[];
}

/** The figures of a draw by name. Null where a figure has no value. */
export type DrawnFigures = Readonly<Record<DrawnFigure, number | null>>;
export type DrawnFigure = 'profit' | 'fills' | 'max_drawdown_samples';

export interface RunManifest {
  /** The name of the configuration and the beginning of the hash of all inputs. */
  readonly id: string;
  /**
   * The sha-256 of the recorded data that was read, by symbol. `quotes` is that of the tape of conversion quotes, where there is
   * one.
   */
  readonly data: Readonly<Record<string, string>>;
  /** The sha-256 of each strategy's code, by instance. */
  readonly code: Readonly<Record<string, string>>;
  /** The sha-256 of the configuration without secrets. */
  readonly config: string;
  readonly seed: string;
  readonly latency: RunLatency;
  readonly versions: Readonly<Record<string, string>>;
  /** The times of the first and the last record that was read. */
  readonly from: Instant;
  readonly to: Instant;
  readonly snapshots: number;
  /** By symbol, the median time between two recorded books. No fill model sees anything shorter. */
  readonly pollMs: Readonly<Record<string, number>>;
  /** The currency of equity, profit and fees in the report. */
  readonly currency: string;
  readonly strategies: readonly RunStrategy[];
  readonly opening?: RunOpening | undefined;
}

/** What the account held at the beginning, exact and by currency, and where that was set. */
export interface RunOpening {
  readonly balances: Readonly<Record<string, string>>;
  readonly from: 'backtest.balances' | 'simulator.balances' | 'budgets';
}

/** How long requests took each way, in whole milliseconds. */
export interface RunLatency {
  readonly entryMs: number;
  readonly responseMs: number;
  /**
   * Present when the latency was fitted: that share of so many real requests took no longer. The number of requests is not part
   * of the run's id.
   */
  readonly fitted?: { readonly quantile: number; readonly requests: number } | undefined;
}

export interface RunStrategy extends TradedMarkets {
  readonly name: string;
  readonly use: string;
  readonly params: Readonly<Record<string, string>>;
  /** The amount is exact, as text. */
  readonly budget?: { readonly amount: string; readonly currency: string } | undefined;
  /** What its position begins with. */
  readonly opening?: { readonly amount: string; readonly price: string } | undefined;
}

/** The results of one band. */
export interface BandRun {
  readonly band: Band;
  /** In the order in which the strategy learned of them. */
  readonly fills: RunFillList;
  readonly conversions: readonly Conversion[];
  readonly equity: EquitySeries;
  /** How often risk rules refused a strategy. */
  readonly refusals: RefusalCounts;
  /** The same by strategy, symbol and rule; the symbol is empty for what is of none. */
  readonly refusedOn?: Readonly<Record<string, RefusalCounts>>;
  /** When limits stopped trading. */
  readonly halts?: readonly TradingHalt[];
  /** What strategies plotted. Empty where nobody keeps the story of the run, as in a sweep. */
  readonly plots?: readonly Plot[];
  readonly orders: { readonly placed: number; readonly replaced: number; readonly canceled: number };
  /** Fees paid, by currency. */
  readonly fees: Readonly<Record<string, Decimal>>;
  /** What a reader must know before trusting the numbers. */
  readonly warnings: readonly string[];
  /** The sha-256 of all commands, in order. */
  readonly decisions: string;
}

/** A limit that has stopped trading in part or whole: until then, or to the end of the run. */
export interface TradingHalt extends Pick<TradingStop, 'scope' | 'state' | 'cause' | 'reason' | 'until'> {
  readonly at: Instant;
}

/**
 * Fills to walk over. Each may be made only when it is reached, so that a long run keeps few of them in memory. An array will do
 * too.
 */
export interface RunFillList extends Iterable<RunFill> {
  readonly length: number;
  at(index: number): RunFill | undefined;
}

/** A fill, and what the market did afterwards. */
export interface RunFill {
  readonly fill: Fill;
  /** The mid of the last book before the fill. */
  readonly mid: Decimal | undefined;
  /** The mids 1, 10 and 60 s after it. Undefined across a gap or at the end. */
  readonly midAfter: readonly [Decimal | undefined, Decimal | undefined, Decimal | undefined];
}

/**
 * Samples at a fixed interval of market time, and one at the end. They are plain numbers in `currency`, for statistics and
 * charts; the exact sums are in the fills.
 */
export interface EquitySeries {
  readonly everyMs: number;
  readonly at: readonly Instant[];
  /** The value of everything at the mid. */
  readonly equity: readonly number[];
  /** The value of what is held in base currencies. Long positions are positive. */
  readonly exposure: readonly number[];
  /** The equity if the opening balances had only been held. */
  readonly hold: readonly number[];
  /** The mid of each symbol in its own quote currency. NaN before its first book. */
  readonly mids: Readonly<Record<string, readonly number[]>>;
}
