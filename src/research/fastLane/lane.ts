import type { Decimal } from '../../base/decimal.ts';
import { seededRandom } from '../../base/random.ts';
import type { RiskLimits } from '../../engine/risk/riskCheck.ts';
import type { StrategyHandlers } from '../../engine/strategy.ts';
import type { StrategySettings } from '../../engine/strategyRun.ts';
import { lotBoundsOf } from '../../engine/wantedQuotes.ts';
import type { FeeRates } from '../../exchange/fees.ts';
import * as told from '../../exchange/reportQueue.ts';
import { SnapshotVenue, type SnapshotVenueOptions } from '../../exchange/snapshotVenue.ts';
import { BookView } from '../../market/bookView.ts';
import type { Book } from '../../model/book.ts';
import type { MarketWarning } from '../../model/event.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { Mids } from '../backtest/mids.ts';
import { type CommandKind, LaneCommands } from './laneCommands.ts';
import { LaneContext } from './laneContext.ts';
import { LaneDesk } from './laneDesk.ts';
import { LaneFills } from './laneFills.ts';
import { LaneOrders, type LaneSide, OPEN } from './laneOrders.ts';
import { LanePosition } from './lanePosition.ts';
import { LaneRisk } from './laneRisk.ts';
import { laneScaleOf, UNIT } from './laneScale.ts';
import { handlersOf } from './laneStrategy.ts';
import { leaveLane } from './leaveLane.ts';

/** As in the engine's `StrategyHost`: how refusals of the venue are counted, and how long the desk waits after them. */
const REFUSALS_BEFORE_PAUSE = 5;
const REPLACEMENTS_FOR_ONE = 5;
const REFUSAL_BACKOFF_MS = 1000;
const MOST_DOUBLINGS = 6;
const RETRY_MS = 300;

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

export type LaneListener = (at: number, kind: CommandKind, serial: number, side: LaneSide, ticks: number, lots: number) => void;

/** A fill that came while a replacement of its order was on its way. */
interface Since {
  readonly slot: number;
  readonly lots: number;
  readonly tradedAt: number;
}

/**
 * One strategy on one symbol against a `SnapshotVenue`, in whole numbers from the book to the fill: what the engine would do,
 * for strategies that declare what should be resting. Where that can't be proven it throws `LeaveLane`.
 *
 * Before each record `take` is called for all reports that are due by then.
 */
export class Lane {
  readonly orders: LaneOrders;
  readonly position: LanePosition;
  readonly fills: LaneFills;
  readonly risk: LaneRisk;
  readonly venue: SnapshotVenue;
  readonly commands: LaneCommands;
  readonly #desk: LaneDesk;
  readonly #context: LaneContext;
  readonly #settings: StrategySettings;
  readonly #dailyLossUnits: number;
  readonly #onCommand: LaneListener | undefined;
  readonly #troubles = new Set<string>();
  #handlers: StrategyHandlers = {};
  #isStarted = false;
  #book: Book | undefined;
  #view: BookView | undefined;
  #bookAt = 0;
  /** The venue's time of the last replacement, by slot. */
  readonly #replacedAt: Float64Array;
  #since: Since[] = [];
  #refusals = 0;
  /** The most that was made so far, in units of the quote currency. */
  #best = 0;

  constructor(options: LaneOptions) {
    const { pair, strategy, limits, replaces, seed, fees, venue, balances, mids, onCommand } = options;
    const scale = laneScaleOf(pair.grid, fees) ?? leaveLane('a grid or a fee that is finer than 10^-8');
    const { least, most } = lotBoundsOf(pair);
    const orders = new LaneOrders(venue.mostOrders);
    this.orders = orders;
    this.commands = new LaneCommands(venue.mostOrders, seed);
    this.position = new LanePosition(scale, orders, balances[pair.base]?.toNumber() ?? 0, balances[pair.quote]?.toNumber() ?? 0);
    this.fills = new LaneFills(pair, strategy.name, mids);
    this.risk = new LaneRisk(pair, limits, strategy.name, orders, this.position);
    this.venue = new SnapshotVenue(venue);
    this.#replacedAt = new Float64Array(venue.mostOrders);
    this.#settings = strategy;
    this.#onCommand = onCommand;
    this.#dailyLossUnits = limits.maxDailyLoss === undefined ? Infinity : limits.maxDailyLoss.amount.times(UNIT).toNumber();
    this.#desk = new LaneDesk({
      orders,
      risk: this.risk,
      venue: {
        place: (side, ticks, lots, tag) => this.#place(side, ticks, lots, tag),
        replace: (slot, ticks, lots) => this.#replace(slot, ticks, lots),
        cancel: (slot) => this.#cancel(slot),
      },
      replaces,
      leastLots: least,
      random: seededRandom(`nonces:${seed}`),
    });
    this.#context = new LaneContext({
      name: strategy.name,
      pair,
      orders,
      commands: this.commands,
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
  onBook(book: Book, now: number): void {
    if (book !== this.#book) {
      this.#book = book;
      this.#view = new BookView(book);
    }
    this.#desk.now = now;
    this.#bookAt = now;
    this.risk.onBook(book);
    if (!this.#isStarted) this.#start();
    this.#handlers.onBook?.(this.#view!, this.#context);
    this.#desk.work();
  }

  /** The heartbeat. */
  onTimer(now: number): void {
    this.#desk.now = now;
    if (!this.#isStarted) this.#start();
    if (this.#dailyLossUnits !== Infinity) this.#mustHaveNotLost();
    this.#handlers.onTimer?.(this.#context);
    this.#work();
  }

  onStatistics(row: PairStatistics, now: number): void {
    this.#desk.now = now;
    this.#handlers.onStats?.(row, this.#context);
    this.#work();
  }

  onWarning(warning: MarketWarning, now: number): void {
    this.#desk.now = now;
    if (warning.kind === 'recovered') this.#troubles.clear();
    // What is only missing does not hold orders back.
    else if (warning.kind !== 'poll-failed' && warning.kind !== 'empty') this.#troubles.add(warning.kind);
    this.risk.isTroubled = this.#troubles.size > 0;
    this.#handlers.onWarning?.(warning, this.#context);
    this.#work();
  }

  /** No new risk; with `cancel`, what rests is canceled, now and whenever more is heard of it. */
  shutDown(onStop: 'cancel' | 'keep', now: number): void {
    const handlers = this.#handlers;
    this.#desk.now = now;
    this.#handlers = {};
    this.#desk.close(onStop === 'cancel');
    if (this.#isStarted) handlers.onStop?.(this.#context);
    this.#isStarted = true;
    this.#work();
  }

  /** Takes the venue's next report that is due by then. */
  take(now: number): boolean {
    const { venue, orders } = this;
    if (!venue.take(now)) return false;
    this.#desk.now = venue.reportAt;
    this.#desk.stir();
    const { slot } = venue;
    switch (venue.reportType) {
      case told.OPENED:
        this.#refusals = 0;
        orders.underway--;
        orders.state[slot] = OPEN;
        this.#closeWhenFilled(slot);
        break;
      case told.FILLED:
        this.#filled(slot);
        break;
      case told.REPLACED:
        this.#replaced(slot);
        break;
      case told.REPLACE_REFUSED:
      case told.REPLACE_NOT_SENT:
        this.#endReplacement(slot);
        this.#closeWhenFilled(slot);
        if (venue.reportType === told.REPLACE_REFUSED) this.#refused(1);
        else this.#wait(RETRY_MS);
        break;
      case told.PLACE_REFUSED:
      case told.PLACE_NOT_SENT:
        orders.underway--;
        orders.fail(slot, venue.reportAt);
        this.commands.atVenue--;
        if (venue.reportType === told.PLACE_REFUSED) this.#refused(REPLACEMENTS_FOR_ONE);
        else this.#wait(RETRY_MS);
        break;
      case told.CANCEL_REFUSED:
        orders.canceling[slot] = 0;
        this.#wait(RETRY_MS);
        break;
      case told.CLOSED:
        orders.close(slot);
        this.commands.atVenue--;
        break;
      default:
      // A cancel that was taken: the order ends when the lists say so.
    }
    if (this.#handlers.onReport !== undefined) leaveLane('a strategy that listens to reports');
    this.#work();
    return true;
  }

  /** The last book, unless the next one has been written over it already. */
  #seen(): BookView | undefined {
    if (this.#book !== undefined && this.#book.receivedAt !== this.#bookAt) leaveLane('a look at a book that is gone');
    return this.#view;
  }

  #start(): void {
    this.#isStarted = true;
    this.#handlers = handlersOf(this.#settings, this.#context);
    this.#handlers.onStart?.(this.#context);
  }

  #work(): void {
    if (this.#book !== undefined) this.#desk.work();
  }

  #wait(ms: number): void {
    this.#desk.notBefore = Math.max(this.#desk.notBefore, this.#desk.now + ms);
  }

  /** A refused replacement counts for 1, a refused order for as much as several. */
  #refused(weight: number): void {
    this.#refusals += weight;
    const inARow = this.#refusals / REPLACEMENTS_FOR_ONE;
    if (inARow >= REFUSALS_BEFORE_PAUSE) leaveLane('a strategy whose orders are refused again and again');
    this.#wait(weight === 1 ? RETRY_MS : REFUSAL_BACKOFF_MS * 2 ** Math.min(Math.ceil(inARow) - 1, MOST_DOUBLINGS));
  }

  #place(side: LaneSide, ticks: number, lots: number, tag: string | undefined): number {
    const { now } = this.#desk;
    const slot = this.venue.sendPlace(now, side, ticks, lots);
    this.commands.placed(slot, now, tag);
    this.#replacedAt[slot] = -Infinity;
    this.#onCommand?.(now, 'place', this.commands.serial[slot]!, side, ticks, lots);
    return slot;
  }

  #replace(slot: number, ticks: number, lots: number): void {
    this.venue.sendReplace(this.#desk.now, slot, ticks, lots);
    this.commands.replaced();
    this.#onCommand?.(this.#desk.now, 'replace', this.commands.serial[slot]!, this.orders.side[slot] as LaneSide, ticks, lots);
  }

  #cancel(slot: number): void {
    const { side, ticks, lots } = this.orders;
    this.venue.sendCancel(this.#desk.now, slot);
    this.commands.canceled();
    this.#onCommand?.(this.#desk.now, 'cancel', this.commands.serial[slot]!, side[slot] as LaneSide, ticks[slot]!, lots[slot]!);
  }

  #filled(slot: number): void {
    const { orders, venue, commands } = this;
    const { ticks, lots, isTaker, tradedAt } = venue;
    const side = orders.side[slot] as LaneSide;
    if (orders.replacing[slot] === 1) this.#since.push({ slot, lots, tradedAt });
    // What the last replacement left open does not include what was filled before it.
    if (tradedAt <= this.#replacedAt[slot]!) orders.lots[slot]! += lots;
    orders.filled[slot]! += lots;
    this.#closeWhenFilled(slot);
    const feeUnits = this.position.filled(side, ticks, lots, isTaker);
    this.fills.add(this.#desk.now, tradedAt, commands.serial[slot]!, ++commands.parts[slot]!, side, ticks, lots);
    this.fills.describe(feeUnits, isTaker, commands.placedAt[slot]!, commands.tags[slot]);
    if (this.#handlers.onFill !== undefined) this.#handlers.onFill(this.fills.fill(this.fills.count - 1), this.#context);
  }

  #replaced(slot: number): void {
    const { orders, venue } = this;
    const asked = orders.nextLots[slot]!;
    const filled = orders.filled[slot]!;
    if (filled > 0 && venue.lots < asked && venue.lots === asked - filled) leaveLane('a venue that may take amounts as totals');
    const replacedAt = venue.tradedAt;
    let later = 0;
    for (const fill of this.#since) if (fill.slot === slot && fill.tradedAt > replacedAt) later += fill.lots;
    this.#refusals = 0;
    this.#endReplacement(slot);
    this.#replacedAt[slot] = replacedAt;
    if (orders.state[slot] !== OPEN) return;
    orders.ticks[slot] = orders.nextTicks[slot]!;
    orders.lots[slot] = filled - later + venue.lots;
    this.#closeWhenFilled(slot);
  }

  #endReplacement(slot: number): void {
    this.orders.replacing[slot] = 0;
    this.orders.underway--;
    if (this.#since.length > 0) this.#since = this.#since.filter((fill) => fill.slot !== slot);
  }

  /** While a replacement is on its way nobody can say what is left. */
  #closeWhenFilled(slot: number): void {
    const { orders } = this;
    if (orders.state[slot] === OPEN && orders.replacing[slot] === 0 && orders.remaining(slot) <= 0) orders.close(slot);
  }

  /** A loss that may have reached the limit, on any day, is the engine's matter. */
  #mustHaveNotLost(): void {
    const { position } = this;
    const made = position.baseUnits === 0 ? position.quoteUnits : position.quoteUnits + position.worthInQuoteUnits();
    this.#best = Math.max(this.#best, made);
    if (this.#best - made >= this.#dailyLossUnits * 0.999) leaveLane('a loss near the limit of the day');
  }
}
