import * as told from '../../exchange/reportQueue.ts';
import type { SnapshotVenue } from '../../exchange/snapshotVenue.ts';
import type { LaneDesk } from './laneDesk.ts';
import type { LaneFills } from './laneFills.ts';
import { type LaneOrder, type LaneOrders, OPEN } from './laneOrders.ts';
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
}

/** A fill that came while a replacement of its order was on its way. */
interface Since {
  readonly order: LaneOrder;
  readonly lots: number;
  readonly tradedAt: number;
}

/** Draws the consequences of what the venue says, as the engine's `ReportHandler` and `Orders` do. */
export class LaneReports {
  readonly #to: ReportedTo;
  readonly #desk: LaneDesk;
  #since: Since[] = [];
  #refusals = 0;

  constructor(to: ReportedTo, desk: LaneDesk) {
    this.#to = to;
    this.#desk = desk;
  }

  /** Of the report that was taken last. True when it was an execution. */
  draw(): boolean {
    const { venue, orders } = this.#to;
    const order = orders.at(venue.slot);
    if (venue.reportType !== told.CANCELED) order.updatedAt = venue.reportAt;
    switch (venue.reportType) {
      case told.OPENED:
        this.#refusals = 0;
        orders.underway--;
        order.state = OPEN;
        this.#closeWhenFilled(order);
        return false;
      case told.FILLED:
        this.#filled(order);
        return true;
      case told.REPLACED:
        this.#replaced(order);
        return false;
      case told.REPLACE_REFUSED:
      case told.REPLACE_NOT_SENT:
        this.#endReplacement(order);
        this.#closeWhenFilled(order);
        if (venue.reportType === told.REPLACE_REFUSED) this.#refused(1);
        else this.#wait(RETRY_MS);
        return false;
      case told.PLACE_REFUSED:
      case told.PLACE_NOT_SENT:
        orders.underway--;
        orders.fail(order, venue.reportAt);
        orders.atVenue--;
        if (venue.reportType === told.PLACE_REFUSED) this.#refused(REPLACEMENTS_FOR_ONE);
        else this.#wait(RETRY_MS);
        return false;
      case told.CANCEL_REFUSED:
        order.isCanceling = false;
        this.#wait(RETRY_MS);
        return false;
      case told.CLOSED:
        orders.close(order);
        orders.atVenue--;
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

  #filled(order: LaneOrder): void {
    const { venue, position, fills } = this.#to;
    const { ticks, lots, isTaker, tradedAt } = venue;
    if (order.isReplacing) this.#since.push({ order, lots, tradedAt });
    // What the last replacement left open does not include what was filled before it.
    if (tradedAt <= order.replacedAt) order.lots += lots;
    order.filled += lots;
    order.parts++;
    this.#closeWhenFilled(order);
    const fee = position.filled(order.side, ticks, lots, isTaker);
    fills.add(order, ticks, lots, fee, isTaker, tradedAt, this.#desk.now);
  }

  #replaced(order: LaneOrder): void {
    const { venue } = this.#to;
    const { filled, nextLots: asked } = order;
    if (filled > 0 && venue.lots < asked && venue.lots === asked - filled) leaveLane('a venue that may take amounts as totals');
    const replacedAt = venue.tradedAt;
    const later = this.#since.length > 0 ? this.#filledAfter(order, replacedAt) : 0;
    this.#refusals = 0;
    this.#endReplacement(order);
    order.replacedAt = replacedAt;
    if (order.state !== OPEN) return;
    order.ticks = order.nextTicks;
    order.lots = filled - later + venue.lots;
    this.#closeWhenFilled(order);
  }

  #endReplacement(order: LaneOrder): void {
    order.isReplacing = false;
    this.#to.orders.underway--;
    if (this.#since.length > 0) this.#forgetSince(order);
  }

  // Both by themselves: where they are part of what calls them, an iterator and a closure are made for each replacement.

  #filledAfter(order: LaneOrder, replacedAt: number): number {
    return this.#since.reduce((lots, fill) => (fill.order === order && fill.tradedAt > replacedAt ? lots + fill.lots : lots), 0);
  }

  #forgetSince(order: LaneOrder): void {
    this.#since = this.#since.filter((fill) => fill.order !== order);
  }

  /** While a replacement is on its way nobody can say what is left. */
  #closeWhenFilled(order: LaneOrder): void {
    if (order.state === OPEN && !order.isReplacing && order.remaining <= 0) this.#to.orders.close(order);
  }
}
