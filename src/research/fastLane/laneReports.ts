import * as told from '../../exchange/reportQueue.ts';
import type { SnapshotVenue } from '../../exchange/snapshotVenue.ts';
import type { LaneCommands } from './laneCommands.ts';
import type { LaneDesk } from './laneDesk.ts';
import type { LaneFills } from './laneFills.ts';
import { type LaneOrders, type LaneSide, OPEN } from './laneOrders.ts';
import type { LanePosition } from './lanePosition.ts';
import { leaveLane } from './leaveLane.ts';

/** As in the engine's `StrategyHost`: how refusals of the venue are counted, and how long the desk waits after them. */
const REFUSALS_BEFORE_PAUSE = 5;
const REPLACEMENTS_FOR_ONE = 5;
const REFUSAL_BACKOFF_MS = 1000;
const MOST_DOUBLINGS = 6;
const RETRY_MS = 300;

/** What reports bear on. */
export interface ReportedTo {
  readonly venue: SnapshotVenue;
  readonly orders: LaneOrders;
  readonly position: LanePosition;
  readonly fills: LaneFills;
  readonly commands: LaneCommands;
}

/** A fill that came while a replacement of its order was on its way. */
interface Since {
  readonly slot: number;
  readonly lots: number;
  readonly tradedAt: number;
}

/** Draws the consequences of what the venue says, as the engine's `ReportHandler` and `Orders` do. */
export class LaneReports {
  readonly #to: ReportedTo;
  readonly #desk: LaneDesk;
  /** The venue's time of the last replacement, by slot. */
  readonly #replacedAt: Float64Array;
  #since: Since[] = [];
  #refusals = 0;

  constructor(to: ReportedTo, desk: LaneDesk) {
    this.#to = to;
    this.#desk = desk;
    this.#replacedAt = new Float64Array(to.orders.ticks.length);
  }

  placed(slot: number): void {
    this.#replacedAt[slot] = -Infinity;
  }

  /** Of the report that was taken last. True when it was an execution. */
  draw(): boolean {
    const { venue, orders, commands } = this.#to;
    const { slot } = venue;
    switch (venue.reportType) {
      case told.OPENED:
        this.#refusals = 0;
        orders.underway--;
        orders.state[slot] = OPEN;
        this.#closeWhenFilled(slot);
        return false;
      case told.FILLED:
        this.#filled(slot);
        return true;
      case told.REPLACED:
        this.#replaced(slot);
        return false;
      case told.REPLACE_REFUSED:
      case told.REPLACE_NOT_SENT:
        this.#endReplacement(slot);
        this.#closeWhenFilled(slot);
        if (venue.reportType === told.REPLACE_REFUSED) this.#refused(1);
        else this.#wait(RETRY_MS);
        return false;
      case told.PLACE_REFUSED:
      case told.PLACE_NOT_SENT:
        orders.underway--;
        orders.fail(slot, venue.reportAt);
        commands.atVenue--;
        if (venue.reportType === told.PLACE_REFUSED) this.#refused(REPLACEMENTS_FOR_ONE);
        else this.#wait(RETRY_MS);
        return false;
      case told.CANCEL_REFUSED:
        orders.canceling[slot] = 0;
        this.#wait(RETRY_MS);
        return false;
      case told.CLOSED:
        orders.close(slot);
        commands.atVenue--;
        return false;
      default:
        // A cancel that was taken: the order ends when the lists say so.
        return false;
    }
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

  #filled(slot: number): void {
    const { orders, venue, commands, position, fills } = this.#to;
    const { ticks, lots, isTaker, tradedAt } = venue;
    const side = orders.side[slot] as LaneSide;
    if (orders.replacing[slot] === 1) this.#since.push({ slot, lots, tradedAt });
    // What the last replacement left open does not include what was filled before it.
    if (tradedAt <= this.#replacedAt[slot]!) orders.lots[slot]! += lots;
    orders.filled[slot]! += lots;
    this.#closeWhenFilled(slot);
    const fee = position.filled(side, ticks, lots, isTaker);
    const order = commands.serial[slot]!;
    const part = ++commands.parts[slot]!;
    const openedAt = commands.placedAt[slot]!;
    fills.add(side, isTaker, commands.tags[slot], { order, part, ticks, lots, fee, openedAt, tradedAt, receivedAt: this.#desk.now });
  }

  #replaced(slot: number): void {
    const { orders, venue } = this.#to;
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
    const { orders } = this.#to;
    orders.replacing[slot] = 0;
    orders.underway--;
    if (this.#since.length > 0) this.#since = this.#since.filter((fill) => fill.slot !== slot);
  }

  /** While a replacement is on its way nobody can say what is left. */
  #closeWhenFilled(slot: number): void {
    const { orders } = this.#to;
    if (orders.state[slot] === OPEN && orders.replacing[slot] === 0 && orders.remaining(slot) <= 0) orders.close(slot);
  }
}
