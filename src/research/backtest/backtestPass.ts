import type { Instant } from '../../base/instant.ts';
import { TradedVolume } from '../../exchange/tradedVolume.ts';
import { BookGuard, GOOD, guardLimitsFor } from '../../market/bookGuard.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { Book } from '../../model/book.ts';
import { showBook } from '../../recording/bookRows.ts';
import { BOOK, END, GAP, type MarketGap } from '../../recording/marketCursor.ts';
import type { BandRun } from '../runRecord.ts';
import type { BacktestBand } from './backtestBand.ts';
import type { BacktestListener, BacktestOptions } from './backtestOptions.ts';
import { EquitySampler } from './equitySampler.ts';
import { GapTimes } from './gapTimes.ts';
import { LaterMids } from './laterMids.ts';
import { MarketMerge, type MarketWalk } from './marketMerge.ts';
import { Mids } from '../../exchange/mids.ts';
import { type BandMarkets, HEARTBEAT_MS, heartbeatAfter } from './bandMarkets.ts';
import { PollTimes } from './pollTimes.ts';
import { passWarnings } from './passWarnings.ts';
import { hasRows, SoleMarket } from './soleMarket.ts';
import { COLD, warmUpBands, type Warmth } from './warmUpBands.ts';

/** How often it is found out what the market did after the fills. */
const RESOLVE_EVERY_MS = 10_000;
const PROGRESS_EVERY = 1 << 13;
/** Records that are gone through in one piece. */
const A_PIECE = 64;

/** What a pass over the data came to. */
export interface PassResult {
  readonly from: Instant;
  readonly to: Instant;
  readonly snapshots: number;
  readonly pollMs: Readonly<Record<string, number>>;
  readonly bands: readonly BacktestBand[];
  /** sha-256 of what the strategies' signals were warmed up with, if they were. */
  readonly warmedWith: string | undefined;
  /** One for each band. */
  readonly runs: readonly BandRun[];
}

/**
 * One pass over the recorded market, all bands at once: a plain loop, in which the market's records, a heartbeat each second and
 * what the venue reports are told to each band's engine in order of time. At one time reports come first, then the heartbeat, then
 * the market.
 */
export class BacktestPass {
  readonly #options: BacktestOptions;
  readonly #listener: BacktestListener;
  readonly #merge: MarketWalk;
  readonly #mids: Mids;
  readonly #later: readonly LaterMids[];
  readonly #bands: readonly BacktestBand[];
  readonly #guards: readonly BookGuard[];
  readonly #volumes: readonly TradedVolume[];
  readonly #equity: EquitySampler;
  readonly #polls: PollTimes;
  readonly #gaps = new GapTimes();
  #warmth: Warmth = COLD;
  #snapshots = 0;
  #isValued = false;
  #tickAt: Instant = 0;
  /** Up to here all is to be dealt with. A field, since an argument would be boxed for every book. */
  #until: Instant = 0;
  #balancesAt: Instant = 0;
  #resolveAt: Instant = 0;
  #from: Instant = 0;
  #to: Instant = 0;

  /** The bands are made once the market's pairs are known. */
  constructor(
    options: BacktestOptions,
    bandsOf: (markets: BandMarkets) => readonly BacktestBand[],
    listener: BacktestListener = {},
    merge: MarketWalk = walkOf(options),
  ) {
    this.#options = options;
    this.#listener = listener;
    this.#merge = merge;
    const { pairs } = merge;
    const { balances, equityEveryMs: everyMs, currency, poll, range, latency } = options;
    this.#mids = new Mids(pairs, latency.responseMs);
    this.#later = options.markets.map((market) => new LaterMids({ market, range, booksMs: poll.booksMs }));
    this.#bands = bandsOf({ pairs, mids: this.#mids, later: this.#later });
    const guard = guardLimitsFor(poll.booksMs);
    this.#guards = pairs.map(({ symbol }) => new BookGuard(symbol, guard));
    this.#volumes = pairs.map(({ grid }) => new TradedVolume(grid));
    this.#equity = new EquitySampler({ everyMs, currency, opening: balances, pairs, mids: this.#mids });
    this.#polls = new PollTimes(pairs.map(({ symbol }) => symbol));
  }

  /** Undefined when nothing is recorded in the range. */
  run(): PassResult | undefined {
    const pieces = this.pieces();
    for (;;) {
      const { done, value } = pieces.next();
      if (done === true) return value;
    }
  }

  /** The same, a few records at a time: between them others can have a turn, and whoever stops early ends it. */
  *pieces(): Generator<void, PassResult | undefined> {
    const merge = this.#merge;
    try {
      if (merge.next() === END) return undefined;
      const from = Math.max(merge.at, this.#options.range?.from ?? -Infinity);
      this.#start(from);
      while (this.#records()) yield;
      if (merge.at > this.#to) this.#to = merge.at;
      this.#end();
      const { staleAfterMs } = this.#options.engine.limits;
      const pollMs = this.#polls.medians;
      const troubles = passWarnings({ gaps: this.#gaps.totals, pollMs, staleAfterMs, equity: this.#equity });
      const runs = this.#bands.map((band) => band.result(this.#equity, [...this.#warmth.missing, ...troubles]));
      const [to, snapshots, bands] = [this.#to, this.#snapshots, this.#bands];
      return { from, to, snapshots, pollMs, bands, runs, warmedWith: this.#warmth.hash };
    } finally {
      for (const each of [merge, ...this.#later]) each.close();
    }
  }

  /** The records of a piece. False at the end of the market. */
  #records(): boolean {
    const merge = this.#merge;
    for (let left = A_PIECE; left > 0; left--) {
      const { type } = merge;
      this.#until = merge.at;
      if (this.#until >= this.#tickAt || this.#until >= this.#equity.nextAt) this.#ticks();
      if (type === BOOK) this.#book(merge.market, merge.book);
      else if (type === GAP) this.#gap(merge.gap!);
      else this.#statistics();
      this.#books();
      this.#until = merge.overwritesAt;
      if (this.#until !== -Infinity) this.#advance();
      if (merge.next() === END) return false;
    }
    return true;
  }

  #start(at: Instant): void {
    this.#from = at;
    this.#to = at;
    this.#tickAt = heartbeatAfter(at);
    this.#balancesAt = at + this.#options.poll.balancesMs;
    this.#resolveAt = at + RESOLVE_EVERY_MS;
    for (const band of this.#bands) band.start(at);
    this.#warmth = warmUpBands(this.#bands, this.#merge.pairs, at, this.#options.past);
  }

  /** Deals with all that happens before a book is overwritten. */
  #advance(): void {
    const until = this.#until;
    if (until >= this.#tickAt || until >= this.#equity.nextAt) this.#ticks();
    const bands = this.#bands;
    for (let i = 0; i < bands.length; i++) {
      const band = bands[i]!;
      if (band.nextAt <= until) band.advance(until);
    }
  }

  #book(market: number, book: Book): void {
    this.#polls.add(market, book);
    const verdict = this.#guards[market]!.accept(book);
    const snapshots = ++this.#snapshots;
    if (verdict !== GOOD) {
      const at = book.receivedAt;
      // Who is warned still sees the book before, and so does who is answered at once.
      this.#merge.withhold();
      this.#warn(verdict.warnings, at);
      if (!verdict.deliver) return;
      for (const band of this.#bands) band.advance(at);
      this.#merge.unveil();
    }
    this.#mids.show(market, book);
    const bands = this.#bands;
    if (!this.#isValued) this.#value();
    for (let i = 0; i < bands.length; i++) bands[i]!.book(market, book);
    if (snapshots % PROGRESS_EVERY === 0) this.#listener.progress?.(this.#done(book.receivedAt), snapshots);
  }

  /** The books that come next, as long as nothing is to be said of them and the next heartbeat that is ours too is not due. */
  #books(): void {
    const merge = this.#merge;
    const { rows } = merge;
    if (rows === undefined || rows.from === rows.to || !this.#isValued) return;
    const { books, from } = rows;
    const until = Math.min(merge.rowsEndAt!, this.#balancesAt, this.#resolveAt, this.#equity.nextAt);
    const to = this.#guards[0]!.acceptRows(books, from, rows.to, merge.at, until);
    if (to === from) return;
    rows.to = to;
    this.#polls.addRows(0, books, from, to);
    this.#mids.showRows(0, books, from, to);
    const bands = this.#bands;
    const { book } = rows;
    const { receivedAt } = book;
    for (let i = 0; i < bands.length; i++) {
      // The band before has shown them all: what this one is told of first comes before the first of them.
      if (i > 0 && from > 0) {
        showBook(books, from - 1, book);
        book.receivedAt = receivedAt;
      }
      bands[i]!.books(rows, this.#tickAt);
    }
    merge.skipTo!(to);
    const { at } = merge;
    if (at >= this.#tickAt) this.#tickAt = heartbeatAfter(at);
    const before = this.#snapshots;
    this.#snapshots += to - from;
    if (Math.floor(before / PROGRESS_EVERY) !== Math.floor(this.#snapshots / PROGRESS_EVERY)) {
      this.#listener.progress?.(this.#done(at), this.#snapshots);
    }
  }

  #value(): void {
    if (!this.#equity.isValued) return;
    this.#isValued = true;
    this.#equity.begin(this.#merge.at, this.#bands);
  }

  /** The daemon would have noticed polls that fail; that nothing was recorded comes to the same. */
  #gap(gap: MarketGap): void {
    const { from, to, reason, detail } = gap;
    const { market, at } = this.#merge;
    this.#gaps.add(gap, this.#from);
    this.#polls.gap(market);
    this.#mids.gap(market, from);
    for (const band of this.#bands) band.gap(market, at);
    this.#warn(this.#guards[market]!.pollFailed(`${reason}: ${detail}`, at), at);
    if (to > this.#to) this.#to = to;
  }

  #statistics(): void {
    const { market, at, statistics } = this.#merge;
    const volume = this.#volumes[market]!;
    volume.read(statistics!, at);
    for (const band of this.#bands) band.statistics(market, statistics!, at, volume.lotsPerMs);
  }

  /** The seconds up to and with `#until`, and the samples of the equity between them. */
  #ticks(): void {
    for (; this.#tickAt <= this.#until; this.#tickAt += HEARTBEAT_MS) {
      const at = this.#tickAt;
      this.#samples(at - 1);
      for (let i = 0; i < this.#guards.length; i++) {
        const warnings = this.#guards[i]!.check(at);
        if (warnings.length > 0) this.#warn(warnings, at);
      }
      const isBalances = at >= this.#balancesAt;
      if (isBalances) this.#balancesAt += this.#options.poll.balancesMs;
      for (let i = 0; i < this.#bands.length; i++) {
        const band = this.#bands[i]!;
        if (isBalances) band.tellBalances(at);
        band.timer(at);
      }
      if (this.#equity.nextAt <= at) this.#equity.sample(at, this.#bands);
      if (at < this.#resolveAt) continue;
      this.#resolveAt += RESOLVE_EVERY_MS;
      for (const band of this.#bands) band.resolve(at);
    }
    this.#samples(this.#until);
  }

  /** Each of what is known at its time. One that falls on a heartbeat is taken after it. */
  #samples(until: Instant): void {
    for (let at = this.#equity.nextAt; at <= until; at = this.#equity.nextAt) {
      for (const band of this.#bands) band.advance(at);
      this.#equity.sample(at, this.#bands);
    }
  }

  #warn(warnings: readonly MarketWarning[], at: Instant): void {
    for (const warning of warnings) for (const band of this.#bands) band.warning(warning, at);
  }

  #end(): void {
    for (const band of this.#bands) band.stop(this.#to);
    this.#equity.end(this.#to, this.#bands);
    this.#listener.progress?.(1, this.#snapshots);
  }

  #done(at: Instant): number {
    const { markets, range = {} } = this.#options;
    const ends = markets.map(({ span }) => span?.to ?? -Infinity);
    const length = Math.min(range.to ?? Infinity, Math.max(...ends)) - this.#from;
    return length > 0 ? Math.min(1, (at - this.#from) / length) : 0;
  }
}

/** Where the only symbol is in memory, its books need not be copied, unless one that is passed over could come between two that are shown. */
function walkOf({ markets, range }: BacktestOptions): MarketWalk {
  const cursors = markets.map((market) => market.open());
  const [cursor] = cursors;
  const mayPassOver = range?.from !== undefined && cursor!.goesBack === true;
  return cursors.length === 1 && hasRows(cursor!) && !mayPassOver ? new SoleMarket(cursor, range) : new MarketMerge(cursors, range);
}
