import { assert } from '../../base/assert.ts';
import type { Decimal } from '../../base/decimal.ts';
import { seededRandom } from '../../base/random.ts';
import type { RiskLimits } from '../../engine/risk/riskCheck.ts';
import type { StrategyHandlers } from '../../engine/strategy.ts';
import type { StrategySettings } from '../../engine/strategyRun.ts';
import { lotBoundsOf } from '../../engine/wantedQuotes.ts';
import type { FeeRates } from '../../exchange/fees.ts';
import { SnapshotVenue, type SnapshotVenueOptions } from '../../exchange/snapshotVenue.ts';
import { BookView } from '../../market/bookView.ts';
import type { Book } from '../../model/book.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { Mids } from '../backtest/mids.ts';
import { LaneContext } from './laneContext.ts';
import { LaneDesk } from './laneDesk.ts';
import { LaneFills } from './laneFills.ts';
import { type LaneOrder, LaneOrders, type LaneSide } from './laneOrders.ts';
import { LanePosition } from './lanePosition.ts';
import { LaneReports } from './laneReports.ts';
import { LaneRisk } from './laneRisk.ts';
import { laneScaleOf } from './laneScale.ts';
import { handlersOf, mustNotWait } from './handlersOf.ts';
import { leaveLane } from './leaveLane.ts';

export interface LaneOptions {
  readonly pair: Pair;
  readonly strategy: StrategySettings;
  readonly limits: RiskLimits;
  readonly replaces: boolean;
  readonly seed: number | string;
  readonly fees: FeeRates;
  readonly venue: SnapshotVenueOptions;
  /** Opening balances; what is left out is 0. */
  readonly balances: Readonly<Record<string, Decimal>>;
  readonly mids: Mids;
  /** Told of every command, for comparison with the engine. */
  readonly onCommand?: LaneListener | undefined;
}

export type CommandKind = 'place' | 'replace' | 'cancel';

export type LaneListener = (at: number, kind: CommandKind, serial: number, side: LaneSide, ticks: number, lots: number) => void;

/**
 * One strategy on one symbol against a `SnapshotVenue`, in whole numbers from the book to the fill: what the engine would do,
 * for strategies that declare what should be resting. Where that can't be proven it throws `LeaveLane`.
 *
 * Before each record `take` is called as long as `venue.nextAt` is due by then.
 */
export class Lane {
  readonly orders: LaneOrders;
  readonly position: LanePosition;
  readonly fills: LaneFills;
  readonly risk: LaneRisk;
  readonly venue: SnapshotVenue;
  readonly #desk: LaneDesk;
  readonly #context: LaneContext;
  readonly #settings: StrategySettings;
  readonly #onCommand: LaneListener | undefined;
  readonly #troubles = new Set<string>();
  #handlers: StrategyHandlers = {};
  #isStarted = false;
  #book: Book | undefined;
  #view: BookView | undefined;
  #bookSequence = 0;
  readonly #reports: LaneReports;

  constructor(options: LaneOptions) {
    const { pair, strategy, limits, replaces, seed, fees, venue, balances, mids, onCommand } = options;
    const scale = laneScaleOf(pair.grid, fees) ?? leaveLane('a grid or a fee that is finer than 10^-8');
    const { least, most } = lotBoundsOf(pair);
    const orders = new LaneOrders();
    this.orders = orders;
    this.position = new LanePosition(scale, orders, balances[pair.base]?.toNumber() ?? 0, balances[pair.quote]?.toNumber() ?? 0);
    this.fills = new LaneFills(pair, strategy.name, mids);
    this.risk = new LaneRisk(pair, limits, strategy.name, orders, this.position);
    this.venue = new SnapshotVenue(venue);
    this.#settings = strategy;
    this.#onCommand = onCommand;
    this.#desk = new LaneDesk({
      orders,
      risk: this.risk,
      venue: {
        place: (side, ticks, lots, tag) => this.#place(side, ticks, lots, tag),
        replace: (order, ticks, lots) => this.#replace(order, ticks, lots),
        cancel: (order) => this.#cancel(order),
      },
      replaces,
      leastLots: least,
      random: seededRandom(`nonces:${seed}`),
    });
    this.#reports = new LaneReports(this, this.#desk);
    this.#context = new LaneContext({
      name: strategy.name,
      pair,
      orders,
      position: this.position,
      fills: this.fills,
      risk: this.risk,
      desk: this.#desk,
      leastLots: least,
      mostLots: most,
      random: seededRandom(`${seed}:${strategy.name}`),
      view: () => this.#seen(),
    });
  }

  /** A good book; the same object each time. */
  onBook(book: Book): void {
    if (book !== this.#book) {
      this.#book = book;
      this.#view = new BookView(book);
    }
    this.#desk.now = book.receivedAt;
    this.#bookSequence = book.sequence;
    this.risk.onBook(book);
    if (!this.#isStarted) this.#start();
    this.#heed(this.#handlers.onBook?.(this.#view!, this.#context));
    this.#desk.work();
  }

  /** Whether a heartbeat would change anything now. */
  get heedsTimer(): boolean {
    return !this.#desk.isIdle || this.#handlers.onTimer !== undefined || this.risk.loss.isLimited || !this.#isStarted;
  }

  /** The heartbeat. */
  onTimer(now: number): void {
    this.#desk.now = now;
    if (!this.#isStarted) this.#start();
    if (this.risk.loss.isLimited) {
      this.risk.loss.onNews(now);
      this.risk.loss.mustBeSmall(now);
    }
    this.#heed(this.#handlers.onTimer?.(this.#context));
    this.#desk.work();
  }

  onStatistics(row: PairStatistics, now: number): void {
    this.#desk.now = now;
    this.#heed(this.#handlers.onStats?.(row, this.#context));
    this.#desk.work();
  }

  onWarning(warning: MarketWarning, now: number): void {
    this.#desk.now = now;
    if (warning.kind === 'recovered') this.#troubles.clear();
    // What is only missing does not hold orders back.
    else if (warning.kind !== 'poll-failed' && warning.kind !== 'empty') this.#troubles.add(warning.kind);
    this.risk.isTroubled = this.#troubles.size > 0;
    this.#heed(this.#handlers.onWarning?.(warning, this.#context));
    this.#desk.work();
  }

  /** No new risk; with `cancel`, what rests is canceled, now and whenever more is heard of it. */
  shutDown(onStop: 'cancel' | 'keep', now: number): void {
    const handlers = this.#handlers;
    this.#desk.now = now;
    this.#handlers = {};
    this.#desk.close(onStop === 'cancel');
    if (this.#isStarted) this.#heed(handlers.onStop?.(this.#context));
    this.#isStarted = true;
    this.#desk.work();
  }

  /** Takes the venue's next report, or lets happen what comes before it. */
  take(): void {
    const { venue } = this;
    const now = venue.nextAt;
    if (!venue.take(now)) {
      assert(venue.nextAt > now, 'a venue that has nothing to tell says when it will have');
      return;
    }
    this.#desk.now = venue.reportAt;
    this.#desk.stir();
    if (this.#reports.draw() && this.#handlers.onFill !== undefined)
      this.#heed(this.#handlers.onFill(this.fills.fill(this.fills.count - 1), this.#context));
    if (this.#handlers.onReport !== undefined) leaveLane('a strategy that listens to reports');
    this.#desk.workAfter(this.orders.at(venue.slot));
  }

  /** The last book, unless the next one has been written over it already. */
  #seen(): BookView | undefined {
    if (this.#book !== undefined && this.#book.sequence !== this.#bookSequence) leaveLane('a look at a book that is gone');
    return this.#view;
  }

  #start(): void {
    this.#isStarted = true;
    this.#handlers = handlersOf(this.#settings, this.#context);
    this.#heed(this.#handlers.onStart?.(this.#context));
  }

  /** After each call of the strategy. */
  #heed(answer: unknown): void {
    if (answer !== undefined) mustNotWait(answer);
    if (this.#context.left !== undefined) leaveLane(this.#context.left);
  }

  #place(side: LaneSide, ticks: number, lots: number, tag: string | undefined): void {
    const { now } = this.#desk;
    const order = this.orders.place(this.venue.sendPlace(now, side, ticks, lots), side, ticks, lots, tag, now);
    this.#onCommand?.(now, 'place', order.serial, side, ticks, lots);
  }

  #replace(order: LaneOrder, ticks: number, lots: number): void {
    this.venue.sendReplace(this.#desk.now, order.slot, ticks, lots);
    this.orders.replaced++;
    this.#onCommand?.(this.#desk.now, 'replace', order.serial, order.side, ticks, lots);
  }

  #cancel(order: LaneOrder): void {
    this.venue.sendCancel(this.#desk.now, order.slot);
    this.orders.canceled++;
    this.#onCommand?.(this.#desk.now, 'cancel', order.serial, order.side, order.ticks, order.lots);
  }
}
