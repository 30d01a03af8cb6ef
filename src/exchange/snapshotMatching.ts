import type { Book, BookSide } from '../model/book.ts';
import { ConsumedLevels } from './consumedLevels.ts';
import type { FillModel } from './fillModel.ts';
import { OPEN, type OrderSlots, UNKNOWN } from './orderSlots.ts';
import { FILLED, type ReportQueue } from './reportQueue.ts';
import { PLACE, REPLACE, type RequestQueue } from './requestQueue.ts';
import { ShownCopy } from './shownCopy.ts';
import { levelOf, lotsOfBest } from './shownLevel.ts';
import type { TakerFlow } from './takerFlow.ts';
import { NOW, type VenueTimes } from './venueTimes.ts';

/**
 * What becomes of our orders at a venue of which only looks are known. Three things fill a resting order: the other side
 * reaches its price in a look; its queue shrinks by more than stood ahead of it; a sweep gets to it (see `TakerFlow`).
 * Everything happens at `NOW`.
 */
export class SnapshotMatching {
  readonly #times: VenueTimes;
  readonly #model: FillModel;
  readonly #orders: OrderSlots;
  readonly #requests: RequestQueue;
  readonly #reports: ReportQueue;
  readonly #flow: TakerFlow;
  readonly #usesFlow: boolean;
  readonly #consumed = new ConsumedLevels();
  readonly #bidsCopy = new ShownCopy();
  readonly #asksCopy = new ShownCopy();
  /** By side: what sweeps took since the last look, and when. */
  readonly #swept = new Float64Array(2);
  readonly #sweptAt = new Float64Array(2);
  #book: Book | undefined;
  #look = 0;

  constructor(times: VenueTimes, model: FillModel, orders: OrderSlots, requests: RequestQueue, reports: ReportQueue, flow: TakerFlow) {
    this.#times = times;
    this.#model = model;
    this.#orders = orders;
    this.#requests = requests;
    this.#reports = reports;
    this.#flow = flow;
    this.#usesFlow = model.sweeps !== 'none';
  }

  onBook(book: Book, mayFill: boolean): void {
    const { bids, asks, depth } = book;
    this.#book = book;
    this.#look++;
    if (this.#usesFlow) {
      this.#swept.fill(0);
      this.#flow.onLook(bids, asks);
    }
    if (this.#consumed.count > 0) {
      this.#consumed.onLook(0, bids, bids.length < depth);
      this.#consumed.onLook(1, asks, asks.length < depth);
    }
    if (this.#orders.openCount > 0) this.#lookAtOrders(book, mayFill);
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
    if (isSell && bids.length > 0 && limit <= bids.ticks[bids.start]!) this.#bidsCopy.keep(bids, this.#look);
    if (!isSell && asks.length > 0 && (limit === 0 || limit >= asks.ticks[asks.start]!)) this.#asksCopy.keep(asks, this.#look);
    if (limit === 0) return;
    const own = isSell ? asks : bids;
    const place = levelOf(own, isSell, limit, this.#orders.hint[slot[i]!]!);
    const isBeyond = place === own.length && own.length >= asked;
    hint[i] = place;
    depth[i] = isBeyond ? Infinity : this.#usesFlow ? lotsOfBest(own, place) : 0;
    const isShown = place < own.length && own.ticks[own.start + place] === limit;
    shown[i] = isBeyond ? UNKNOWN : isShown ? own.lots[own.start + place]! : 0;
  }

  /** False when the venue refuses it. */
  place(i: number, slot: number): boolean {
    const orders = this.#orders;
    const isMarket = orders.ticks[slot] === 0;
    const lots = orders.lots[slot]!;
    if (this.#meetsOwn(slot)) return this.#refuse(slot);
    this.#takeShown(slot);
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
    this.#takeShown(slot);
    if (orders.lots[slot] === 0) orders.close(slot);
    else this.#rest(i, slot);
    return true;
  }

  cancel(slot: number): boolean {
    if (this.#orders.state[slot] !== OPEN) return false;
    this.#orders.close(slot);
    return true;
  }

  /** A taker comes through one side of the book. */
  sweep(): void {
    if (!this.#usesFlow) return;
    if (this.#model.sweeps === 'both-sides') {
      this.#sweepSide(0);
      this.#sweepSide(1);
    } else this.#sweepSide(this.#flow.side);
  }

  /** Others first, then ours, in order of price and arrival; what is swept comes back with time. */
  #sweepSide(side: number): void {
    const { depth, ahead, lots } = this.#orders;
    const { depthShare, refillMs } = this.#model;
    const now = this.#times[NOW]!;
    let gone = this.#swept[side]! * Math.max(0, 1 - (now - this.#sweptAt[side]!) / refillMs);
    let left = this.#flow.lots[0]!;
    for (let slot = this.#firstAfter(side, -1); slot >= 0 && left > 0; slot = this.#firstAfter(side, slot)) {
      const between = Math.max(0, Math.floor((depth[slot]! + ahead[slot]!) * depthShare) - gone);
      if (between >= left) break;
      gone += between;
      left = Math.floor(left - between);
      const met = Math.min(left, lots[slot]!);
      if (met > 0) this.#fill(slot, met);
      left -= met;
    }
    this.#swept[side] = gone + left;
    this.#sweptAt[side] = now;
  }

  /** Our order that is filled next after this one, on its side; -1 when there is none. */
  #firstAfter(side: number, slot: number): number {
    const orders = this.#orders;
    let first = -1;
    for (let n = 0; n < orders.openCount; n++) {
      const other = orders.open[n]!;
      if (orders.side[other] !== side || other === slot || (slot >= 0 && !orders.comesBefore(slot, other))) continue;
      if (first < 0 || orders.comesBefore(other, first)) first = other;
    }
    return first;
  }

  #lookAtOrders({ bids, asks, depth: asked }: Book, mayFill: boolean): void {
    const { open, side, ticks, ahead, shown, depth, hint, lots } = this.#orders;
    const { queueShare } = this.#model;
    const bestBid = this.#bestLeft(0, bids);
    const bestAsk = this.#bestLeft(1, asks);
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
      const i = own.start + place;
      const now = place < own.length && own.ticks[i] === limit ? own.lots[i]! : 0;
      const gone = shown[slot]! > now ? Math.floor((shown[slot]! - now) * queueShare) : 0;
      const stillAhead = ahead[slot]! - gone;
      shown[slot] = now;
      ahead[slot] = stillAhead > now ? now : stillAhead > 0 ? stillAhead : 0;
      if (this.#usesFlow) depth[slot] = lotsOfBest(own, place);
      if (stillAhead < 0 && mayFill) {
        const met = this.#flow.spend(Math.min(-stillAhead, lots[slot]!));
        if (met > 0) this.#fill(slot, met);
      }
    }
  }

  /** The best price of which something is left after what we have taken. */
  #bestLeft(side: number, { ticks, lots, start, length }: BookSide): number {
    for (let i = start; i < start + length; i++) {
      if (this.#consumed.count === 0 || this.#consumed.left(side, ticks[i]!, lots[i]!) > 0) return ticks[i]!;
    }
    return side === 0 ? -Infinity : Infinity;
  }

  /** The other side has reached the order's price. */
  #cross(slot: number, other: BookSide): void {
    const { lots, ticks, side } = this.#orders;
    if (this.#model.crossing === 'whole') {
      this.#fill(slot, lots[slot]!);
      return;
    }
    // No more than what is shown at or beyond the price, and of each level once.
    const isSell = side[slot] === 1;
    const otherSide = 1 - side[slot]!;
    let met = 0;
    for (let i = other.start; i < other.start + other.length; i++) {
      const price = other.ticks[i]!;
      if (isSell ? price < ticks[slot]! : price > ticks[slot]!) break;
      const level = other.lots[i]!;
      const taken = Math.min(this.#consumed.left(otherSide, price, level), lots[slot]! - met);
      if (taken > 0) this.#consumed.add(otherSide, price, level, taken);
      met += taken;
    }
    if (met > 0) this.#fill(slot, met);
  }

  /** The taker's part of an order: what is shown up to its limit, which a market order at 0 ticks does not have. */
  #takeShown(slot: number): void {
    const { lots, ticks, side } = this.#orders;
    const isSell = side[slot] === 1;
    const copy = isSell ? this.#bidsCopy : this.#asksCopy;
    if (copy.look !== this.#look) return;
    const limit = ticks[slot]!;
    for (let i = 0; i < copy.length && lots[slot]! > 0; i++) {
      const price = copy.ticks[i]!;
      if (limit !== 0 && (isSell ? price < limit : price > limit)) return;
      const level = copy.lots[i]!;
      const met = Math.min(this.#consumed.left(1 - side[slot]!, price, level), lots[slot]!);
      if (met === 0) continue;
      this.#consumed.add(1 - side[slot]!, price, level, met);
      const report = this.#report(slot, met);
      this.#reports.ticks[report] = price;
      this.#reports.isTaker[report] = 1;
    }
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

  /** As a maker, at its own price. */
  #fill(slot: number, lots: number): void {
    this.#report(slot, lots);
    if (this.#orders.lots[slot] === 0) this.#orders.close(slot);
  }

  #report(slot: number, lots: number): number {
    const reports = this.#reports;
    this.#orders.lots[slot]! -= lots;
    this.#orders.uses[slot]!++;
    const i = reports.push(FILLED, slot);
    reports.ticks[i] = this.#orders.ticks[slot]!;
    reports.lots[i] = lots;
    reports.isTaker[i] = 0;
    reports.tradedAt[i] = this.#times[NOW]!;
    return i;
  }
}
