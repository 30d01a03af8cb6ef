import { type Random, seededRandom } from '../base/random.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import { BUY, SELL } from '../model/side.ts';
import type { FillModel } from './fillModel.ts';
import type { Foresight } from './foresight.ts';
import type { OrderFills } from './orderFills.ts';
import type { OrderSlots } from './orderSlots.ts';
import type { Outlook } from './outlook.ts';
import type { ShownLiquidity } from './shownLiquidity.ts';
import { OPEN, type SlotOrder } from './slotOrder.ts';
import { TakenLevels } from './takenLevels.ts';
import { CAME, LEFT, type Unsettled, UnsettledList } from './unsettled.ts';
import type { VenueState } from './venueState.ts';

export interface SettlementOptions {
  readonly model: FillModel;
  /** As shares. */
  readonly makerFee: number;
  readonly takerFee: number;
  readonly foresight?: Foresight | undefined;
  readonly seed: number | string;
  /** From asking for one list of ours to asking for the next. */
  readonly roundTripMs: number;
}

/**
 * What became of our requests between two looks, settled by the second one. The order of things within that time is unknown: the
 * model says whether the worse, the better or one by chance is taken for true.
 */
export class Settlement {
  readonly #state: VenueState;
  readonly #model: FillModel;
  readonly #orders: OrderSlots;
  readonly #fills: OrderFills;
  readonly #liquidity: ShownLiquidity;
  readonly #outlook: Outlook;
  readonly #takerFee: number = 0;
  readonly #roundTripMs: number = 0;
  readonly #list = new UnsettledList();
  readonly #now = new TakenLevels();
  readonly #random: Random;

  constructor(
    state: VenueState,
    { model, takerFee, seed, roundTripMs }: SettlementOptions,
    orders: OrderSlots,
    fills: OrderFills,
    liquidity: ShownLiquidity,
    outlook: Outlook,
  ) {
    this.#outlook = outlook;
    this.#takerFee = takerFee;
    this.#state = state;
    this.#model = model;
    this.#orders = orders;
    this.#fills = fills;
    this.#liquidity = liquidity;
    this.#roundTripMs = roundTripMs;
    this.#random = seededRandom(`between-looks:${seed}`);
  }

  /** An order arrives. Gives the lots that it would take of the last look: what of them it gets is settled later. */
  came(order: SlotOrder): number {
    const shown = this.#liquidity.keptFor(order);
    if (shown === undefined) return 0;
    const one = this.#list.add(CAME, order, this.#state.now);
    this.#state.unsettled++;
    this.#liquidity.walk(order.side, order.ticks, order.lots, shown, one.taken);
    const { total } = one.taken;
    if (total > 0) order.coming = total;
    else {
      this.#list.removeLast();
      this.#state.unsettled--;
    }
    return total;
  }

  /** An order that rests is about to be canceled or moved. */
  left(order: SlotOrder): void {
    if (this.#model.between === 'better') return;
    this.#list.add(LEFT, order, this.#state.now);
    this.#state.unsettled++;
  }

  /** The next look. Its levels are whole again where they have changed. */
  onBook(book: Book): void {
    const list = this.#list;
    const { hasUnread } = this.#fills;
    for (let n = 0; n < list.count; n++) this.#decide(list.at(n));
    for (let n = 0; n < list.count; n++) {
      const one = list.at(n);
      if (one.kind === LEFT) this.#settleLeft(one, book);
      else this.#settleCame(one, book);
      one.order.unsettled--;
    }
    if (!hasUnread) this.#tell(list.at(list.count - 1).at);
    list.count = 0;
    this.#state.unsettled = 0;
  }

  /** What has been read since all of it happened is heard of with this look, as nearly when it would have been as can be. */
  #tell(lastAt: Instant): void {
    const { lastReadAt, receivedAt } = this.#state;
    if (lastReadAt < lastAt) return;
    this.#fills.heardAt = receivedAt;
    this.#fills.read(lastReadAt - this.#roundTripMs);
  }

  /** Whether something that may have met an order has met it. */
  hasMet(order: SlotOrder, byChance: number): boolean {
    return this.#random.next() < this.#outlook.shareOf(order, byChance);
  }

  /** By chance, whether a move that this look shows had come before something that happened at that time. */
  hadMoved(at: Instant): boolean {
    const { lookedAt, now } = this.#state;
    const { movedShare } = this.#model;
    const share = now > lookedAt ? (at - lookedAt) / (now - lookedAt) : 1;
    return this.#random.next() < movedShare + (1 - movedShare) * share;
  }

  /** Whether an order that came met the first look or the second; and before anything else is taken of that, what it did not take of the first. */
  #decide(one: Unsettled): void {
    if (one.kind !== CAME) return;
    one.metFirst = this.#model.between === 'chance' && !this.hadMoved(one.at);
    if (!one.metFirst) this.#liquidity.giveBack(1 - one.order.side, one.taken);
  }

  #settleCame({ order, ticks: limit, lots, at, taken, metFirst }: Unsettled, book: Book): void {
    order.coming = 0;
    const wanted = Math.min(lots, order.lots);
    const now = this.#now;
    now.clear();
    if (!metFirst) this.#liquidity.walk(order.side, limit, wanted, order.side === SELL ? book.bids : book.asks, now);
    if (this.#model.between !== 'chance') this.#merge(order, limit, taken, wanted);
    else {
      this.#takeAll(order, limit, at, metFirst ? taken : now, wanted);
      // Its rest stands where the other side has stood, and whoever comes back there meets it.
      const rests = order.ticks === limit && order.lots > 0 && order.state === OPEN;
      if (rests && this.hasMet(order, this.#model.pastShare)) this.#fills.made(order, order.lots);
    }
    if (order.lots === 0 && order.state === OPEN) this.#close(order, at);
  }

  #takeAll(order: SlotOrder, limit: number, at: Instant, levels: TakenLevels, wanted: number): void {
    let left = wanted;
    for (let n = 0; n < levels.count && left > 0; n++) {
      const lots = Math.min(levels.lotsAt(n), left);
      const ticks = levels.ticksAt(n);
      const price = at >= this.#state.toldAt ? this.#toldPrice(order, ticks) : ticks;
      // Statistics had told that nobody stood within its limit any more.
      if (limit === 0 || (order.side === BUY ? price <= limit : price >= limit)) this.#fills.took(order, price, lots);
      left -= lots;
    }
  }

  /**
   * Lot by lot the worse price of the two looks, or the better one. What only one of them shows is bought or not, whichever is worse,
   * or better, by where the price went and the fee. In the worse case it costs the limit, and what neither shows may have been met too.
   */
  #merge(order: SlotOrder, limit: number, before: TakenLevels, most: number): void {
    const now = this.#now;
    const isWorse = this.#model.between === 'worse';
    const sign = order.side === BUY ? 1 : -1;
    const { later } = this.#outlook;
    let wanted = most;
    for (let b = 0, n = 0, usedBefore = 0, usedNow = 0; wanted > 0;) {
      const hasBefore = b < before.count;
      const hasNow = n < now.count;
      const isShown = hasBefore || hasNow;
      if (!isShown && (!isWorse || limit === 0)) return;
      const met = Math.min(wanted, hasBefore ? before.lotsAt(b) - usedBefore : Infinity, hasNow ? now.lotsAt(n) - usedNow : Infinity);
      const one = hasBefore ? before.ticksAt(b) : hasNow ? now.ticksAt(n) : limit;
      const other = hasBefore && hasNow ? now.ticksAt(n) : isWorse && limit !== 0 ? limit : one;
      let price = (isWorse ? other - one : one - other) * sign > 0 ? other : one;
      // With no price to judge by, it is bought.
      let isSure = (hasBefore && hasNow) || Number.isNaN(later);
      if (isWorse && this.#state.toldAt !== Infinity) {
        price = this.#toldPrice(order, price);
        if (limit !== 0 && (price - limit) * sign > 0) {
          // It has come before that was told, or has missed it.
          price = limit;
          isSure = Number.isNaN(later);
        }
      }
      const gain = (later - price) * sign - price * this.#takerFee;
      if (isSure || (isWorse ? gain < 0 : gain > 0)) this.#fills.took(order, price, met);
      wanted -= met;
      if (hasBefore && (usedBefore += met) === before.lotsAt(b)) {
        b++;
        usedBefore = 0;
      }
      if (hasNow && (usedNow += met) === now.lotsAt(n)) {
        n++;
        usedNow = 0;
      }
    }
  }

  /** A price, or the one that statistics have told of since the first look where that is worse. */
  #toldPrice({ side }: SlotOrder, ticks: number): number {
    const { toldBid, toldAsk } = this.#state;
    return side === BUY ? Math.max(ticks, toldAsk) : Math.min(ticks, toldBid);
  }

  /** Whether the other side had come to where the order rested before it left. */
  #settleLeft({ order, ticks, lots, at }: Unsettled, { bids, asks }: Book): void {
    const { between } = this.#model;
    const isSell = order.side === SELL;
    const other = isSell ? bids : asks;
    const best = this.#liquidity.best(1 - order.side, other);
    if (order.lots === 0 || (isSell ? best < ticks : best > ticks)) return;
    // The worse case is that it was gone before, where it gains.
    if (between === 'chance' ? !this.hadMoved(at) : this.#outlook.shareOf({ side: order.side, ticks }, 1) === 0) return;
    // Where it went it is crossed too, at a worse price.
    if (order.state === OPEN && (isSell ? order.ticks < ticks : order.ticks > ticks)) return;
    const met = Math.min(lots, order.lots);
    this.#fills.madeAt(order, ticks, met);
    // It would have been gone when the replacement came.
    if (order.state === OPEN && (order.lots === 0 || met === lots)) this.#close(order, at);
  }

  #close(order: SlotOrder, at: Instant): void {
    this.#orders.close(order);
    order.endedAt = at;
  }
}
