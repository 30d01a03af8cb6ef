import type { Book, BookSide } from '../model/book.ts';
import { BUY, SELL } from '../model/side.ts';
import type { FillModel } from './fillModel.ts';
import type { OrderFills } from './orderFills.ts';
import { Outlook } from './outlook.ts';
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
} from './reportQueue.ts';
import { CANCEL, PLACE, PLACE_DROPPED, REPLACE, type RequestQueue, type VenueRequest } from './requestQueue.ts';
import { Settlement, type SettlementOptions } from './settlement.ts';
import { Standing } from './shownLevel.ts';
import { ShownLiquidity } from './shownLiquidity.ts';
import { Sweeping } from './sweeping.ts';
import { TakenLevels } from './takenLevels.ts';
import type { TakerFlow } from './takerFlow.ts';
import type { VenueState } from './venueState.ts';

/**
 * In the model that takes the better: an order that came to rest later than this share of the time between two looks, and that the
 * second look has crossed, found the other side there already.
 */
const LATE = 0.25;

/**
 * What becomes of our orders at a venue of which only looks are known. Four things fill a resting order: the other side reaches
 * its price in a look; its queue shrinks by more than stood ahead of it; all that stood before it is gone in a look; a sweep gets
 * to it (see `TakerFlow`). Everything happens at `now`.
 */
export class SnapshotMatching {
  /** The last look; undefined before the first one. */
  book: Book | undefined;
  readonly #state: VenueState;
  readonly #model: FillModel;
  readonly #orders: OrderSlots;
  readonly #requests: RequestQueue;
  readonly #flow: TakerFlow;
  readonly #fills: OrderFills;
  readonly #liquidity: ShownLiquidity;
  readonly #sweeping: Sweeping;
  readonly #settlement: Settlement;
  readonly #outlook: Outlook;
  readonly #standing = new Standing();
  readonly #taken = new TakenLevels();

  constructor(
    state: VenueState,
    options: SettlementOptions,
    orders: OrderSlots,
    requests: RequestQueue,
    fills: OrderFills,
    flow: TakerFlow,
  ) {
    const { model, makerFee, foresight } = options;
    this.#outlook = new Outlook(model, makerFee, foresight);
    this.#state = state;
    this.#model = model;
    this.#orders = orders;
    this.#requests = requests;
    this.#flow = flow;
    this.#fills = fills;
    this.#liquidity = new ShownLiquidity(state);
    this.#settlement = new Settlement(state, options, orders, fills, this.#liquidity, this.#outlook);
    this.#sweeping = new Sweeping(state, options, flow, fills, this.#outlook);
  }

  onBook(book: Book, mayFill: boolean): void {
    const state = this.#state;
    if (this.book !== book) this.book = book;
    state.look++;
    if (state.hasTaken) this.#liquidity.onBook(book);
    this.#flow.onLook(book);
    this.#outlook.onLook(book);
    // First what came, then the sweeps that came after it and met its rest.
    if (state.unsettled > 0) this.#settlement.onBook(book);
    this.#sweeping.onBook(mayFill);
    if (!mayFill) this.#orders.loseSight();
    if (state.openCount > 0) this.#lookAtOrders(book, mayFill);
    state.lookedAt = state.now;
    state.toldAt = Infinity;
    if (state.arrivalAt !== Infinity) this.#lookUpAll();
  }

  /** Notes what a request would meet at the last look. */
  lookUp(request: VenueRequest): void {
    const { kind, order, ticks: limit } = request;
    if (kind !== PLACE && kind !== REPLACE) return;
    const book = this.book!;
    const isSell = order.side === SELL;
    this.#liquidity.keepFor(isSell, limit, book);
    if (limit === 0) return;
    const own = isSell ? book.asks : book.bids;
    const standing = this.#standing;
    standing.find(own, isSell, limit);
    const isBeyond = standing.place === own.length && own.length >= book.depth;
    request.depth = isBeyond ? Infinity : standing.depth;
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
    if (this.#meetsOwn(order)) return this.#refuse(order);
    const met = this.#settlement.came(order);
    if (isMarket && met === 0) return this.#refuse(order);
    if (isMarket) this.#orders.close(order);
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
    const isRefused = this.#meetsOwn(order);
    order.ticks = before;
    if (isRefused) return false;
    this.#settlement.left(order);
    order.ticks = ticks;
    order.lots = lots;
    this.#settlement.came(order);
    this.#rest(request);
    return true;
  }

  #cancel({ order }: VenueRequest): boolean {
    if (order.state !== OPEN) return false;
    this.#settlement.left(order);
    this.#orders.close(order);
    return true;
  }

  /** The next sweep, of which no look has told in time. */
  release(): void {
    this.#sweeping.release();
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
    const { between, pastShare } = this.#model;
    const mayCross = mayFill || between !== 'better';
    // Backwards: an order that is filled leaves its place to the last one.
    for (let n = openCount - 1; n >= 0; n--) {
      const order = open[n]!;
      const { ticks } = order;
      const isSell = order.side === SELL;
      const own = isSell ? asks : bids;
      if (isApart && ticks === own.bestTicks && order.shown === own.bestLots && order.depth === 0) continue;
      if (mayCross && (isSell ? bestBid >= ticks : bestAsk <= ticks)) {
        this.#cross(order, isSell ? bids : asks);
        if (order.state !== OPEN) continue;
      } else if (mayFill && isPastMid(order, bids, asks) && this.#settlement.hasMet(order, pastShare)) {
        this.#fillAll(order);
        continue;
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
    const gone = before > now ? Math.floor((before - now) * this.#outlook.shareOf(order, this.#model.queueShare)) : 0;
    const stillAhead = order.ahead - gone;
    const passed = order.depth;
    order.shown = now;
    order.ahead = stillAhead > now ? now : stillAhead > 0 ? stillAhead : 0;
    order.depth = depth;
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
   * The other side has reached the order's price. What is shown there has met it: one that waited for it has made; one that arrived
   * since the look before may have found it there already, and has taken. Whether there was more than is shown, nobody knows.
   */
  #cross(order: SlotOrder, other: BookSide): void {
    const { between, crossShare } = this.#model;
    const isWorse = between === 'worse';
    if (isWorse && this.#settlement.hasMet(order, crossShare)) {
      this.#fillAll(order);
      return;
    }
    const isNew = this.#isNew(order);
    const taken = this.#taken;
    taken.clear();
    this.#liquidity.walk(order.side, order.ticks, order.lots, other, taken);
    if (isNew) {
      for (let n = 0; n < taken.count; n++) this.#fills.took(order, isWorse ? order.ticks : taken.ticksAt(n), taken.lotsAt(n));
      if (order.lots === 0) this.#orders.close(order);
    } else if (taken.total > 0) this.#fills.made(order, taken.total);
    if (order.lots > 0 && !isWorse && this.#settlement.hasMet(order, crossShare)) this.#fills.made(order, order.lots);
  }

  /** Somebody has met all of it. In the worse case, one that arrived since the look before has taken, at its own price. */
  #fillAll(order: SlotOrder): void {
    if (this.#model.between === 'worse' && this.#isNew(order)) {
      this.#fills.took(order, order.ticks, order.lots);
      this.#orders.close(order);
    } else this.#fills.made(order, order.lots);
  }

  /** Whether an order that the other side has reached is taken to have come after it. */
  #isNew({ arrivedAt }: SlotOrder): boolean {
    const { between } = this.#model;
    const { lookedAt, now } = this.#state;
    if (arrivedAt < lookedAt) return false;
    if (between === 'worse') return true;
    return between === 'chance' ? this.#settlement.hadMoved(arrivedAt) : arrivedAt > lookedAt + (now - lookedAt) * LATE;
  }

  /** Whether one of our own orders stands in the way: the venue refuses to trade an account with itself. */
  #meetsOwn({ side, ticks: limit }: SlotOrder): boolean {
    const { open, openCount } = this.#state;
    for (let n = 0; n < openCount; n++) {
      const other = open[n]!;
      if (other.side === side) continue;
      if (limit === 0 || (side === BUY ? limit >= other.ticks : limit <= other.ticks)) return true;
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

/** Whether it stands alone before the others of its side, at a price that the mid has passed: somebody may have met it. */
function isPastMid({ side, ticks }: SlotOrder, bids: BookSide, asks: BookSide): boolean {
  if (bids.length === 0 || asks.length === 0) return false;
  const twice = bids.bestTicks + asks.bestTicks;
  return side === BUY ? ticks > bids.bestTicks && 2 * ticks > twice : ticks < asks.bestTicks && 2 * ticks < twice;
}
