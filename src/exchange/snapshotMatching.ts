import type { Book, BookSide } from '../model/book.ts';
import type { FillModel } from './fillModel.ts';
import { OrderFills } from './orderFills.ts';
import type { OrderSlots } from './orderSlots.ts';
import { OPEN, type SlotOrder, UNKNOWN } from './slotOrder.ts';
import {
  CANCEL_REFUSED,
  CANCELED,
  OPENED,
  PLACE_NOT_SENT,
  PLACE_REFUSED,
  REPLACE_NOT_SENT,
  REPLACE_REFUSED,
  REPLACED,
  type ReportQueue,
} from './reportQueue.ts';
import { CANCEL, PLACE, PLACE_DROPPED, REPLACE, type RequestQueue, type VenueRequest } from './requestQueue.ts';
import { Standing } from './shownLevel.ts';
import { ShownLiquidity } from './shownLiquidity.ts';
import { Sweeping } from './sweeping.ts';
import type { TakerFlow } from './takerFlow.ts';
import type { VenueState } from './venueState.ts';

/**
 * An order that came to rest later than this share of the time between two looks, and that the second look has crossed, found
 * the other side there already.
 */
const LATE = 0.25;

/**
 * What becomes of our orders at a venue of which only looks are known. Four things fill a resting order: the other side reaches
 * its price in a look; its queue shrinks by more than stood ahead of it; all that stood before it is gone in a look; a sweep gets
 * to it (see `TakerFlow`). Everything happens at `now`.
 */
export class SnapshotMatching {
  readonly #state: VenueState;
  readonly #model: FillModel;
  readonly #orders: OrderSlots;
  readonly #requests: RequestQueue;
  readonly #flow: TakerFlow;
  readonly #fills: OrderFills;
  readonly #liquidity: ShownLiquidity;
  readonly #sweeping: Sweeping;
  readonly #usesFlow: boolean;
  readonly #standing = new Standing();
  #book: Book | undefined;

  constructor(state: VenueState, model: FillModel, orders: OrderSlots, requests: RequestQueue, reports: ReportQueue, flow: TakerFlow) {
    this.#state = state;
    this.#model = model;
    this.#orders = orders;
    this.#requests = requests;
    this.#flow = flow;
    this.#fills = new OrderFills(state, orders, reports);
    this.#liquidity = new ShownLiquidity(state, this.#fills);
    this.#sweeping = new Sweeping(state, model, flow, this.#fills);
    this.#usesFlow = model.sweeps !== 'none';
  }

  onBook(book: Book, mayFill: boolean): void {
    const state = this.#state;
    if (this.#book !== book) this.#book = book;
    state.look++;
    if (state.hasTaken) this.#liquidity.onBook(book);
    if (this.#usesFlow) {
      if (state.isSwept) this.#sweeping.onBook();
      this.#flow.onLook(book.bids, book.asks);
    }
    if (state.openCount > 0) this.#lookAtOrders(book, mayFill);
    state.lookedAt = state.now;
    if (state.arrivalAt !== Infinity) this.#lookUpAll();
  }

  /** Where our orders stand in their queues is no longer known. */
  onGap(): void {
    const { open, openCount } = this.#state;
    for (let n = 0; n < openCount; n++) {
      const order = open[n]!;
      order.shown = UNKNOWN;
      order.ahead = Infinity;
    }
  }

  /** Notes what a request would meet at the last look. */
  lookUp(request: VenueRequest): void {
    const { kind, order, ticks: limit } = request;
    if (kind !== PLACE && kind !== REPLACE) return;
    const book = this.#book!;
    const isSell = order.side === 1;
    this.#liquidity.keepFor(isSell, limit, book);
    if (limit === 0) return;
    const own = isSell ? book.asks : book.bids;
    const standing = this.#standing;
    standing.find(own, isSell, limit);
    const isBeyond = standing.place === own.length && own.length >= book.depth;
    request.depth = isBeyond ? Infinity : this.#usesFlow ? standing.depth : 0;
    request.shown = isBeyond ? UNKNOWN : standing.lots;
  }

  /** A request arrives: what the venue answers. */
  answerTo(request: VenueRequest): number {
    switch (request.kind) {
      case PLACE:
        return this.#place(request) ? OPENED : PLACE_REFUSED;
      case REPLACE:
        return this.#replace(request) ? REPLACED : REPLACE_REFUSED;
      case CANCEL:
        return this.#cancel(request) ? CANCELED : CANCEL_REFUSED;
      case PLACE_DROPPED:
        this.#orders.end(request.order);
        return PLACE_NOT_SENT;
      default:
        return REPLACE_NOT_SENT;
    }
  }

  /** False when the venue refuses it. */
  #place(request: VenueRequest): boolean {
    const { order } = request;
    const isMarket = order.ticks === 0;
    const { lots } = order;
    if (this.#meetsOwn(order)) return this.#refuse(order);
    this.#liquidity.takeKept(order);
    if (isMarket && order.lots === lots) return this.#refuse(order);
    if (isMarket || order.lots === 0) this.#orders.close(order);
    else this.#rest(request);
    return true;
  }

  #replace(request: VenueRequest): boolean {
    const { order, ticks, lots } = request;
    if (order.state !== OPEN) return false;
    if (ticks === order.ticks && lots <= order.lots) {
      order.lots = lots;
      return true;
    }
    const before = order.ticks;
    order.ticks = ticks;
    if (this.#meetsOwn(order)) {
      order.ticks = before;
      return false;
    }
    order.lots = lots;
    this.#liquidity.takeKept(order);
    if (order.lots === 0) this.#orders.close(order);
    else this.#rest(request);
    return true;
  }

  #cancel({ order }: VenueRequest): boolean {
    if (order.state !== OPEN) return false;
    this.#orders.close(order);
    return true;
  }

  /** Our list of open orders, read so long before the executions at `readingAt`, lacks what has ended before then. */
  tellOfEnds(earlierMs: number): void {
    this.#fills.tellOfEnds(this.#state.readingAt - earlierMs);
  }

  /** A taker comes through one side of the book. */
  sweep(): void {
    if (this.#usesFlow) this.#sweeping.sweep();
  }

  #lookUpAll(): void {
    for (let n = 0; n < this.#requests.count; n++) this.lookUp(this.#requests.at(n));
  }

  #lookAtOrders(book: Book, mayFill: boolean): void {
    const { bids, asks } = book;
    const { open, openCount } = this.#state;
    const bestBid = this.#liquidity.best(0, bids);
    const bestAsk = this.#liquidity.best(1, asks);
    const isApart = bids.bestTicks < asks.bestTicks;
    // Backwards: an order that is filled leaves its place to the last one.
    for (let n = openCount - 1; n >= 0; n--) {
      const order = open[n]!;
      const { ticks } = order;
      const isSell = order.side === 1;
      const own = isSell ? asks : bids;
      if (isApart && ticks === own.bestTicks && order.shown === own.bestLots && order.depth === 0) continue;
      if (mayFill && (isSell ? bestBid >= ticks : bestAsk <= ticks)) {
        this.#cross(order, isSell ? bids : asks);
        if (order.lots === 0) continue;
      }
      this.#standing.find(own, isSell, ticks);
      this.#queueUp(order, own, book.depth, mayFill);
    }
  }

  /** Where it stands in its queue now, and what may have come of that. */
  #queueUp(order: SlotOrder, own: BookSide, asked: number, mayFill: boolean): void {
    const { place, lots: now, depth } = this.#standing;
    if (place === own.length && place >= asked) {
      // Out of sight: what happens there is unknown until it comes back.
      order.shown = UNKNOWN;
      order.depth = Infinity;
      return;
    }
    const before = order.shown;
    const gone = before > now ? Math.floor((before - now) * this.#model.queueShare) : 0;
    const stillAhead = order.ahead - gone;
    const passed = order.depth;
    order.shown = now;
    order.ahead = stillAhead > now ? now : stillAhead > 0 ? stillAhead : 0;
    order.depth = this.#usesFlow ? depth : 0;
    if (mayFill && ((place === 0 && now === 0 && passed > 0) || stillAhead < 0)) this.#fill(order, passed, stillAhead);
  }

  /** What the looks have shown of others to be gone: those at better prices, or more than stood ahead of it. */
  #fill(order: SlotOrder, passed: number, stillAhead: number): void {
    if (order.depth === 0 && order.shown === 0 && passed > 0 && passed !== Infinity) this.#sweeping.seen(order, passed);
    if (order.lots === 0 || stillAhead >= 0) return;
    const met = this.#flow.spend(Math.min(-stillAhead, order.lots));
    if (met > 0) this.#fills.made(order, met);
  }

  /**
   * The other side has reached the order's price. One that arrived late before this look has probably found it there already, and
   * has taken; one that waited for it has made.
   */
  #cross(order: SlotOrder, other: BookSide): void {
    const isWhole = this.#model.crossing === 'whole';
    const from = this.#state.lookedAt;
    const isLate = order.arrivedAt > from + (this.#state.now - from) * LATE;
    const shown = isLate || !isWhole ? this.#liquidity.take(order, other, isLate) : 0;
    const met = isWhole ? order.lots : shown;
    if (met > 0) this.#fills.made(order, met);
    else if (order.lots === 0) this.#orders.close(order);
  }

  /** Whether one of our own orders stands in the way: the venue refuses to trade an account with itself. */
  #meetsOwn({ side, ticks: limit }: SlotOrder): boolean {
    const { open, openCount } = this.#state;
    for (let n = 0; n < openCount; n++) {
      const other = open[n]!;
      if (other.side === side) continue;
      if (limit === 0 || (side === 0 ? limit >= other.ticks : limit <= other.ticks)) return true;
    }
    return false;
  }

  #rest({ order, shown, depth }: VenueRequest): void {
    this.#orders.rest(order);
    order.shown = shown;
    order.ahead = shown === UNKNOWN ? Infinity : shown;
    order.depth = depth;
  }

  #refuse(order: SlotOrder): false {
    this.#orders.end(order);
    return false;
  }
}
