import { type Decimal, ZERO } from '../base/decimal.ts';
import { isMore } from '../base/sum.ts';
import type { Instant } from '../base/instant.ts';
import { amountOf } from '../model/grid.ts';
import type { Order, OrderEnd } from '../model/order.ts';
import type { EngineState } from './engineState.ts';
import { moveOrder } from './busyLane.ts';
import { cancelAfresh } from './cancelAfresh.ts';
import { EngineOrder, type Market, type Seat } from './market.ts';
import { MeanwhileFills } from './meanwhileFills.ts';
import { OrderList } from './orderList.ts';
import { entomb } from './savedEntombed.ts';
import { setReserve } from './setReserve.ts';
import { BUY } from '../model/side.ts';
import { Shapes } from './shapes.ts';
import type { UnseenReplacement } from './unseenExecutions.ts';

/**
 * Keeps the state of our orders and what they reserve. News only moves an order forward, so reports may come late or twice: the
 * filled amount never falls, and no order comes back from `closed`.
 */
export class Orders {
  /** All live orders, oldest first. */
  readonly live = new OrderList<EngineOrder>();
  readonly shapes = new Shapes();
  placed = 0;
  /** How many live orders buy at any price. What they may take depends on the book and is in no sum. */
  marketBuys = 0;
  readonly #state: EngineState;
  readonly #unused: EngineOrder[] = [];
  readonly #meanwhile = new MeanwhileFills();

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Adds a new order that has not been sent yet. For a market order, `ticks` means nothing. */
  add(seat: Seat, market: Market, side: number, isMarket: boolean, ticks: number, lots: number): EngineOrder {
    const { now } = this.#state;
    const order = this.#unused.pop() ?? new EngineOrder(market, seat);
    if (order.market !== market) order.market = market;
    if (order.seat !== seat) order.seat = seat;
    order.side = side;
    order.isMarket = isMarket;
    order.ticks = ticks;
    order.lots = lots;
    order.filled = 0;
    order.state = 'pending';
    order.end = undefined;
    order.isCanceling = false;
    order.isReplacing = false;
    order.isReplaceUnknown = false;
    order.isOwnHand = false;
    if (order.keeper !== undefined) order.keeper = undefined;
    order.isBound = false;
    order.reserve.decimals = side === BUY ? market.quote.decimals : market.base.decimals;
    order.serial = ++this.placed;
    order.cancelTriedAt = -Infinity;
    order.cancelsFailed = 0;
    order.isCancelAsked = false;
    order.replacedAt = -Infinity;
    order.decidedAt = now;
    order.placedAt = now;
    order.updatedAt = now;
    if (order.tag !== undefined) order.tag = undefined;
    if (order.intentId !== undefined) order.intentId = undefined;
    order.number = 0;
    this.live.add(order);
    seat.live.add(order);
    market.live.add(order);
    market.underway++;
    if (isMarket && side === BUY) this.marketBuys++;
    this.#reserve(order);
    return order;
  }

  /** Sets the state of an order of an earlier life that was just added. */
  restored(order: EngineOrder, shown: Order, ticks: number, lots: number, filled: number): void {
    moveOrder(order, shown.state);
    order.isBound = order.orderId !== undefined;
    // It is not known here what a replacement of an earlier life asks for.
    order.isReplacing = shown.replacing !== undefined;
    order.replaceId = shown.replacing;
    order.nextTicks = 0;
    order.nextLots = 0;
    order.ticks = ticks;
    order.lots = lots;
    order.filled = filled;
    order.decidedAt = -Infinity;
    order.placedAt = shown.placedAt;
    this.#reserve(order);
    order.updatedAt = shown.updatedAt;
  }

  /** No more news of the order can come and nobody holds it, so its object may be reused. */
  recycle(order: EngineOrder): void {
    this.#unused.push(order);
  }

  /** A replacement is on its way. This is not news of the order, so its time of update stays. */
  replacing(order: EngineOrder, ticks: number, lots: number): void {
    order.isReplacing = true;
    order.isReplaceUnknown = false;
    order.nextTicks = ticks;
    order.nextLots = lots;
    order.market.underway++;
    this.#reserve(order);
  }

  canceling(order: EngineOrder): void {
    order.cancelTriedAt = this.#state.now;
    order.isCanceling = true;
    this.#updated(order);
  }

  /** The venue has the order. */
  opened(order: EngineOrder, ticks: number, lots: number): void {
    moveOrder(order, 'open');
    order.isBound = true;
    order.ticks = ticks;
    order.lots = lots > order.filled ? lots : order.filled;
    this.#changed(order);
    this.#closeWhenFilled(order);
  }

  /**
   * The order goes on with `lots` still to be filled. Executions up to `at`, by the venue's time, are not part of them. With `unseen` they may not
   * be known yet: what the order had left before, and what was asked for and is not open, since it may have been executed at once.
   */
  replaced(order: EngineOrder, ticks: number, lots: number, at: Instant, unseen?: UnseenReplacement): void {
    const later = this.#meanwhile.takeAfter(order, at);
    cancelAfresh(order);
    order.isReplacing = false;
    order.isReplaceUnknown = false;
    order.replacedAt = at;
    if (order.state === 'closed') return;
    if (unseen !== undefined) {
      const left = order.lots - (order.filled - later);
      const atOnce = Math.max(0, unseen.asked - lots);
      const dearest = atOnce > 0 ? Math.max(order.ticks, ticks) : order.ticks;
      this.#state.unseen.add(unseen.replaceId, order, order.isMarket ? 0 : dearest, left + atOnce, at, this.#state.now);
    }
    order.ticks = ticks;
    const total = order.filled - later + lots;
    order.lots = total > order.filled ? total : order.filled;
    this.#changed(order);
    this.#closeWhenFilled(order);
  }

  /** An answer to a replacement has come, whatever it says. */
  replacementAnswered({ market }: EngineOrder): void {
    market.underway--;
  }

  /** A replacement did not happen, so the order stays as it was. */
  replacementEnded(order: EngineOrder): void {
    this.#meanwhile.forget(order);
    order.isReplacing = false;
    order.isReplaceUnknown = false;
    if (order.state === 'closed') return;
    this.#changed(order);
    this.#closeWhenFilled(order);
  }

  /** Nobody can say whether the venue has the order. */
  unknown(order: EngineOrder): void {
    if (order.state !== 'pending' && order.state !== 'unknown') return;
    moveOrder(order, 'unknown');
    this.#updated(order);
  }

  /** A cancel failed. */
  cancelFailed(order: EngineOrder): void {
    if (order.state === 'closed') return;
    order.isCanceling = false;
    order.cancelsFailed++;
    this.#updated(order);
  }

  /** Books an execution on its order. It was made under the id `orderId`. */
  filled(order: EngineOrder, lots: number, tradedAt: Instant, orderId: string | undefined): void {
    if (order.isReplacing) this.#meanwhile.add({ order, lots, tradedAt, orderId });
    order.filled += lots;
    // What the last replacement left open does not include what was filled before it.
    const isBefore = order.replacedAt !== -Infinity && (tradedAt <= order.replacedAt || orderId !== order.orderId);
    if (isBefore && !this.#state.unseen.isEmpty) this.#state.unseen.executed(order, lots, tradedAt);
    if (order.state === 'closed') {
      if (order.filled > order.lots) order.lots = order.filled;
      return;
    }
    if (isBefore) order.lots += lots;
    if (order.filled > order.lots) order.lots = order.filled;
    this.#changed(order);
    this.#closeWhenFilled(order);
  }

  close(order: EngineOrder, end: OrderEnd): void {
    if (order.state === 'closed') return;
    const { market, seat } = order;
    // An order that is filled to the last lot counts as filled, whatever closed it in the venue's list.
    order.end = end === 'canceled' && order.filled >= order.lots ? 'filled' : end;
    if (order.end !== 'filled' && order.end !== 'canceled') this.shapes.failed(order, this.#state.now);
    if (order.end === 'not-placed') entomb(order, this.#state);
    moveOrder(order, 'closed');
    order.isCanceling = false;
    order.isOwnHand = false;
    this.live.remove(order);
    seat.live.remove(order);
    market.live.remove(order);
    if (order.isMarket && order.side === BUY) this.marketBuys--;
    this.#changed(order);
  }

  /** Whether an order of exactly this shape may be at the venue: one of ours, one that failed lately, or somebody else's. */
  isTaken(market: Market, side: number, isMarket: boolean, ticks: number, lots: number): boolean {
    if (!this.shapes.isEmpty && this.shapes.isTaken(market, side, isMarket, ticks, lots, this.#state.now)) return true;
    const { live } = market;
    for (let i = 0; i < live.length; i++) {
      const order = live.at[i]!;
      if (order.side !== side || order.isMarket !== isMarket || order.ticks !== ticks) continue;
      if (order.lots === lots || order.lots - order.filled === lots) return true;
    }
    return false;
  }

  /** Changes to finer units, as the purses did. */
  refine(): void {
    for (const order of this.live.copy()) order.reserve.refine((order.side === BUY ? order.market.quote : order.market.base).decimals);
    this.#state.unseen.refine();
  }

  /** What live market orders may still take of a currency, by the books. */
  neededByMarketBuys(currency: string, without: EngineOrder | undefined, seat?: Seat): Decimal {
    let sum = ZERO;
    if (this.marketBuys === 0) return sum;
    const { live } = seat ?? this;
    for (let i = 0; i < live.length; i++) {
      const order = live.at[i]!;
      const { market } = order;
      if (!order.isMarket || order.side !== BUY || order === without || market.quote.currency !== currency) continue;
      const price = market.view?.bestAsk ?? market.mid;
      if (price !== undefined) sum = sum.plus(price.times(amountOf(market.pair.grid, order.remaining)));
    }
    return sum;
  }

  /** While a replacement is on its way, nobody can say what is left. */
  #closeWhenFilled(order: EngineOrder): void {
    if (order.state === 'open' && !order.isReplacing && order.filled >= order.lots) this.close(order, 'filled');
  }

  #updated(order: EngineOrder): void {
    order.updatedAt = this.#state.now;
    order.seat.isQuiet = false;
    if (order.keeper !== undefined) order.keeper.changed();
  }

  #changed(order: EngineOrder): void {
    this.#updated(order);
    this.#reserve(order);
  }

  /** The most that the order may still take. While it is being replaced, either its old or its new shape may turn out to live. */
  #reserve(order: EngineOrder): void {
    const { nextTicks, nextLots } = order;
    order.seat.isQuiet = false;
    const isOver = order.state === 'closed';
    let ticks = order.isMarket ? 0 : order.ticks;
    let lots = isOver ? 0 : order.lots - order.filled;
    // A sale takes its amount, at whatever price.
    if (order.isReplacing && !isOver && (order.side === BUY ? isMore(nextTicks, nextLots, ticks, lots) : nextLots > lots)) {
      ticks = nextTicks;
      lots = nextLots;
    }
    setReserve(order, ticks, lots);
  }
}
