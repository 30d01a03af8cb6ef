import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type Units, unitsOf } from '../../exchange/units.ts';
import type { Book } from '../../model/book.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import { LOOK } from '../../model/touchRows.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { type BookRows, showBook } from '../../recording/bookRows.ts';
import type { BacktestOptions } from '../backtest/backtestOptions.ts';
import type { EquitySampler } from '../backtest/equitySampler.ts';
import { type BandMarkets, HEARTBEAT_MS, type PassBand } from '../backtest/passBand.ts';
import type { Band, BandRun } from '../runRecord.ts';
import { Lane, type LaneListener } from './lane.ts';
import { leaveLane } from './leaveLane.ts';

/** As the engine's band stops: see `BacktestBand`. */
const LAST_LOOKS_EVERY_MS = 200;
const STOP_WITHIN_MS = 6000;
const MOST_ORDERS = 512;
/** Units of the lane are 10^-8, those of the exchange 10^-18. */
const FINER = 10n ** 10n;

/**
 * One band in the fast lane: the same run as that of `BacktestBand`, in a fraction of the time. For one strategy on one symbol;
 * it throws `LeaveLane` where the engine has to be asked, also from its constructor.
 */
export class LaneBand implements PassBand {
  readonly band: Band;
  readonly equity: number[] = [];
  readonly exposure: number[] = [];
  readonly wallets: LaneWallets;
  readonly lane: Lane;
  readonly #options: BacktestOptions;

  constructor(band: Band, options: BacktestOptions, { pairs, mids }: BandMarkets, onCommand?: LaneListener) {
    const { engine, fees, balances, latency, poll, rate, models } = options;
    const [strategy, another] = engine.strategies;
    const pair = pairs[0]!;
    if (strategy === undefined || another !== undefined || pairs.length !== 1) leaveLane('more than one strategy or symbol');
    if (strategy.symbol !== pair.symbol) leaveLane('a strategy of another symbol');
    const { limits, replaces, seed } = engine;
    this.band = band;
    this.#options = options;
    this.lane = new Lane({
      pair,
      strategy,
      limits,
      replaces,
      seed,
      fees,
      balances,
      mids,
      onCommand,
      venue: {
        latency,
        visibleEveryMs: poll.ordersMs,
        model: models[band],
        mostOrders: MOST_ORDERS,
        rate,
        seed: `${seed}:${pair.symbol}`,
      },
    });
    this.wallets = new LaneWallets(balances, pair, this.lane);
  }

  start(at: Instant): void {
    this.lane.position.told(at);
  }

  get nextAt(): Instant {
    return this.lane.venue.nextAt;
  }

  advance(to: Instant): void {
    const { lane } = this;
    while (lane.venue.nextAt <= to) lane.take();
  }

  book(_market: number, book: Book): void {
    // All that is reported by then was taken before the last book was overwritten: see `MarketWalk.overwritesAt`.
    this.lane.venue.onBook(book);
    this.lane.onBook(book);
  }

  gap(_market: number, from: Instant): void {
    this.advance(from);
    this.lane.venue.onGap(from);
  }

  warning(warning: MarketWarning, at: Instant): void {
    // The book that was handed out last is overwritten by one that is withheld.
    if (warning.kind === 'crossed' || warning.kind === 'backwards' || warning.kind === 'jumped') leaveLane('a book that was withheld');
    this.advance(at);
    this.lane.onWarning(warning, at);
    // The venue would look at a book that may have been overwritten by the one that is warned of.
    if (this.lane.venue.nextAt <= at) leaveLane('an answer at once, by a book that is gone');
  }

  statistics(_market: number, row: PairStatistics, at: Instant, lotsPerMs: number): void {
    this.advance(at);
    this.lane.venue.onVolume(at, lotsPerMs);
    this.lane.onStatistics(row, at);
  }

  tellBalances(at: Instant): void {
    this.advance(at);
    this.lane.position.told(at);
  }

  timer(at: Instant): void {
    this.advance(at);
    this.lane.onTimer(at);
  }

  books({ books, book, from, to }: BookRows, tickAt: Instant): void {
    const { looks } = books;
    const { receivedAt, columns } = LOOK;
    const { lane } = this;
    const { venue } = lane;
    let nextTickAt = tickAt;
    for (let row = from; row < to; row++) {
      const at = looks[row * columns + receivedAt]!;
      for (; nextTickAt <= at; nextTickAt += HEARTBEAT_MS) {
        if (venue.nextAt <= nextTickAt) this.advance(nextTickAt);
        if (lane.heedsTimer) lane.onTimer(nextTickAt);
      }
      if (venue.nextAt <= at) this.advance(at);
      showBook(books, row, book);
      venue.onBook(book);
      lane.onBook(book);
    }
  }

  resolve(at: Instant): void {
    this.lane.fills.resolve(at);
  }

  stop(at: Instant): void {
    const { onStop } = this.#options;
    const { lane } = this;
    this.advance(at);
    lane.shutDown(onStop, at);
    for (let now = at; now <= at + STOP_WITHIN_MS; now += LAST_LOOKS_EVERY_MS) {
      this.timer(now);
      if (onStop === 'keep' || lane.orders.atVenue === 0) break;
    }
    lane.fills.resolve(at, true);
  }

  result(equity: EquitySampler, shared: readonly string[]): BandRun {
    const { orders, fills, risk } = this.lane;
    const { placed, replaced, canceled, atVenue } = orders;
    const fees: Record<string, Decimal> = {};
    for (const { fill } of fills.all) fees[fill.feeCurrency] = fees[fill.feeCurrency]?.plus(fill.fee) ?? fill.fee;
    return {
      band: this.band,
      fills: fills.all,
      conversions: [],
      equity: equity.seriesOf(this),
      refusals: Object.fromEntries(risk.refusals),
      orders: { placed, replaced, canceled },
      fees,
      warnings: atVenue > 0 ? [...shared, `open orders at the end: ${atVenue}`] : [...shared],
      decisions: '',
    };
  }
}

/** The wallets as the equity sees them. */
class LaneWallets {
  readonly #totals: ReadonlyMap<string, Units>;
  readonly #pair: Pair;
  readonly #lane: Lane;

  constructor(opening: Readonly<Record<string, Decimal>>, pair: Pair, lane: Lane) {
    const totals = new Map(Object.entries(opening).map(([currency, amount]) => [currency, unitsOf(amount)]));
    for (const currency of [pair.base, pair.quote]) if (!totals.has(currency)) totals.set(currency, 0n);
    this.#totals = totals;
    this.#pair = pair;
    this.#lane = lane;
  }

  get currencies(): Iterable<string> {
    return this.#totals.keys();
  }

  total(currency: string): Units {
    const opening = this.#totals.get(currency) ?? 0n;
    const { baseUnits, quoteUnits } = this.#lane.position;
    if (currency === this.#pair.base) return opening + BigInt(baseUnits) * FINER;
    return currency === this.#pair.quote ? opening + BigInt(quoteUnits) * FINER : opening;
  }
}
