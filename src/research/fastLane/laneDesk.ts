import type { Random } from '../../base/random.ts';
import { deskActions, type DeskAction, type Wanted } from '../../engine/desk.ts';
import { nonceRoom, recognisableLots } from '../../engine/fingerprints.ts';
import { BUY, type LaneOrder, type LaneOrders, type LaneSide, OPEN, SELL } from './laneOrders.ts';
import type { LaneRisk } from './laneRisk.ts';
import { meetsOwn, restingOf } from './laneResting.ts';
import { leaveLane } from './leaveLane.ts';

const CANCEL_AGAIN_MS = 3000;
const CANCEL_LOST_MS = 15_000;
/** As the desk's own: below this share of what is wanted a partly filled order is renewed. */
const REFILL_BELOW = 0.5;

const NOTHING = 0;
const CANCEL = 1;
const REPLACE = 2;
const PLACE = 3;

/** Where the desk's commands go. */
export interface LaneVenue {
  place(side: LaneSide, ticks: number, lots: number, tag: string | undefined): void;
  replace(order: LaneOrder, ticks: number, lots: number): void;
  cancel(order: LaneOrder): void;
}

export interface LaneDeskOptions {
  readonly orders: LaneOrders;
  readonly risk: LaneRisk;
  readonly venue: LaneVenue;
  readonly replaces: boolean;
  readonly leastLots: number;
  readonly random: Random;
}

/**
 * The engine's quote desk in whole numbers. With at most one order wanted and one live on each side the rules are applied
 * here without a list; in any other case `deskActions` itself is asked.
 */
export class LaneDesk {
  readonly #orders: LaneOrders;
  readonly #risk: LaneRisk;
  readonly #venue: LaneVenue;
  readonly #replaces: boolean;
  readonly #leastLots: number = 0;
  readonly #random: Random;
  /** What is wanted when it is at most one a side; 0 lots: none. */
  #bidTicks = 0;
  #bidLots = 0;
  #askTicks = 0;
  #askLots = 0;
  /** Of the order that an amount is sought for; `#isTaken` is made once, since it is asked for every command. */
  #askedSide: LaneSide = BUY;
  #askedTicks = 0;
  readonly #isTaken = (lots: number): boolean => this.#orders.isTaken(this.#askedSide, this.#askedTicks, lots, this.now);
  /** What is wanted when it is more. */
  #ladder: readonly Wanted[] | undefined;
  #isWanted = false;
  #isClosing = false;
  /** Nothing is to be done until something changes. */
  #isQuiet = true;
  isOver = false;
  now = 0;
  /** No command that takes risk before this time. */
  notBefore = 0;

  constructor({ orders, risk, venue, replaces, leastLots, random }: LaneDeskOptions) {
    this.#orders = orders;
    this.#risk = risk;
    this.#venue = venue;
    this.#replaces = replaces;
    this.#leastLots = leastLots;
    this.#random = random;
  }

  /** Whether exactly this was wanted last; then it still is. */
  wantsTouch(bidTicks: number, bidLots: number, askTicks: number, askLots: number): boolean {
    const isSame =
      bidTicks === this.#bidTicks &&
      askTicks === this.#askTicks &&
      bidLots === this.#bidLots &&
      askLots === this.#askLots &&
      this.#ladder === undefined;
    if (isSame) this.#isWanted = !this.isOver;
    return isSame;
  }

  wantTouch(bidTicks: number, bidLots: number, askTicks: number, askLots: number): void {
    if (this.wantsTouch(bidTicks, bidLots, askTicks, askLots)) return;
    this.#bidTicks = bidTicks;
    this.#bidLots = bidLots;
    this.#askTicks = askTicks;
    this.#askLots = askLots;
    this.#ladder = undefined;
    this.#isWanted = !this.isOver;
    this.#isQuiet = false;
  }

  wantLadder(wanted: readonly Wanted[]): void {
    this.#ladder = wanted;
    this.#isWanted = !this.isOver;
    this.#isQuiet = false;
  }

  /** Something about an order or the account has changed. */
  stir(): void {
    this.#isQuiet = false;
  }

  /** Nothing is wanted from here on. What rests is canceled, or left alone. */
  close(cancels: boolean): void {
    this.isOver = true;
    this.#isWanted = false;
    this.#isClosing = cancels;
  }

  /** Whether `work` has nothing to do. */
  get isIdle(): boolean {
    return !this.#isClosing && (this.#isQuiet || !this.#isWanted);
  }

  /** After a report. While all are to be canceled, the order that it was about comes first; of several more the engine would know the order. */
  workAfter(order: LaneOrder): void {
    if (this.#isClosing) {
      this.#cancel(order);
      if (this.#cancelAll() > 1) leaveLane('several cancels at once while stopping');
    } else this.work();
  }

  work(): void {
    if (this.#isClosing) this.#cancelAll();
    if (this.#isQuiet || !this.#isWanted) return;
    const { live } = this.#orders;
    let bid: LaneOrder | undefined;
    let ask: LaneOrder | undefined;
    let isPlain = this.#ladder === undefined;
    for (let i = 0; i < live.length; i++) {
      const order = live[i]!;
      if (order.side === BUY) {
        if (bid !== undefined) isPlain = false;
        bid = order;
      } else {
        if (ask !== undefined) isPlain = false;
        ask = order;
      }
    }
    if (isPlain) this.#workTouch(bid, ask);
    else this.#workLadder();
  }

  #workTouch(bid: LaneOrder | undefined, ask: LaneOrder | undefined): void {
    const bidAction = this.#actionFor(bid, this.#bidTicks, this.#bidLots);
    const askAction = this.#actionFor(ask, this.#askTicks, this.#askLots);
    const isBidCanceling = bid !== undefined && bid.isCanceling;
    const isAskCanceling = ask !== undefined && ask.isCanceling;
    const isAskOlder = isBidCanceling && isAskCanceling && ask.serial < bid.serial;
    if (bidAction === CANCEL) this.#cancel(bid!);
    if (askAction === CANCEL) this.#cancel(ask!);
    // The older one first.
    if (isAskOlder) this.#cancel(ask);
    if (isBidCanceling) this.#cancel(bid);
    if (isAskCanceling) this.#cancel(ask);
    const bidIsRisky = bidAction >= REPLACE;
    const askIsRisky = askAction >= REPLACE;
    if (!bidIsRisky && !askIsRisky) {
      this.#isQuiet = bidAction === NOTHING && askAction === NOTHING && !isBidCanceling && !isAskCanceling;
      return;
    }
    if (this.now < this.notBefore || this.#orders.underway > 0) return;
    const bidMeets = ask !== undefined && this.#bidTicks >= ask.ticks;
    const askMeets = bid !== undefined && this.#askTicks <= bid.ticks;
    const isAnyFree = (bidIsRisky && !bidMeets) || (askIsRisky && !askMeets);
    const triesBid = bidIsRisky && (!isAnyFree || !bidMeets);
    const triesAsk = askIsRisky && (!isAnyFree || !askMeets);
    // What is moved goes before what is new; a buy before a sell.
    const bidFirst = triesBid && (!triesAsk || bidAction <= askAction);
    if (bidFirst) {
      if (!this.#send(BUY, bid, this.#bidTicks, this.#bidLots) && triesAsk) {
        this.#send(SELL, ask, this.#askTicks, this.#askLots);
      }
    } else if (!this.#send(SELL, ask, this.#askTicks, this.#askLots) && triesBid) {
      this.#send(BUY, bid, this.#bidTicks, this.#bidLots);
    }
  }

  /** What one side with one order wanted and one live needs: see `deskActions`. */
  #actionFor(order: LaneOrder | undefined, ticks: number, lots: number): number {
    if (order === undefined) return lots > 0 ? PLACE : NOTHING;
    if (lots > 0 && order.ticks === ticks) {
      const left = order.remaining;
      if (left <= lots && (left >= lots - nonceRoom(lots) || (order.filled > 0 && left >= lots * REFILL_BELOW))) return NOTHING;
    }
    if (!order.isSettled) return NOTHING;
    return lots > 0 && this.#replaces ? REPLACE : CANCEL;
  }

  #send(side: LaneSide, order: LaneOrder | undefined, ticks: number, lots: number): boolean {
    return order === undefined ? this.#place(side, ticks, lots, undefined) : this.#replace(order, ticks, lots);
  }

  #place(side: LaneSide, ticks: number, lots: number, tag: string | undefined): boolean {
    const amount = this.#amountOf(side, ticks, lots);
    if (!this.#risk.approves(this.now, side, ticks, amount, undefined)) return false;
    this.#venue.place(side, ticks, amount, tag);
    this.#risk.countSent(this.now);
    return true;
  }

  #replace(order: LaneOrder, ticks: number, lots: number): boolean {
    // A cancel of the same turn may have taken it.
    if (order.state !== OPEN || order.isCanceling) return false;
    const amount = this.#amountOf(order.side, ticks, lots);
    if (!this.#risk.approves(this.now, order.side, ticks, amount, order)) {
      this.#cancel(order);
      return false;
    }
    order.isReplacing = true;
    order.nextTicks = ticks;
    order.nextLots = amount;
    this.#orders.underway++;
    this.#venue.replace(order, ticks, amount);
    this.#risk.countSent(this.now);
    return true;
  }

  /** How many cancels were sent. */
  #cancelAll(): number {
    let sent = 0;
    for (const order of this.#orders.live) if (this.#cancel(order)) sent++;
    return sent;
  }

  #cancel(order: LaneOrder): boolean {
    if (order.state !== OPEN || order.isReplacing) return false;
    const wait = order.isCanceling ? CANCEL_LOST_MS : CANCEL_AGAIN_MS;
    if (this.now - order.cancelTriedAt < wait) return false;
    order.isCanceling = true;
    order.cancelTriedAt = this.now;
    order.updatedAt = this.now;
    this.#venue.cancel(order);
    return true;
  }

  #amountOf(side: LaneSide, ticks: number, lots: number): number {
    if (nonceRoom(lots) === 0) return lots;
    this.#askedSide = side;
    this.#askedTicks = ticks;
    return recognisableLots(lots, this.#leastLots, this.#isTaken, this.#random);
  }

  #workLadder(): void {
    const orders = this.#orders;
    const wanted = this.#ladder ?? this.#touchAsLadder();
    const live = [...orders.live];
    const resting = live.map(restingOf);
    const canceling = live.filter(({ isCanceling }) => isCanceling);
    const risky: Exclude<DeskAction, { type: 'cancel' }>[] = [];
    const actions = deskActions(wanted, resting, this.#replaces);
    for (const action of actions) {
      if (action.type === 'cancel') this.#cancel(orders.at(Number(action.intentId)));
      else risky.push(action);
    }
    for (const order of canceling) this.#cancel(order);
    this.#isQuiet = actions.length === 0 && canceling.length === 0;
    if (risky.length === 0 || this.now < this.notBefore || orders.underway > 0) return;
    const free = risky.filter((action) => !meetsOwn(action, resting));
    for (const action of free.length > 0 ? free : risky) {
      const { side, ticks, lots, tag } = action.wanted;
      const isSent =
        action.type === 'place'
          ? this.#place(side === 'Buy' ? BUY : SELL, ticks, lots, tag)
          : this.#replace(orders.at(Number(action.intentId)), ticks, lots);
      if (isSent) return;
    }
  }

  #touchAsLadder(): Wanted[] {
    const wanted: Wanted[] = [];
    if (this.#bidLots > 0) wanted.push({ side: 'Buy', ticks: this.#bidTicks, lots: this.#bidLots, tag: undefined });
    if (this.#askLots > 0) wanted.push({ side: 'Sell', ticks: this.#askTicks, lots: this.#askLots, tag: undefined });
    return wanted;
  }
}
