import type { Book, BookSide } from '../model/book.ts';
import type { FillModel } from './fillModel.ts';
import { OrderFills } from './orderFills.ts';
import { OPEN, type OrderSlots, UNKNOWN } from './orderSlots.ts';
import type { ReportQueue } from './reportQueue.ts';
import { PLACE, REPLACE, type RequestQueue } from './requestQueue.ts';
import { levelOf, lotsAt, lotsOfBest } from './shownLevel.ts';
import { ShownLiquidity } from './shownLiquidity.ts';
import { Sweeping } from './sweeping.ts';
import type { TakerFlow } from './takerFlow.ts';
import type { VenueTimes } from './venueTimes.ts';

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
  readonly #times: VenueTimes;
  readonly #model: FillModel;
  readonly #orders: OrderSlots;
  readonly #requests: RequestQueue;
  readonly #flow: TakerFlow;
  readonly #fills: OrderFills;
  readonly #liquidity: ShownLiquidity;
  readonly #sweeping: Sweeping;
  readonly #usesFlow: boolean;
  /** When the look before this one was, in one cell. */
  readonly #lookedAt = new Float64Array(1);
  #book: Book | undefined;

  constructor(times: VenueTimes, model: FillModel, orders: OrderSlots, requests: RequestQueue, reports: ReportQueue, flow: TakerFlow) {
    this.#times = times;
    this.#model = model;
    this.#orders = orders;
    this.#requests = requests;
    this.#flow = flow;
    this.#fills = new OrderFills(times, orders, reports);
    this.#liquidity = new ShownLiquidity(orders, this.#fills);
    this.#sweeping = new Sweeping(times, model, orders, flow, this.#fills);
    this.#usesFlow = model.sweeps !== 'none';
  }

  onBook(book: Book, mayFill: boolean): void {
    this.#book = book;
    this.#liquidity.onBook(book);
    if (this.#usesFlow) {
      this.#sweeping.onBook();
      this.#flow.onLook(book.bids, book.asks);
    }
    if (this.#orders.openCount > 0) this.#lookAtOrders(book, mayFill);
    this.#lookedAt[0] = this.#times.now;
    for (let n = 0; n < this.#requests.count; n++) this.lookUp(this.#requests.at(n));
  }

  /** Where our orders stand in their queues is no longer known. */
  onGap(): void {
    const { open, openCount, shown, ahead } = this.#orders;
    for (let n = 0; n < openCount; n++) {
      shown[open[n]!] = UNKNOWN;
      ahead[open[n]!] = Infinity;
    }
  }

  /** Notes what a request would meet at the last look. */
  lookUp(i: number): void {
    const { kind, slot, ticks, shown, depth, hint } = this.#requests;
    if (kind[i] !== PLACE && kind[i] !== REPLACE) return;
    const { bids, asks, depth: asked } = this.#book!;
    const isSell = this.#orders.side[slot[i]!] === 1;
    const limit = ticks[i]!;
    this.#liquidity.keepFor(isSell, limit, this.#book!);
    if (limit === 0) return;
    const own = isSell ? asks : bids;
    const place = levelOf(own, isSell, limit, this.#orders.hint[slot[i]!]!);
    const isBeyond = place === own.length && own.length >= asked;
    hint[i] = place;
    depth[i] = isBeyond ? Infinity : this.#usesFlow ? lotsOfBest(own, place) : 0;
    shown[i] = isBeyond ? UNKNOWN : lotsAt(own, place, limit);
  }

  /** False when the venue refuses it. */
  place(i: number, slot: number): boolean {
    const orders = this.#orders;
    const isMarket = orders.ticks[slot] === 0;
    const lots = orders.lots[slot]!;
    if (this.#meetsOwn(slot)) return this.#refuse(slot);
    this.#liquidity.takeKept(slot);
    if (isMarket && orders.lots[slot] === lots) return this.#refuse(slot);
    if (isMarket || orders.lots[slot] === 0) orders.close(slot);
    else this.#rest(i, slot);
    return true;
  }

  replace(i: number, slot: number): boolean {
    const orders = this.#orders;
    if (orders.state[slot] !== OPEN) return false;
    const ticks = this.#requests.ticks[i]!;
    const lots = this.#requests.lots[i]!;
    if (ticks === orders.ticks[slot] && lots <= orders.lots[slot]!) {
      orders.lots[slot] = lots;
      return true;
    }
    const before = orders.ticks[slot]!;
    orders.ticks[slot] = ticks;
    if (this.#meetsOwn(slot)) {
      orders.ticks[slot] = before;
      return false;
    }
    orders.lots[slot] = lots;
    this.#liquidity.takeKept(slot);
    if (orders.lots[slot] === 0) orders.close(slot);
    else this.#rest(i, slot);
    return true;
  }

  cancel(slot: number): boolean {
    if (this.#orders.state[slot] !== OPEN) return false;
    this.#orders.close(slot);
    return true;
  }

  /** Our list of open orders, read so long before the executions at `readingAt`, lacks what has ended before then. */
  tellOfEnds(earlierMs: number): void {
    this.#fills.tellOfEnds(this.#times.readingAt - earlierMs);
  }

  /** A taker comes through one side of the book. */
  sweep(): void {
    if (this.#usesFlow) this.#sweeping.sweep();
  }

  #lookAtOrders({ bids, asks, depth: asked }: Book, mayFill: boolean): void {
    const { open, side, ticks, ahead, shown, depth, hint, lots } = this.#orders;
    const { queueShare } = this.#model;
    const bestBid = this.#liquidity.best(0, bids);
    const bestAsk = this.#liquidity.best(1, asks);
    // Backwards: an order that is filled leaves its place to the last one.
    for (let n = this.#orders.openCount - 1; n >= 0; n--) {
      const slot = open[n]!;
      const isSell = side[slot] === 1;
      const limit = ticks[slot]!;
      if (mayFill && (isSell ? bestBid >= limit : bestAsk <= limit)) {
        this.#cross(slot, isSell ? bids : asks);
        if (lots[slot] === 0) continue;
      }
      const own = isSell ? asks : bids;
      const place = levelOf(own, isSell, limit, hint[slot]!);
      hint[slot] = place;
      if (place === own.length && place >= asked) {
        // Out of sight: what happens there is unknown until it comes back.
        shown[slot] = UNKNOWN;
        depth[slot] = Infinity;
        continue;
      }
      const now = lotsAt(own, place, limit);
      const gone = shown[slot]! > now ? Math.floor((shown[slot]! - now) * queueShare) : 0;
      const stillAhead = ahead[slot]! - gone;
      shown[slot] = now;
      ahead[slot] = stillAhead > now ? now : stillAhead > 0 ? stillAhead : 0;
      if (this.#usesFlow) {
        const passed = depth[slot]!;
        depth[slot] = lotsOfBest(own, place);
        if (place === 0 && now === 0 && passed > 0 && passed !== Infinity && mayFill) this.#sweeping.seen(slot, passed);
        if (lots[slot] === 0) continue;
      }
      if (stillAhead < 0 && mayFill) {
        const met = this.#flow.spend(Math.min(-stillAhead, lots[slot]!));
        if (met > 0) this.#fills.made(slot, met);
      }
    }
  }

  /**
   * The other side has reached the order's price. One that arrived late before this look has probably found it there already, and
   * has taken; one that waited for it has made.
   */
  #cross(slot: number, other: BookSide): void {
    const { lots, arrivedAt } = this.#orders;
    const isWhole = this.#model.crossing === 'whole';
    const from = this.#lookedAt[0]!;
    const isLate = arrivedAt[slot]! > from + (this.#times.now - from) * LATE;
    const shown = isLate || !isWhole ? this.#liquidity.take(slot, other, isLate) : 0;
    const met = isWhole ? lots[slot]! : shown;
    if (met > 0) this.#fills.made(slot, met);
    else if (lots[slot] === 0) this.#orders.close(slot);
  }

  /** Whether one of our own orders stands in the way: the venue refuses to trade an account with itself. */
  #meetsOwn(slot: number): boolean {
    const { open, openCount, side, ticks } = this.#orders;
    const limit = ticks[slot]!;
    for (let n = 0; n < openCount; n++) {
      const other = open[n]!;
      if (side[other] === side[slot]) continue;
      if (limit === 0 || (side[slot] === 0 ? limit >= ticks[other]! : limit <= ticks[other]!)) return true;
    }
    return false;
  }

  #rest(i: number, slot: number): void {
    const orders = this.#orders;
    const { shown, depth, hint } = this.#requests;
    orders.rest(slot);
    orders.shown[slot] = shown[i]!;
    orders.ahead[slot] = shown[i] === UNKNOWN ? Infinity : shown[i]!;
    orders.depth[slot] = depth[i]!;
    orders.hint[slot] = hint[i]!;
  }

  #refuse(slot: number): false {
    this.#orders.end(slot);
    return false;
  }
}
