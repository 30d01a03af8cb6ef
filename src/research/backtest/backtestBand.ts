import type { Instant } from '../../base/instant.ts';
import { Engine } from '../../engine/engine.ts';
import type { EngineOrder, Market } from '../../engine/market.ts';
import { warmUpNeeds } from '../../engine/signals/warmUpNeeds.ts';
import { checkedOpenings } from '../../loading/checkOpening.ts';
import { ConversionQuotes } from '../../exchange/conversionQuotes.ts';
import { type FillModel, looksAhead } from '../../exchange/fillModel.ts';
import { ModelVenue } from '../../exchange/modelVenue.ts';
import { Wallets } from '../../exchange/wallets.ts';
import type { Book } from '../../model/book.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { WarmUp, WarmUpNeed } from '../../model/warmUp.ts';
import { LOOK } from '../../model/touchRows.ts';
import { type BookRows, showBook } from '../../recording/bookRows.ts';
import type { Band, BandRun } from '../runRecord.ts';
import type { BandOptions } from './backtestOptions.ts';
import { BandDecisions } from './bandDecisions.ts';
import { type BandMarkets, HEARTBEAT_MS } from './bandMarkets.ts';
import { BandReports } from './bandReports.ts';
import { DecisionLog } from './decisionLog.ts';
import type { EquitySampler } from './equitySampler.ts';
import { warningLine } from './eventLine.ts';
import { RunFills } from './runFills.ts';
import { StoryLines } from './storyLines.ts';

const { receivedAt: RECEIVED_AT, columns: LOOK_COLUMNS } = LOOK;

/** A shutdown looks at its orders so often, and has to be over within so long: as the daemon. */
const LAST_LOOKS_EVERY_MS = 200;
const STOP_WITHIN_MS = 6000;

/** What is wanted of a band beside its figures. */
export interface BandWishes {
  /** The decisions are hashed, so that runs can be compared. */
  readonly decisions?: boolean;
  /** Given the lines of the band's story: each ends with a line feed. The bytes are used again. */
  readonly story?: ((lines: Uint8Array) => void) | undefined;
  /** In the place of the band's own. */
  readonly model?: FillModel | undefined;
  /** False: fills are counted and not kept. */
  readonly keepsFills?: boolean;
  /** Whether it runs other strategies than the run itself does. Nobody is told what those lack for their warm-up. */
  readonly isApart?: boolean;
}

/**
 * One band: the engine, a venue, and what came of the two. It is told of the recorded market in order of time; see `BacktestPass`.
 * Before anything is told it takes what the venue reports by then. `market` is the number of the symbol.
 */
export class BacktestBand {
  readonly band: Band;
  readonly wallets: Wallets;
  readonly equity: number[] = [];
  readonly exposure: number[] = [];
  readonly decisions: DecisionLog | undefined;
  readonly fills: RunFills;
  readonly isApart: boolean;
  readonly #options: BandOptions;
  readonly #engine: Engine;
  readonly #venue: ModelVenue<EngineOrder>;
  readonly #markets: readonly Market[];
  readonly #pairs: readonly Pair[];
  readonly #quotes: ConversionQuotes;
  readonly #lines: StoryLines | undefined;
  readonly #decided: BandDecisions;
  readonly #reports: BandReports;

  constructor(band: Band, options: BandOptions, { pairs, mids, later }: BandMarkets, wishes: BandWishes = {}) {
    const { decisions = true, story, model = options.models[band], keepsFills = true, isApart = false } = wishes;
    const { latency, balances } = options;
    const { limits, seed } = options.engine;
    this.band = band;
    this.isApart = isApart;
    this.#options = options;
    this.decisions = decisions ? new DecisionLog() : undefined;
    this.#lines = decisions || story !== undefined ? new StoryLines(this.decisions, story) : undefined;
    this.wallets = new Wallets(balances, pairs);
    this.fills = new RunFills(pairs, mids, keepsFills);
    this.#quotes = new ConversionQuotes({
      ...options.conversion,
      tape: options.quotes ?? [],
      worth: (amount, from, to, at) => mids.worth(amount, from, to, at),
    });
    // An order that has ended keeps its place until that is told.
    const mostOrders = limits.maxOpenOrders === undefined ? undefined : 2 * limits.maxOpenOrders + 64;
    const foresight = !looksAhead(model) ? undefined : later?.map((market) => market.reader());
    this.#venue = new ModelVenue<EngineOrder>({ ...options, pairs, wallets: this.wallets, model, mostOrders, foresight, seed });
    this.#decided = new BandDecisions({
      venue: this.#venue,
      quotes: this.#quotes,
      latency,
      lines: this.#lines,
      fills: this.fills,
      symbols: pairs.map(({ symbol }) => symbol),
    });
    this.#engine = new Engine(options.engine, this.#decided);
    this.#decided.engine = this.#engine;
    this.#engine.pairs(pairs);
    this.#pairs = pairs;
    this.#markets = pairs.map(({ symbol }) => this.#engine.state.markets.get(symbol)!);
    this.#reports = new BandReports(this.#venue, this.#engine, this.#lines, this.fills, this.#decided);
  }

  /** Tells what the daemon knows before it polls. */
  start(at: Instant): void {
    const engine = this.#engine;
    engine.state.now = at;
    this.tellBalances(at);
    const { balances } = this.#options;
    for (const opening of checkedOpenings(engine.state.settings.strategies, this.#pairs, balances, at)) engine.entry(opening);
  }

  /** Sets the strategies up. Gives what they want to be warmed up with. */
  setUp(): readonly WarmUpNeed[] {
    this.#engine.setUp();
    return warmUpNeeds(this.#engine.state);
  }

  warmUp(warmUp: WarmUp): void {
    this.#engine.warmUp(warmUp);
  }

  /** By strategy: how many books of its symbol had come when it first decided something. */
  get firstDecisions(): ReadonlyMap<string, number> {
    return this.#decided.first;
  }

  /** Why a strategy has thrown, the first that has. */
  get stopped(): string | undefined {
    return this.#decided.stopped;
  }

  /** Which limit has stopped trading for good, since nobody lifts it here. */
  get limited(): string | undefined {
    return this.#decided.limited;
  }

  /** Nothing is reported before then. */
  get nextAt(): Instant {
    return this.#venue.nextAt;
  }

  /** Takes all that is reported by then. */
  advance(to: Instant): void {
    const venue = this.#venue;
    while (venue.nextAt <= to && venue.take(to)) this.#reports.tell();
  }

  book(market: number, book: Book): void {
    const at = book.receivedAt;
    if (this.#venue.nextAt <= at) this.advance(at);
    this.#venue.book(market, book);
    this.#decided.books[market]!++;
    if (this.#venue.nextAt <= at) this.#settled(market, book);
    this.#engine.state.now = at;
    this.#engine.book(this.#markets[market]!, book);
  }

  /** A look has settled what happened before it. Who hears of that knows the look too, which comes at the same time. */
  #settled(market: number, book: Book): void {
    this.#markets[market]!.show(book);
    this.advance(book.receivedAt);
  }

  /**
   * Books of the only symbol, one after the other, of which nothing is to be said. The heartbeats up to the last of them, from
   * `tickAt` on, are the band's to give itself.
   */
  books({ books, book, from, to }: BookRows, tickAt: Instant): void {
    const { looks } = books;
    const venue = this.#venue;
    const engine = this.#engine;
    const { state } = engine;
    const market = this.#markets[0]!;
    let nextTickAt = tickAt;
    for (let row = from; row < to; row++) {
      const at = looks[row * LOOK_COLUMNS + RECEIVED_AT]!;
      for (; nextTickAt <= at; nextTickAt += HEARTBEAT_MS) {
        if (venue.nextAt <= nextTickAt) this.advance(nextTickAt);
        if (!engine.heedsTimer) continue;
        state.now = nextTickAt;
        engine.timer();
      }
      if (venue.nextAt <= at) this.advance(at);
      showBook(books, row, book);
      venue.book(0, book);
      this.#decided.books[0]!++;
      if (venue.nextAt <= at) this.#settled(0, book);
      state.now = at;
      engine.book(market, book);
    }
  }

  gap(market: number, from: Instant): void {
    this.advance(from);
    this.#venue.gap(market, from);
  }

  warning(warning: MarketWarning, at: Instant): void {
    this.advance(at);
    const { state } = this.#engine;
    state.now = at;
    if (this.#lines?.isStory === true) this.#lines.text(warningLine(at, warning));
    const market = state.markets.get(warning.symbol);
    if (market !== undefined) this.#engine.warning(market, warning);
  }

  statistics(market: number, row: PairStatistics, at: Instant, lotsPerMs: number): void {
    this.advance(at);
    this.#engine.state.now = at;
    this.#venue.volume(market, at, lotsPerMs);
    this.#venue.touch(market, at, row);
    this.#engine.statistics(this.#markets[market]!, row);
  }

  tellBalances(at: Instant): void {
    this.advance(at);
    const { state } = this.#engine;
    const { balances } = state;
    state.now = at;
    const purses = this.wallets.all.map(({ currency, total, held }) => {
      const purse = balances.purse(currency);
      purse.total.set(total);
      purse.held.set(held);
      return purse;
    });
    balances.toldAll(purses, at, (currency) => this.#engine.orders.neededByMarketBuys(currency, undefined));
  }

  /** The heartbeat. */
  timer(at: Instant): void {
    this.advance(at);
    this.#engine.state.now = at;
    this.#engine.timer();
  }

  /** Finds out what the market did after the fills. */
  resolve(at: Instant): void {
    this.fills.resolve(at);
  }

  /** Stops as the daemon does: cancels what rests if it is to, and looks at the own orders until nothing is left of them. */
  stop(at: Instant): void {
    const { onStop } = this.#options;
    this.advance(at);
    this.#engine.state.now = at;
    this.#engine.trading.shutdown(onStop, undefined);
    for (let now = at; now <= at + STOP_WITHIN_MS; now += LAST_LOOKS_EVERY_MS) {
      this.timer(now);
      if (onStop === 'keep' || this.#venue.live === 0) break;
      this.#venue.standStill(now);
    }
    if (this.#venue.live > 0) this.#decided.warn(`open orders at the end: ${this.#venue.live}`);
    this.fills.resolve(at, true);
  }

  result(equity: EquitySampler, shared: readonly string[]): BandRun {
    const { madeUp, taped } = this.#quotes;
    const { spreadBps } = this.#options.conversion;
    if (madeUp > 0) this.#decided.warn(`conversion quotes made up, the mid less ${spreadBps} bps: ${madeUp} of ${madeUp + taped}`);
    for (const { currency, total } of this.wallets.all) {
      if (total.near < 0) this.#decided.warn(`${currency} ended below zero: a market order cost more than the book had shown`);
    }
    this.#lines?.flush();
    return {
      band: this.band,
      fills: this.fills,
      conversions: this.#reports.conversions,
      equity: equity.seriesOf(this),
      refusals: this.#engine.refusals.counts,
      refusedOn: this.#engine.refusals.countsByMarket,
      halts: this.#decided.halts,
      plots: this.#decided.plots.all(),
      orders: this.#decided.commands,
      fees: Object.fromEntries(this.wallets.all.flatMap(({ currency, fees }) => (fees === undefined ? [] : [[currency, fees.decimal]]))),
      warnings: [...shared, ...this.#decided.warnings],
      decisions: this.decisions?.digest ?? '',
    };
  }
}
