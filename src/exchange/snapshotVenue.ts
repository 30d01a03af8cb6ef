import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import { OrderFills } from './orderFills.ts';
import { OrderSlots } from './orderSlots.ts';
import { SlotOrder } from './slotOrder.ts';
import { OwnListReadings } from './ownListReadings.ts';
import { MOST_UNREAD, ReportQueue } from './reportQueue.ts';
import { CANCEL, PLACE, REPLACE, RequestQueue } from './requestQueue.ts';
import { RequestSender } from './requestSender.ts';
import { SnapshotMatching } from './snapshotMatching.ts';
import { checkOptions, type SnapshotVenueOptions } from './snapshotVenueOptions.ts';
import { TakerFlow } from './takerFlow.ts';
import { VenueState } from './venueState.ts';

export type { SnapshotVenueOptions };

/**
 * What a venue would have made of our orders, as far as polled books tell: the fill model of backtests and paper trading. One
 * symbol, one band. Whole ticks, lots and milliseconds; once as many orders were live as ever will be, nothing is allocated any more.
 *
 * Time. A look shows the venue as it was at `receivedAt - responseMs`. What arrives between two looks is answered at once; what came
 * of it is settled by the second (see `Settlement`). Levels are looked up when a request is sent and at each look until it arrives,
 * so the book that was handed to `onBook` may be overwritten afterwards, provided that nothing is sent then.
 *
 * Driver: for each book take all reports that are due by its `receivedAt`, then call `onBook`, then take again what is due by then,
 * since what this look has settled may have been read before it; and only then let the strategy decide.
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
  /** No report is due before then. Something may be; Infinity: nothing. */
  nextAt: Instant = Infinity;

  readonly #state = new VenueState();
  readonly #responseMs: number = 0;
  readonly #orders: OrderSlots;
  readonly #matching: SnapshotMatching;
  readonly #requests: RequestQueue;
  readonly #answers: ReportQueue;
  readonly #lists: ReportQueue;
  readonly #fills: OrderFills;
  readonly #readings: OwnListReadings;
  readonly #sender: RequestSender;
  readonly #volumeShare: number = 1;
  readonly #flow: TakerFlow;
  /** Nothing is known of the market: before the first look and in a gap. */
  #blind = true;

  constructor(options: SnapshotVenueOptions) {
    checkOptions(options);
    const { latency, visibleEveryMs, visibleAfterMs = 50, model, mostOrders, rate, seed = 1 } = options;
    const { makerFee = 0, takerFee = 0, foresight } = options;
    const { entryMs, responseMs } = latency;
    const room = 2 ** Math.ceil(Math.log2(mostOrders * 4 + 16));
    const state = this.#state;
    const chance = model.draw === undefined ? seed : `${seed}:${model.draw}`;
    this.#responseMs = responseMs;
    this.#orders = new OrderSlots(state, mostOrders);
    const nobody = new SlotOrder(-1);
    this.#requests = new RequestQueue(state, room, nobody);
    this.#answers = new ReportQueue(room, nobody);
    this.#lists = new ReportQueue(MOST_UNREAD, nobody);
    this.#readings = new OwnListReadings(state, { entryMs, responseMs, everyMs: visibleEveryMs, afterChangeMs: visibleAfterMs });
    this.#flow = new TakerFlow(state, model.sweepSize, chance);
    this.#volumeShare = model.volumeShare;
    this.#sender = new RequestSender(this.#requests, { entryMs, latencySpread: model.latencySpread, rate, seed: chance });
    const settlement = { model, makerFee, takerFee, foresight, seed: chance, roundTripMs: entryMs + responseMs };
    this.#fills = new OrderFills(state, this.#orders, this.#lists);
    this.#matching = new SnapshotMatching(state, settlement, this.#orders, this.#requests, this.#fills, this.#flow);
  }

  /** A new order, at 0 ticks a market order. Its slot is not given to another before its last report was taken. */
  sendPlace(now: Instant, side: number, ticks: number, lots: number): number {
    assert(lots >= 1, 'an order is of one lot at least');
    const order = this.#orders.take(side);
    order.ticks = ticks;
    order.lots = lots;
    this.#send(PLACE, order, ticks, lots, now);
    return order.slot;
  }

  /** Another price and amount; `lots` is what shall be open afterwards. Less at the same price keeps the place in the queue. */
  sendReplace(now: Instant, slot: number, ticks: number, lots: number): void {
    assert(lots >= 1, 'an order is of one lot at least');
    this.#send(REPLACE, this.#orders.at(slot), ticks, lots, now);
  }

  sendCancel(now: Instant, slot: number): void {
    this.#send(CANCEL, this.#orders.at(slot), 0, 0, now);
  }

  /** A later look at the market. */
  onBook(book: Book): void {
    this.#state.receivedAt = book.receivedAt;
    this.#look(book);
  }

  /** No look comes any more. What the next one would have settled is settled as if the market had stood still since the last one. */
  standStill(now: Instant): void {
    const { book } = this.#matching;
    if (book === undefined) return;
    this.#state.receivedAt = now;
    this.#look(book);
  }

  #look(book: Book): void {
    const state = this.#state;
    const wasBlind = this.#blind;
    const before = state.receivedAt - this.#responseMs;
    if (before > state.before) state.before = before;
    if (!wasBlind) this.#advance(before);
    state.doneBefore = state.before;
    state.now = state.doneBefore;
    if (wasBlind) this.#readings.skip();
    this.#blind = false;
    state.lookAt = state.doneBefore;
    const hadNews = state.hasNews;
    if ((state.unsettled > 0 || state.sweepAt < state.now) && !hadNews && !wasBlind) this.#readings.passUntil(state.now);
    this.#matching.onBook(book, !wasBlind);
    // The look is after all readings that had nothing to tell.
    if (!hadNews && state.hasNews) this.#readings.passUntil(state.now);
    this.#foresee();
  }

  /** Nothing was seen from then until the next book: nothing is filled since, and places in the queue are lost from view. */
  onGap(from: Instant): void {
    if (this.#blind) return;
    const state = this.#state;
    this.#advance(from - this.#responseMs);
    if (!state.hasNews) this.#readings.passUntil(state.before);
    this.#blind = true;
    state.blindAt = state.doneBefore;
    this.#foresee();
  }

  /** How much is traded in a millisecond from now on, as far as statistics tell: see `TradedVolume`. */
  onVolume(now: Instant, lotsPerMs: number): void {
    const state = this.#state;
    if (!this.#blind) this.#advance(now - this.#responseMs);
    state.now = state.doneBefore;
    this.#flow.setRate(lotsPerMs * this.#volumeShare);
    this.#foresee();
  }

  /** The touch that statistics tell of; Infinity and 0 where they tell nothing. From then on nobody takes at a better price: see `Settlement`. */
  onTouch(now: Instant, bidTicks: number, askTicks: number): void {
    if (this.#blind) return;
    this.#advance(now - this.#responseMs);
    this.#state.told(bidTicks, askTicks);
    this.#foresee();
  }

  /** Moves to the next report that is due by now; false when there is none. `now` must not pass the next book. */
  take(now: Instant): boolean {
    const state = this.#state;
    const answers = this.#answers;
    const lists = this.#lists;
    if (!this.#blind) {
      const before = now - this.#responseMs + 1;
      if (before > state.before) state.before = before;
      for (;;) {
        const { arrivalAt, releaseAt } = state;
        const readAt = state.hasNews ? state.readingAt : Infinity;
        const isArrival = arrivalAt < releaseAt && arrivalAt <= readAt;
        const nextAt = isArrival ? arrivalAt : releaseAt <= readAt ? releaseAt : readAt;
        if (nextAt >= before) break;
        const heardAt = (nextAt > state.lookAt ? nextAt : state.lookAt) + this.#responseMs;
        if (lists.nextAt <= now && lists.nextAt < heardAt) break;
        if (isArrival && heardAt <= now && answers.nextAt === Infinity) {
          this.#answer(heardAt);
          return true;
        }
        this.#happen(nextAt);
      }
    }
    return this.#tell(now);
  }

  /** A request arrives, and its answer is the next that we hear: it needs no queue. */
  #answer(heardAt: Instant): void {
    const state = this.#state;
    if (!state.hasNews) this.#readings.passUntil(state.arrivalAt);
    state.now = heardAt - this.#responseMs;
    const request = this.#requests.shift();
    const { order } = request;
    this.reportType = this.#matching.answerTo(request);
    this.slot = order.slot;
    this.ticks = order.ticks;
    this.lots = order.lots;
    this.isTaker = false;
    this.reportAt = heardAt;
    this.tradedAt = state.now;
    this.#readings.nudge();
    this.#orders.release(order);
    this.#foresee();
  }

  /** The first of what has reached us. */
  #tell(now: Instant): boolean {
    const answers = this.#answers;
    const lists = this.#lists;
    const isAnswer = answers.nextAt <= lists.nextAt;
    const queue = isAnswer ? answers : lists;
    if (queue.nextAt > now) {
      this.#state.doneBefore = this.#state.before;
      this.#foresee();
      return false;
    }
    const report = queue.shift();
    const { order } = report;
    this.reportType = report.type;
    this.slot = order.slot;
    this.ticks = report.ticks;
    this.lots = report.lots;
    this.isTaker = report.isTaker;
    this.reportAt = report.reportAt;
    this.tradedAt = report.tradedAt;
    this.#orders.release(order);
    this.#foresee();
    return true;
  }

  #send(kind: number, order: SlotOrder, ticks: number, lots: number, decidedAt: Instant): void {
    const request = this.#sender.send(kind, order, ticks, lots, decidedAt);
    if (this.#blind) return;
    this.#matching.lookUp(request);
    const answerAt = this.#state.arrivalAt + this.#responseMs;
    if (answerAt < this.nextAt) this.nextAt = answerAt;
  }

  /** A field that is settled after each change, rather than a getter: drivers ask several times for each. */
  #foresee(): void {
    const state = this.#state;
    const answerAt = this.#answers.nextAt;
    const listAt = this.#lists.nextAt;
    this.nextAt = answerAt < listAt ? answerAt : listAt;
    if (this.#blind) return;
    // What is filled by a sweep is read after it; the next look alone can fill an order otherwise.
    const soonest = state.hasNews ? state.readingAt : state.openCount > 0 ? state.releaseAt : Infinity;
    const next = (soonest < state.arrivalAt ? soonest : state.arrivalAt) + this.#responseMs;
    if (next < this.nextAt) this.nextAt = next;
  }

  /** Works out, in order, all that happens at the venue before then. */
  #advance(before: Instant): void {
    const state = this.#state;
    if (before > state.before) state.before = before;
    for (;;) {
      const { arrivalAt, releaseAt } = state;
      const readAt = state.hasNews ? state.readingAt : Infinity;
      const soonest = releaseAt <= readAt ? releaseAt : readAt;
      const nextAt = arrivalAt < soonest ? arrivalAt : soonest;
      if (nextAt >= state.before) break;
      this.#happen(nextAt);
    }
    state.doneBefore = state.before;
  }

  /** The next of what happens at the venue. */
  #happen(nextAt: Instant): void {
    const state = this.#state;
    // What arrived in a gap is dealt with at the first look after it.
    state.now = nextAt > state.lookAt ? nextAt : state.lookAt;
    if (!state.hasNews) this.#readings.passUntil(nextAt);
    if (nextAt === state.releaseAt) {
      if (state.openCount > 0) this.#matching.release();
      this.#flow.next();
    } else if (nextAt === state.arrivalAt) this.#arrive();
    else {
      this.#fills.heardAt = nextAt + this.#responseMs;
      this.#fills.read(nextAt - this.#readings.roundTripMs);
      this.#readings.done();
    }
  }

  #arrive(): void {
    const state = this.#state;
    const answers = this.#answers;
    const request = this.#requests.shift();
    answers.add(this.#matching.answerTo(request), request.order, state.now);
    answers.heardAt = state.now + this.#responseMs;
    answers.read();
    this.#readings.nudge();
  }
}
