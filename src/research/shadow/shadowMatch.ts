import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { Mids } from '../../exchange/mids.ts';
import { TradedVolume } from '../../exchange/tradedVolume.ts';
import { type Book, createBook, MAX_DEPTH } from '../../model/book.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { BacktestBand } from '../backtest/backtestBand.ts';
import type { BandOptions } from '../backtest/backtestOptions.ts';
import { warmUpBands } from '../backtest/warmUpBands.ts';
import type { OpenPast } from '../../recording/warmingUp.ts';
import { headOf, showMessage } from './bookMessage.ts';
import { BLOCK_MS, type ShadowBlock } from './compareBlocks.ts';
import { both, type Contender, CONTENDERS, type ShadowContest } from './shadowContest.ts';

export interface ShadowMatchOptions {
  readonly contest: ShadowContest;
  readonly world: Omit<BandOptions, 'engine'>;
  /** The pairs that are polled. A market is known by its number here. */
  readonly pairs: readonly Pair[];
  readonly past: OpenPast | undefined;
  /** In which profits are told. */
  readonly currency: string;
  /** A block of time is over. */
  readonly onBlock: (block: ShadowBlock) => void;
}

/**
 * A strategy and its shadow on the market as it comes, each alone in the fill model of the backtest. Nothing here can send anything:
 * there is no client. Times only grow, whatever is done to a clock.
 */
export class ShadowMatch {
  readonly #options: ShadowMatchOptions;
  readonly #mids: Mids;
  readonly #volumes: readonly TradedVolume[];
  readonly #books: readonly Book[];
  readonly #bands: Readonly<Record<Contender, BacktestBand>>;
  #now: Instant;
  #balancesAt: Instant;
  #isValued = false;
  /** Where the block that is under way began, and what had been earned there. */
  #from: { readonly at: Instant; readonly profit: Readonly<Record<Contender, number>> } | undefined;

  constructor(options: ShadowMatchOptions, at: Instant) {
    const { contest, world, pairs, past } = options;
    this.#options = options;
    this.#now = at;
    this.#balancesAt = at + world.poll.balancesMs;
    this.#mids = new Mids(pairs, world.latency.responseMs);
    this.#volumes = pairs.map(({ grid }) => new TradedVolume(grid));
    this.#books = pairs.map(({ symbol, grid }) => createBook(symbol, grid, MAX_DEPTH, true));
    const markets = { pairs, mids: this.#mids };
    const wishes = { decisions: false, keepsFills: false, isApart: true } as const;
    this.#bands = both((who) => new BacktestBand('fitted', { ...world, engine: contest.engines[who] }, markets, wishes));
    for (const who of CONTENDERS) this.#bands[who].start(at);
    warmUpBands(Object.values(this.#bands), pairs, at, past);
  }

  /** A book as `bookMessage`. What is reported before it is dealt with first, by who still sees the book before. */
  book(message: Float64Array): void {
    const { market, receivedAt } = headOf(message);
    const book = this.#books[market]!;
    const at = this.#tick(receivedAt);
    for (const who of CONTENDERS) this.#bands[who].advance(at);
    showMessage(message, book);
    book.receivedAt = at;
    this.#mids.show(market, book);
    if (!this.#isValued && this.#mids.areKnown) this.#begin();
    for (const who of CONTENDERS) this.#bands[who].book(market, book);
  }

  statistics(market: number, row: PairStatistics, at: Instant): void {
    const now = this.#tick(at);
    const volume = this.#volumes[market]!;
    volume.read(row, now);
    for (const who of CONTENDERS) this.#bands[who].statistics(market, row, now, volume.lotsPerMs);
  }

  warning(market: number, warning: MarketWarning, at: Instant): void {
    const now = this.#tick(at);
    if (warning.kind === 'poll-failed') {
      this.#mids.gap(market, now);
      for (const who of CONTENDERS) this.#bands[who].gap(market, now);
    }
    for (const who of CONTENDERS) this.#bands[who].warning(warning, now);
  }

  /** The heartbeat: balances are told, and blocks end with it. */
  timer(at: Instant): void {
    const now = this.#tick(at);
    const isBalances = now >= this.#balancesAt;
    if (isBalances) this.#balancesAt += this.#options.world.poll.balancesMs;
    for (const who of CONTENDERS) {
      if (isBalances) this.#bands[who].tellBalances(now);
      this.#bands[who].timer(now);
    }
    this.#endBlock(now);
  }

  get profit(): Readonly<Record<Contender, number>> {
    return both((who) => this.#profitOf(this.#bands[who]));
  }

  get fills(): Readonly<Record<Contender, number>> {
    return both((who) => this.#bands[who].fills.length);
  }

  /** Why one of the two runs no more. From then on no block counts. */
  get stopped(): Readonly<Record<Contender, string | undefined>> {
    return both((who) => this.#bands[who].stopped);
  }

  /** Which limit has stopped one of the two: it earns nothing from then on, and its hours go on counting. */
  get limited(): Readonly<Record<Contender, string | undefined>> {
    return both((who) => this.#bands[who].limited);
  }

  #begin(): void {
    this.#isValued = true;
    this.#from = { at: this.#now, profit: this.profit };
  }

  /** With the first heartbeat of an hour the one before is over. One of which less than half was seen, or that went on unseen, does not count. */
  #endBlock(now: Instant): void {
    const from = this.#from;
    if (from === undefined || Math.floor(now / BLOCK_MS) === Math.floor(from.at / BLOCK_MS)) return;
    const profit = this.profit;
    this.#from = { at: now, profit };
    const ms = now - from.at;
    const change = both((who) => profit[who] - from.profit[who]);
    if (ms < BLOCK_MS / 2 || ms > 1.5 * BLOCK_MS || !CONTENDERS.every((who) => Number.isFinite(change[who]))) return;
    if (CONTENDERS.every((who) => this.#bands[who].stopped === undefined)) this.#options.onBlock({ from: from.at, to: now, ...change });
  }

  /** What all is worth less what was there at the beginning, at the same mids. */
  #profitOf({ wallets }: BacktestBand): number {
    const { world, currency } = this.#options;
    let profit = 0.0;
    for (const wallet of wallets.all) {
      const change = wallet.plain - openingOf(world.balances, wallet.currency);
      if (change !== 0) profit += change * this.#mids.rate(wallet.currency, currency);
    }
    return profit;
  }

  #tick(at: Instant): Instant {
    this.#now = Math.max(this.#now, at);
    return this.#now;
  }
}

function openingOf(balances: Readonly<Record<string, Decimal>>, currency: string): number {
  return balances[currency]?.toNumber() ?? 0;
}
