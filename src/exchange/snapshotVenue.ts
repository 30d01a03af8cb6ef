import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import type { FillModel } from './fillModel.ts';
import { OrderSlots } from './orderSlots.ts';
import { OwnListReadings } from './ownListReadings.ts';
import {
  CANCEL_REFUSED,
  CANCELED,
  OPENED,
  PLACE_NOT_SENT,
  PLACE_REFUSED,
  REPLACE_NOT_SENT,
  REPLACE_REFUSED,
  REPLACED,
  ReportQueue,
} from './reportQueue.ts';
import { RequestBudget, type RequestRate } from './requestBudget.ts';
import { CANCEL, PLACE, PLACE_DROPPED, REPLACE, REPLACE_DROPPED, RequestQueue } from './requestQueue.ts';
import { SnapshotMatching } from './snapshotMatching.ts';
import { TakerFlow } from './takerFlow.ts';
import { VenueTimes } from './venueTimes.ts';

export interface SnapshotVenueOptions {
  /** Whole milliseconds on the way to the venue and back. */
  readonly latency: { readonly entryMs: number; readonly responseMs: number };
  /** How often our own orders and executions are read; see `OwnListReadings`. */
  readonly visibleEveryMs: number;
  /** Default 50. */
  readonly visibleAfterMs?: number;
  readonly model: FillModel;
  /** Orders at once, those that have ended and are not yet told of included. */
  readonly mostOrders: number;
  /** Without it every request leaves at once. */
  readonly rate?: RequestRate | undefined;
  /** Of the sweeps between looks. The same seed for all bands and strategies, so that they meet the same market. */
  readonly seed?: number | string;
}

/** A decision that has waited longer for the rate budget is not sent; cancels excepted. */
const MAX_DECISION_AGE_MS = 500;

/**
 * What a venue would have made of our orders, as far as polled books tell: the fill model of backtests and paper trading. One
 * symbol, one band. Whole ticks, lots and milliseconds; nothing is allocated after it was made.
 *
 * Time. A look shows the venue as it was at `receivedAt - responseMs`. What arrives at the venue between two looks meets the
 * earlier one. Levels are looked up when a request is sent and at each look until it arrives, so the book that was handed to
 * `onBook` may be overwritten afterwards, provided that nothing is sent then.
 *
 * Driver: for each book first take all reports that are due by its `receivedAt`, then `onBook`, then let the strategy decide.
 *
 * A side is 0 for Buy and 1 for Sell.
 */
export class SnapshotVenue {
  /** The report that was taken last: see reportQueue.ts for the types. */
  reportType = 0;
  slot = -1;
  /** Price of the fill, or of the order. */
  ticks = 0;
  /** Lots of the fill; for other reports what is open. */
  lots = 0;
  isTaker = false;
  reportAt: Instant = 0;
  /** By the venue's time: when it was executed. */
  tradedAt: Instant = 0;

  readonly #times = new VenueTimes();
  readonly #entryMs: number;
  readonly #responseMs: number;
  readonly #orders: OrderSlots;
  readonly #matching: SnapshotMatching;
  readonly #requests: RequestQueue;
  readonly #answers: ReportQueue;
  readonly #lists: ReportQueue;
  readonly #readings: OwnListReadings;
  readonly #budget: RequestBudget | undefined;
  readonly #flow: TakerFlow;
  /** Nothing is known of the market: before the first look and in a gap. */
  #blind = true;

  constructor({ latency, visibleEveryMs, visibleAfterMs = 50, model, mostOrders, rate, seed = 1 }: SnapshotVenueOptions) {
    const { entryMs, responseMs } = latency;
    for (const ms of [entryMs, responseMs]) assert(Number.isInteger(ms) && ms >= 0, `a latency is whole milliseconds, not ${ms}`);
    assert(visibleEveryMs > 0 && visibleAfterMs >= 0, `own orders can't be read every ${visibleEveryMs} ms`);
    assert(model.refillMs > 0, `a sweep can't be refilled in ${model.refillMs} ms`);
    const room = 2 ** Math.ceil(Math.log2(mostOrders * 4 + 16));
    const times = this.#times;
    this.#entryMs = entryMs;
    this.#responseMs = responseMs;
    this.#orders = new OrderSlots(times, mostOrders);
    this.#requests = new RequestQueue(times, room);
    this.#answers = new ReportQueue(room);
    this.#lists = new ReportQueue(room);
    this.#readings = new OwnListReadings(times, { entryMs, responseMs, everyMs: visibleEveryMs, afterChangeMs: visibleAfterMs });
    this.#budget = rate === undefined ? undefined : new RequestBudget(rate);
    this.#flow = new TakerFlow(times, model.sweepTouches, seed);
    this.#matching = new SnapshotMatching(times, model, this.#orders, this.#requests, this.#lists, this.#flow);
  }

  /** A new order, at 0 ticks a market order. Its slot is not given to another before its last report was taken. */
  sendPlace(now: Instant, side: number, ticks: number, lots: number): number {
    assert(lots >= 1, 'an order is of one lot at least');
    const slot = this.#orders.take(side);
    const i = this.#request(PLACE, slot);
    this.#orders.ticks[slot] = ticks;
    this.#orders.lots[slot] = lots;
    this.#requests.ticks[i] = ticks;
    this.#requests.lots[i] = lots;
    this.#requests.arriveAt[i] = now;
    this.#send(i);
    return slot;
  }

  /** Another price and amount; `lots` is what shall be open afterwards. Less at the same price keeps the place in the queue. */
  sendReplace(now: Instant, slot: number, ticks: number, lots: number): void {
    assert(lots >= 1, 'an order is of one lot at least');
    const i = this.#request(REPLACE, slot);
    this.#requests.ticks[i] = ticks;
    this.#requests.lots[i] = lots;
    this.#requests.arriveAt[i] = now;
    this.#send(i);
  }

  sendCancel(now: Instant, slot: number): void {
    const i = this.#request(CANCEL, slot);
    this.#requests.arriveAt[i] = now;
    this.#send(i);
  }

  /** A later look at the market. */
  onBook(book: Book): void {
    const times = this.#times;
    const wasBlind = this.#blind;
    times.before = book.receivedAt - this.#responseMs;
    if (wasBlind) this.#skip();
    else this.#advance();
    this.#blind = false;
    times.now = times.doneBefore;
    times.lookAt = times.doneBefore;
    this.#matching.onBook(book, !wasBlind);
  }

  /** Nothing was seen from then until the next book: nothing is filled, and places in the queue are lost from view. */
  onGap(from: Instant): void {
    this.#times.before = from - this.#responseMs;
    if (!this.#blind) this.#advance();
    this.#blind = true;
    this.#matching.onGap();
  }

  /** How much is traded in a millisecond from now on, as far as statistics tell: see `TradedVolume`. */
  onVolume(now: Instant, lotsPerMs: number): void {
    const times = this.#times;
    times.before = now - this.#responseMs;
    if (!this.#blind) this.#advance();
    times.now = times.doneBefore;
    this.#flow.setRate(lotsPerMs);
  }

  /** No report is due before then. Something may be; Infinity: nothing. */
  get nextAt(): Instant {
    const times = this.#times;
    const told = this.#answers.nextAt < this.#lists.nextAt ? this.#answers.nextAt : this.#lists.nextAt;
    if (this.#blind) return told;
    const mayFill = this.#orders.openCount > 0 || this.#lists.hasUnread || this.#orders.endedCount > 0;
    const next = mayFill && times.readingAt < times.arrivalAt ? times.readingAt : times.arrivalAt;
    return next + this.#responseMs < told ? next + this.#responseMs : told;
  }

  /** Moves to the next report that is due by now; false when there is none. `now` must not pass the next book. */
  take(now: Instant): boolean {
    const times = this.#times;
    times.before = now - this.#responseMs + 1;
    if (!this.#blind) this.#advance();
    const answerAt = this.#answers.nextAt;
    const listAt = this.#lists.nextAt;
    if (answerAt > now && listAt > now) return false;
    const queue = answerAt <= listAt ? this.#answers : this.#lists;
    const i = queue.shift();
    this.reportType = queue.type[i]!;
    this.slot = queue.slot[i]!;
    this.ticks = queue.ticks[i]!;
    this.lots = queue.lots[i]!;
    this.isTaker = queue.isTaker[i] === 1;
    this.reportAt = queue.reportAt[i]!;
    this.tradedAt = queue.tradedAt[i]!;
    this.#orders.release(this.slot);
    return true;
  }

  #request(kind: number, slot: number): number {
    this.#orders.uses[slot]!++;
    return this.#requests.push(kind, slot);
  }

  /** The request leaves; until here `arriveAt` says when it was decided. */
  #send(i: number): void {
    const { kind, arriveAt } = this.#requests;
    if (this.#budget !== undefined) {
      const decidedAt = arriveAt[i]!;
      const leaveAt = this.#budget.leaveAt(decidedAt);
      const isTooOld = leaveAt - decidedAt > MAX_DECISION_AGE_MS;
      arriveAt[i] = leaveAt;
      if (isTooOld && kind[i] === PLACE) kind[i] = PLACE_DROPPED;
      else if (isTooOld && kind[i] === REPLACE) kind[i] = REPLACE_DROPPED;
    }
    arriveAt[i]! += this.#entryMs;
    this.#requests.sent(i);
    if (!this.#blind && kind[i] !== CANCEL) this.#matching.lookUp(i);
  }

  #skip(): void {
    const times = this.#times;
    if (times.before > times.doneBefore) times.doneBefore = times.before;
    times.now = times.doneBefore;
    this.#flow.skip();
    this.#readings.skip();
  }

  /** Works out, in order, all that happens at the venue until `before`. */
  #advance(): void {
    const times = this.#times;
    const before = times.before;
    for (;;) {
      const arrivalAt = times.arrivalAt;
      const sweepAt = times.sweepAt;
      const readAt = times.readingAt;
      const nextAt = sweepAt <= arrivalAt ? (sweepAt <= readAt ? sweepAt : readAt) : arrivalAt <= readAt ? arrivalAt : readAt;
      if (nextAt >= before) break;
      // What arrived in a gap is dealt with at the first look after it.
      times.now = nextAt > times.lookAt ? nextAt : times.lookAt;
      if (nextAt === sweepAt) this.#sweep();
      else if (nextAt === arrivalAt) this.#arrive();
      else this.#readLists();
    }
    if (before > times.doneBefore) times.doneBefore = before;
  }

  #sweep(): void {
    if (this.#orders.openCount > 0) this.#matching.sweep();
    this.#flow.next();
  }

  #arrive(): void {
    const times = this.#times;
    const orders = this.#orders;
    const answers = this.#answers;
    const request = this.#requests.shift();
    const slot = this.#requests.slot[request]!;
    const i = answers.push(this.#answerTo(request, slot), slot);
    answers.ticks[i] = orders.ticks[slot]!;
    answers.lots[i] = orders.lots[slot]!;
    answers.isTaker[i] = 0;
    answers.tradedAt[i] = times.now;
    answers.heardAt = times.now + this.#responseMs;
    answers.read();
    this.#readings.nudge();
  }

  #answerTo(request: number, slot: number): number {
    const matching = this.#matching;
    switch (this.#requests.kind[request]) {
      case PLACE:
        return matching.place(request, slot) ? OPENED : PLACE_REFUSED;
      case REPLACE:
        return matching.replace(request, slot) ? REPLACED : REPLACE_REFUSED;
      case CANCEL:
        return matching.cancel(slot) ? CANCELED : CANCEL_REFUSED;
      case PLACE_DROPPED:
        this.#orders.end(slot);
        return PLACE_NOT_SENT;
      default:
        return REPLACE_NOT_SENT;
    }
  }

  /** A round of reading our lists: fills up to now, and orders that were gone when the open ones were read. */
  #readLists(): void {
    const orders = this.#orders;
    if (orders.endedCount > 0) this.#matching.tellOfEnds(this.#readings.roundTripMs);
    if (this.#lists.hasUnread) {
      this.#lists.heardAt = this.#times.readingAt + this.#responseMs;
      this.#lists.read();
    }
    this.#readings.done();
  }
}
