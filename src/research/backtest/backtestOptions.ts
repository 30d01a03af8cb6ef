import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { EngineSettings } from '../../engine/engineState.ts';
import type { FeeRates } from '../../exchange/fees.ts';
import type { FillModel } from '../../exchange/fillModel.ts';
import type { RequestRate } from '../../exchange/requestBudget.ts';
import type { MarketCursor } from '../../recording/marketCursor.ts';
import type { ShadowContest } from '../shadow/shadowContest.ts';
import type { OpenPast } from '../../recording/warmingUp.ts';
import type { Band, RunLatency, RunManifest } from '../runRecord.ts';
import type { ConversionSettings, TapeQuote } from '../../exchange/conversionQuotes.ts';

/** The recorded market of one symbol. */
export interface BacktestMarket {
  readonly symbol: string;
  /** sha-256 of what is recorded, whatever the cursor will read of it. */
  readonly hash: string;
  /** First and last record, as far as they are known: for the progress. */
  readonly span?: TimeRange | undefined;
  /** How many books are in it, where that is known. */
  readonly books?: number | undefined;
  /** A walk from the beginning, or from `from` at the latest; each pass over the data opens its own. */
  open(from?: Instant): MarketCursor;
}

/** Records with `from <= at < to`. */
export interface TimeRange {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** All that a backtest depends on. The same options give the same run. */
export interface BacktestOptions {
  readonly engine: EngineSettings;
  /** In the order in which books of the same millisecond are shown. */
  readonly markets: readonly BacktestMarket[];
  readonly range?: TimeRange | undefined;
  /** What is recorded before the range: strategies' signals are warmed up with it. Without it, they begin with the range. */
  readonly past?: OpenPast | undefined;
  /** Opening balances by currency. */
  readonly balances: Readonly<Record<string, Decimal>>;
  readonly fees: FeeRates;
  readonly latency: RunLatency;
  /** As the daemon polls: books, own orders and executions, and balances. */
  readonly poll: { readonly booksMs: number; readonly ordersMs: number; readonly balancesMs: number };
  /** What the rate budget leaves for orders; without it every request leaves at once. */
  readonly rate?: RequestRate | undefined;
  readonly models: Readonly<Record<Band, FillModel>>;
  /** How often the fitted model is run with what nobody can know drawn anew. Default 0. */
  readonly draws?: number | undefined;
  /** Strategies that are compared with their shadows, beside the run and without a part in it. */
  readonly contests?: readonly ShadowContest[] | undefined;
  readonly conversion: ConversionSettings;
  /** Quotes that were recorded, oldest first. */
  readonly quotes?: readonly TapeQuote[] | undefined;
  readonly equityEveryMs: number;
  /** In which equity is valued. */
  readonly currency: string;
  readonly onStop: 'cancel' | 'keep';
  /** What the manifest says of the inputs beside the data. */
  readonly about: Pick<RunManifest, 'code' | 'config' | 'seed' | 'versions' | 'strategies' | 'opening'> & {
    /** Name of the configuration: the run's id begins with it. */
    readonly name: string;
  };
}

/** What one band depends on. */
export type BandOptions = Omit<
  BacktestOptions,
  'markets' | 'range' | 'past' | 'draws' | 'contests' | 'equityEveryMs' | 'currency' | 'about'
>;

/** Where the story of a run goes while it is made. */
export interface BacktestListener {
  /** One line of JSON for each decision, report and notice; they come in batches. */
  event?(band: Band, line: string): void;
  /** The same as bytes, each line with a line feed; they are used again. In the place of `event`. */
  story?(band: Band, lines: Uint8Array): void;
  /** After every few thousand books: how much of the whole is done, from 0 to 1, as far as that is known. */
  progress?(done: number, snapshots: number): void;
}
