import type { Book, BookSide } from '../model/book.ts';
import { ConsumedLevels } from './consumedLevels.ts';
import type { FillModel } from './fillModel.ts';
import { OPEN, type OrderSlots, UNKNOWN } from './orderSlots.ts';
import { FILLED, type ReportQueue } from './reportQueue.ts';
import { PLACE, REPLACE, type RequestQueue } from './requestQueue.ts';
import { ShownCopy } from './shownCopy.ts';
import { levelOf, lotsOfBest } from './shownLevel.ts';
import type { TakerFlow } from './takerFlow.ts';

/**
 * What becomes of our orders at a venue of which only looks are known. Three things fill a resting order: the other side
 * reaches its price in a look; its queue shrinks by more than stood ahead of it; a sweep gets to it (see `TakerFlow`).
 */
export class SnapshotMatching {
  /** When the last look was, by the venue's time. */
  lookAt = 0;
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

  constructor(model: FillModel, orders: OrderSlots, requests: RequestQueue, reports: ReportQueue, flow: TakerFlow) {
    this.#model = model;
    this.#orders = orders;
    this.#requests = requests;
    this.#reports = reports;
    this.#flow = flow;
    this.#usesFlow = model.sweeps !== 'none';
  }

  onBook(book: Book, at: number, mayFill: boolean): void {
    const { bids, asks, depth } = book;
    this.#book = book;
    this.#look++;
    this.lookAt = at;
    this.#swept[0] = 0;
    this.#swept[1] = 0;
    if (bids.length > 0 && asks.length > 0) this.#flow.onLook((bids.lots[bids.start]! + asks.lots[asks.start]!) / 2);
    this.#flow.accrue(at);
    if (this.#consumed.count > 0) {
      this.#consumed.onLook(0, bids, bids.length < depth);
      this.#consumed.onLook(1, asks, asks.length < depth);
    }
    if (this.#orders.openCount > 0) {
      if (mayFill) this.#meetOtherSide(bids, asks, at);
      this.#lookAtQueues(bids, asks, depth, mayFill, at);
    }
    const { count } = this.#requests;
    for (let n = 0; n < count; n++) this.lookUp(this.#requests.at(n));
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
    shown[i] = isBeyond ? UNKNOWN : shownAt(own, place, limit);
  }

  /** False when the venue refuses it. */
  place(i: number, slot: number, at: number): boolean {
    const orders = this.#orders;
    const isMarket = orders.ticks[slot] === 0;
    const lots = orders.lots[slot]!;
    if (this.#meetsOwn(slot)) return this.#refuse(slot, at);
    this.#takeShown(slot, orders.side[slot]!, orders.ticks[slot]!, at);
    if (isMarket && orders.lots[slot] === lots) return this.#refuse(slot, at);
    if (isMarket || orders.lots[slot] === 0) orders.close(slot, at);
    else this.#rest(i, slot);
    return true;
  }

  replace(i: number, slot: number, at: number): boolean {
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
    this.#takeShown(slot, orders.side[slot]!, ticks, at);
    if (orders.lots[slot] === 0) orders.close(slot, at);
    else this.#rest(i, slot);
    return true;
  }

  cancel(slot: number, at: number): boolean {
    if (this.#orders.state[slot] !== OPEN) return false;
    this.#orders.close(slot, at);
    return true;
  }

  /** A taker comes through one side of the book. */
  sweep(side: number, lots: number, at: number): void {
    if (!this.#usesFlow || lots === 0) return;
    if (this.#model.sweeps === 'both-sides') {
      this.#sweepSide(0, lots, at);
      this.#sweepSide(1, lots, at);
    } else this.#sweepSide(side, lots, at);
  }

  /** Others first, then ours, in order of price and arrival; what is swept comes back with time. */
  #sweepSide(side: number, lots: number, at: number): void {
    const { depth, ahead, lots: open } = this.#orders;
    const { depthShare, refillMs } = this.#model;
    let gone = this.#swept[side]! * Math.max(0, 1 - (at - this.#sweptAt[side]!) / refillMs);
    let left = lots;
    for (let slot = this.#firstAfter(side, -1); slot >= 0; slot = this.#firstAfter(side, slot)) {
      const between = Math.max(0, Math.floor((depth[slot]! + ahead[slot]!) * depthShare) - gone);
      if (between >= left) break;
      gone += between;
      left = Math.floor(left - between);
      const met = Math.min(left, open[slot]!);
      if (met > 0) this.#fill(slot, this.#orders.ticks[slot]!, met, 0, at);
      left -= met;
      if (left === 0) break;
    }
    this.#swept[side] = gone + left;
    this.#sweptAt[side] = at;
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

  #meetOtherSide(bids: BookSide, asks: BookSide, at: number): void {
    const { open, side, ticks, lots } = this.#orders;
    const bestBid = this.#bestLeft(0, bids);
    const bestAsk = this.#bestLeft(1, asks);
    for (let n = this.#orders.openCount - 1; n >= 0; n--) {
      const slot = open[n]!;
      const isSell = side[slot] === 1;
      const limit = ticks[slot]!;
      if (isSell ? bestBid < limit : bestAsk > limit) continue;
      const met = this.#model.crossing === 'whole' ? lots[slot]! : this.#takeCrossing(slot, isSell ? bids : asks, isSell ? 0 : 1);
      if (met > 0) this.#fill(slot, limit, met, 0, at);
    }
  }

  #lookAtQueues(bids: BookSide, asks: BookSide, asked: number, mayFill: boolean, at: number): void {
    const { open, side, ticks, lots, ahead, shown, depth, hint } = this.#orders;
    const { queueShare } = this.#model;
    for (let n = this.#orders.openCount - 1; n >= 0; n--) {
      const slot = open[n]!;
      const isSell = side[slot] === 1;
      const own = isSell ? asks : bids;
      const limit = ticks[slot]!;
      const place = levelOf(own, isSell, limit, hint[slot]!);
      hint[slot] = place;
      if (place === own.length && place >= asked) {
        // Out of sight: what happens there is unknown until it comes back.
        shown[slot] = UNKNOWN;
        depth[slot] = Infinity;
        continue;
      }
      const now = shownAt(own, place, limit);
      const before = shown[slot]!;
      shown[slot] = now;
      if (this.#usesFlow) depth[slot] = lotsOfBest(own, place);
      const gone = before > now ? Math.floor((before - now) * queueShare) : 0;
      const surplus = gone - ahead[slot]!;
      ahead[slot] = Math.max(0, Math.min(-surplus, now));
      if (surplus <= 0 || !mayFill) continue;
      const met = Math.min(surplus, lots[slot]!, Math.floor(this.#flow.budget));
      if (met <= 0) continue;
      this.#flow.budget -= met;
      this.#fill(slot, limit, met, 0, at);
    }
  }

  /** The best price of which something is left after what we have taken. */
  #bestLeft(side: number, { ticks, lots, start, length }: BookSide): number {
    for (let i = start; i < start + length; i++) {
      if (this.#consumed.count === 0 || this.#consumed.left(side, ticks[i]!, lots[i]!) > 0) return ticks[i]!;
    }
    return side === 0 ? -Infinity : Infinity;
  }

  /** No more than what is shown at or beyond the order's price, and of each level once. */
  #takeCrossing(slot: number, other: BookSide, otherSide: number): number {
    const limit = this.#orders.ticks[slot]!;
    let met = 0;
    for (let i = other.start; i < other.start + other.length; i++) {
      const price = other.ticks[i]!;
      if (otherSide === 0 ? price < limit : price > limit) break;
      const level = other.lots[i]!;
      const taken = Math.min(this.#consumed.left(otherSide, price, level), this.#orders.lots[slot]! - met);
      if (taken > 0) this.#consumed.add(otherSide, price, level, taken);
      met += taken;
    }
    return met;
  }

  /** The taker's part of a limit, or a market order at 0 ticks. */
  #takeShown(slot: number, side: number, limit: number, at: number): void {
    const copy = side === 0 ? this.#asksCopy : this.#bidsCopy;
    if (copy.look !== this.#look) return;
    const { lots } = this.#orders;
    for (let i = 0; i < copy.length && lots[slot]! > 0; i++) {
      const price = copy.ticks[i]!;
      if (limit !== 0 && (side === 0 ? price > limit : price < limit)) return;
      const level = copy.lots[i]!;
      const met = Math.min(this.#consumed.left(1 - side, price, level), lots[slot]!);
      if (met === 0) continue;
      this.#consumed.add(1 - side, price, level, met);
      this.#report(slot, price, met, 1, at);
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

  #refuse(slot: number, at: number): false {
    this.#orders.end(slot, at);
    return false;
  }

  #fill(slot: number, ticks: number, lots: number, isTaker: number, at: number): void {
    this.#report(slot, ticks, lots, isTaker, at);
    if (this.#orders.lots[slot] === 0) this.#orders.close(slot, at);
  }

  #report(slot: number, ticks: number, lots: number, isTaker: number, at: number): void {
    this.#orders.lots[slot]! -= lots;
    this.#orders.uses[slot]!++;
    this.#reports.push(FILLED, slot, ticks, lots, isTaker, at);
  }
}

function shownAt(side: BookSide, place: number, ticks: number): number {
  return place < side.length && side.ticks[side.start + place] === ticks ? side.lots[side.start + place]! : 0;
}
