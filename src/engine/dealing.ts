import { isLikeUnknown } from './busyLane.ts';
import { CANCEL_AGAIN_MS, CANCEL_LOST_MS, cancelAgainMs } from './cancelPace.ts';
import type { EngineOrder } from './market.ts';
import type { EngineState } from './engineState.ts';
import { nonceRoom, recognisableLots } from './fingerprints.ts';
import { isCancelable } from './isCancelable.ts';
import { BUY } from '../model/side.ts';
import type { Market } from './market.ts';
import type { OrderKeeper } from './orderKeeper.ts';
import type { Orders } from './orders.ts';
import { OwedCancels } from './owedCancels.ts';
import type { Refusals } from './refusals.ts';
import { OrderRequest } from './risk/request.ts';
import { messageAgainst, type RefusedBy, type RiskRule, ruleAgainst } from './risk/riskGate.ts';
import { ownThatMeet } from './risk/selfTrade.ts';
import type { Seat } from './market.ts';

/** For so long, what only unseen executions stand against waits for the next reading of the trades, and is not refused. */
const UNSEEN_FOR_MS = 10_000;

const LIKE_UNKNOWN = 'an order of the same amount has an unknown outcome, and the two could not be told apart';

/**
 * An order that a part of the desk keeps. `reduces`: it makes the position smaller, so limits on new risk do not hold it back. `isExact`: its
 * amount is the last there is.
 */
export interface KeptShape {
  readonly seat: Seat;
  readonly market: Market;
  readonly side: number;
  readonly ticks: number;
  readonly lots: number;
  readonly tag: string | undefined;
  readonly reduces: boolean;
  readonly isExact: boolean;
}

/** `busy`: another intent of the lane is on its way, or it waits for the next reading of the trades. `refused`: a check refused it, or the lane is frozen. */
export type Dealt = 'sent' | 'busy' | 'refused';

/**
 * Turns decisions about orders into commands. Each passes the risk gate here and nowhere else. A refusal becomes a notice. A
 * request with an intent's id came from a person: its amount is sent as it was typed, and the person is also told when the lane
 * is busy.
 */
export class Dealing {
  /** Told of an order that a strategy that quotes places by itself, before it is sent. */
  beforeOwn: (order: EngineOrder) => void = () => undefined;
  readonly owed = new OwedCancels((order) => this.cancel(order));
  readonly #state: EngineState;
  readonly #orders: Orders;
  readonly #refusals: Refusals;
  readonly #request = new OrderRequest();
  #rule: RiskRule = 'halted';
  #refusedBy: RefusedBy | undefined;
  /** Whether it is only what replaced orders may have executed that the last request would be too much with. */
  #isUnseenOnly = false;
  readonly #message = (): string => {
    const message = messageAgainst(this.#rule, this.#request, this.#state, this.#orders);
    return this.#isUnseenOnly ? `${message}; that counts what replaced orders may have executed, until the trades are read` : message;
  };
  readonly #isTaken = (lots: number): boolean => {
    const { market, side, isMarket, ticks } = this.#request;
    return this.#orders.isTaken(market, side, isMarket, ticks, lots) || isLikeUnknown(market, side, lots, this.#request.replaces);
  };

  constructor(state: EngineState, orders: Orders, refusals: Refusals) {
    this.#state = state;
    this.#orders = orders;
    this.#refusals = refusals;
  }

  /** The check that has refused the last order that was refused. */
  get refusedBy(): RefusedBy | undefined {
    return this.#refusedBy;
  }

  /**
   * Places an order. Undefined when it may not be placed now. `isOwnHand` means that the strategy itself asks for it, and not the
   * desk.
   */
  place(
    seat: Seat,
    market: Market,
    side: number,
    isMarket: boolean,
    ticks: number,
    lots: number,
    tag: string | undefined,
    intentId?: string,
    isOwnHand = false,
  ): EngineOrder | undefined {
    if (this.#isLaneShut(seat, market, intentId, isOwnHand)) return undefined;
    const sent = this.#approved(seat, market, side, isMarket, ticks, lots, undefined, intentId, false, false, !isOwnHand);
    if (sent === 0) return undefined;
    const order = this.#orders.add(seat, market, side, isMarket, ticks, sent);
    if (tag !== undefined) order.tag = tag;
    order.isOwnHand = isOwnHand;
    if (intentId !== undefined) order.intentId = intentId;
    if (isOwnHand && seat.isWanted) {
      this.#state.sink.name(order);
      this.beforeOwn(order);
    }
    this.#countSent(market);
    this.#state.sink.place(order);
    return order;
  }

  /**
   * Places an order for a part of the desk that keeps it. That part is shown the order before it is sent, to write it down. Undefined
   * when a check refused it. The caller has seen that the lane is free.
   */
  placeFor(keeper: OrderKeeper, shape: KeptShape, before: (order: EngineOrder) => void): EngineOrder | undefined {
    const { seat, market, side, ticks, lots, tag, reduces, isExact } = shape;
    const sent = this.#approved(seat, market, side, false, ticks, lots, undefined, undefined, reduces, isExact);
    if (sent === 0) return undefined;
    const order = this.#orders.add(seat, market, side, false, ticks, sent);
    if (tag !== undefined) order.tag = tag;
    order.isOwnHand = true;
    order.keeper = keeper;
    this.#state.sink.name(order);
    before(order);
    this.#countSent(market);
    this.#state.sink.place(order);
    return order;
  }

  /** Moves an open order to another price, with this amount still to be filled. */
  replace(order: EngineOrder, ticks: number, lots: number, intentId?: string): Dealt {
    const { seat, market } = order;
    if (order.state !== 'open' || order.isCanceling) {
      if (intentId !== undefined) {
        const why = order.isCanceling ? 'being canceled' : order.state;
        this.#refusals.refuse(seat.name, market.symbol, 'not-open', () => `the order can't be replaced: it is ${why}`, intentId);
      }
      return 'busy';
    }
    if (this.#isLaneShut(seat, market, intentId)) return market.frozen === undefined ? 'busy' : 'refused';
    const sent = this.#approvedMove(order, ticks, lots, intentId);
    if (typeof sent === 'string') return sent;
    order.replaceId = intentId;
    this.owed.forget(order);
    this.#orders.replacing(order, ticks, sent);
    this.#countSent(market);
    this.#state.sink.replace(order);
    return 'sent';
  }

  /** What the checks say now of an order that is to be canceled and placed at another place. Undefined when nothing is against it. */
  heldBack(order: EngineOrder, ticks: number, lots: number): Exclude<Dealt, 'sent'> | undefined {
    const sent = this.#approvedMove(order, ticks, lots);
    return typeof sent === 'string' ? sent : undefined;
  }

  /**
   * Like `replace`; true when it was sent. An order that may not move to the wanted place is canceled, since it is not wanted
   * where it is.
   */
  move(order: EngineOrder, ticks: number, lots: number): boolean {
    const dealt = this.replace(order, ticks, lots);
    if (dealt === 'refused') this.cancel(order);
    return dealt === 'sent';
  }

  /**
   * Cancels an open order. Cancels pass no risk check and wait for no lane. They may be repeated, and are repeated after a while.
   * An answer to a replacement is waited for, its proof is not. False when there is nothing to cancel yet or any more. `isAsked`: a person or a
   * strategy asks for it, and not the desk.
   */
  cancel(order: EngineOrder, intentId?: string, isAsked = intentId !== undefined): boolean {
    if (!isCancelable(order)) return false;
    const { now } = this.#state;
    if (isAsked) order.isCancelAsked = true;
    if (isAsked && order.isReplaceUnknown) this.owed.add(order);
    if (intentId === undefined && now - order.cancelTriedAt < this.#cancelAgainMs(order)) return false;
    if (intentId !== undefined) order.keeper?.letGo();
    this.#orders.canceling(order);
    this.#state.sink.cancel(order, intentId);
    return true;
  }

  /** Cancels an order, now or as soon as it can be canceled, until it is over. */
  cancelUntilOver(order: EngineOrder): void {
    this.owed.add(order);
    this.cancel(order);
  }

  #cancelAgainMs(order: EngineOrder): number {
    if (order.isCanceling) return CANCEL_LOST_MS;
    // At the end and under the kill switch there is no time to wait. Beside a replacement that stays unknown, though, an order that is gone is not closed.
    if (!order.isReplaceUnknown && this.#state.stops.isHalted(order.seat.name, order.market.symbol)) return CANCEL_AGAIN_MS;
    return cancelAgainMs(order.cancelsFailed);
  }

  /** How many lots the order may have in its new place, or why it may not go there now. */
  #approvedMove(order: EngineOrder, ticks: number, lots: number, intentId?: string): number | Exclude<Dealt, 'sent'> {
    const { seat, market, side } = order;
    const sent = this.#approved(seat, market, side, false, ticks, lots, order, intentId, false, false, true);
    if (sent > 0) return sent;
    return this.#isUnseenOnly && this.#isUnseenNew ? 'busy' : 'refused';
  }

  /**
   * How many lots may be sent, or 0 when a check refuses. The amount of the desk's orders is lowered a little, so that no two
   * orders are alike. `mayWait`: the desk asks again, so nobody has to hear of what waits for the next reading of the trades.
   */
  #approved(
    seat: Seat,
    market: Market,
    side: number,
    isMarket: boolean,
    ticks: number,
    lots: number,
    replaces: EngineOrder | undefined,
    intentId: string | undefined,
    reduces = false,
    isExact = false,
    mayWait = false,
  ): number {
    this.#isUnseenOnly = false;
    const state = this.#state;
    const request = this.#request;
    request.reduces = reduces;
    request.set(seat, market, side, isMarket, ticks, lots, replaces);
    if (intentId === undefined && nonceRoom(lots) > 0) {
      // What is the last of its kind leaves no remainder behind, unless an order is there that it could be taken for.
      const lowered = isExact && !this.#isTaken(lots) ? lots : recognisableLots(lots, market.least, this.#isTaken, state.nonces);
      if (lowered !== lots) request.set(seat, market, side, isMarket, ticks, lowered, replaces);
    }
    if (isLikeUnknown(market, side, request.lots, replaces)) {
      this.#refusedBy = 'lane-frozen';
      this.#refusals.refuse(seat.name, market.symbol, 'lane-frozen', () => LIKE_UNKNOWN, intentId);
      return 0;
    }
    const rule = ruleAgainst(request, state, this.#orders);
    if (rule === undefined) {
      if (this.#refusals.areHeldBack && !reduces && !seat.isClosing) this.#refusals.passed(seat.name, market.symbol, side === BUY);
      return request.lots;
    }
    if (rule === 'self-trade' && state.limits.selfTrade === 'cancel-first') this.#cancelMet();
    this.#rule = rule;
    this.#refusedBy = rule;
    this.#isUnseenOnly = !state.unseen.isEmpty && state.unseen.aside(() => ruleAgainst(request, state, this.#orders)) === undefined;
    // What closes a position does not wait for that: at worst, the venue refuses it.
    if (this.#isUnseenOnly && (reduces || seat.isClosing)) return request.lots;
    const waits = mayWait && intentId === undefined && this.#isUnseenOnly && this.#isUnseenNew;
    if (!waits) this.#refusals.refuse(seat.name, market.symbol, rule, this.#message, intentId);
    return 0;
  }

  get #isUnseenNew(): boolean {
    const { unseen, now } = this.#state;
    return unseen.isNewerThan(now - UNSEEN_FOR_MS);
  }

  /** Cancels our own orders that the request would meet. It is asked for again when they are over. */
  #cancelMet(): void {
    for (const own of ownThatMeet(this.#request, this.#state)) if (own.keeper === undefined) this.cancel(own);
  }

  /** Also where nothing limits them: a limit that a reload names counts the minute before it. */
  #countSent(market: Market): void {
    const { sent, now } = this.#state;
    sent.add(now);
    market.sent.add(now);
  }

  /** A busy lane is not a refusal for the desk, which tries again. For a request of a person or of a strategy itself it is. */
  #isLaneShut(seat: Seat, market: Market, intentId: string | undefined, isOwnHand = false): boolean {
    const { frozen, symbol, underway } = market;
    if (frozen !== undefined) {
      this.#refusals.refuse(seat.name, symbol, 'lane-frozen', () => frozen, intentId);
      return true;
    }
    if (underway === 0) return false;
    if (intentId !== undefined || isOwnHand) {
      this.#refusals.refuse(seat.name, symbol, 'lane-busy', () => `another order of ${symbol} is on its way`, intentId);
    }
    return true;
  }
}
