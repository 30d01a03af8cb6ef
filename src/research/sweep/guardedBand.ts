import { messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { Book } from '../../model/book.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { BookRows } from '../../recording/bookRows.ts';
import type { BandEquity, EquitySampler } from '../backtest/equitySampler.ts';
import type { PassBand } from '../backtest/passBand.ts';
import { LeaveLane } from '../fastLane/leaveLane.ts';
import type { BandRun } from '../runRecord.ts';

/** A band among many of one pass: when it throws it falls silent, and the pass goes on without it. */
export class GuardedBand implements PassBand {
  readonly equity: number[] = [];
  readonly exposure: number[] = [];
  /** Why it has no result. */
  left: string | undefined;
  /** Its result at the end. */
  run: BandRun | undefined;
  #band: PassBand | undefined;

  constructor(make: () => PassBand) {
    this.#guard(() => (this.#band = make()));
  }

  get wallets(): BandEquity['wallets'] {
    return this.#band?.wallets ?? NOTHING;
  }

  start(at: Instant): void {
    this.#guard(() => this.#band?.start(at));
  }

  get nextAt(): Instant {
    return this.#band?.nextAt ?? Infinity;
  }

  advance(to: Instant): void {
    try {
      this.#band?.advance(to);
    } catch (error) {
      this.#leave(error);
    }
  }

  book(market: number, book: Book): void {
    try {
      this.#band?.book(market, book);
    } catch (error) {
      this.#leave(error);
    }
  }

  books(rows: BookRows, tickAt: Instant): void {
    try {
      this.#band?.books!(rows, tickAt);
    } catch (error) {
      this.#leave(error);
    }
  }

  gap(market: number, from: Instant): void {
    this.#guard(() => this.#band?.gap(market, from));
  }

  warning(warning: MarketWarning, at: Instant): void {
    this.#guard(() => this.#band?.warning(warning, at));
  }

  statistics(market: number, row: PairStatistics, at: Instant, lotsPerMs: number): void {
    this.#guard(() => this.#band?.statistics(market, row, at, lotsPerMs));
  }

  tellBalances(at: Instant): void {
    this.#guard(() => this.#band?.tellBalances(at));
  }

  timer(at: Instant): void {
    this.#guard(() => this.#band?.timer(at));
  }

  resolve(at: Instant): void {
    this.#guard(() => this.#band?.resolve(at));
  }

  stop(at: Instant): void {
    this.#guard(() => this.#band?.stop(at));
  }

  /** What is given back for a silent band is empty, and to be ignored: look at `run`. */
  result(equity: EquitySampler, shared: readonly string[]): BandRun {
    this.#guard(() => {
      const run = this.#band?.result(equity, shared);
      // The samples were taken through this guard.
      this.run = run && { ...run, equity: equity.seriesOf(this) };
    });
    return this.run ?? { ...EMPTY, equity: equity.seriesOf(this) };
  }

  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#leave(error);
    }
  }

  #leave(error: unknown): void {
    this.#band = undefined;
    // What a strategy throws is told by the engine, which goes on without it.
    this.left = error instanceof LeaveLane ? error.message : `the strategy threw: ${messageOf(error)}`;
  }
}

const NOTHING: BandEquity['wallets'] = { currencies: [], total: () => 0n };

const EMPTY: Omit<BandRun, 'equity'> = {
  band: 'fitted',
  fills: [],
  conversions: [],
  refusals: {},
  orders: { placed: 0, replaced: 0, canceled: 0 },
  fees: {},
  warnings: [],
  decisions: '',
};
