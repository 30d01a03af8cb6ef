import type { Random } from '../../base/random.ts';
import { deskActions, type DeskAction, type Resting, type Wanted } from '../../engine/desk.ts';
import { nonceRoom, recognisableLots } from '../../engine/fingerprints.ts';
import { BUY, type LaneOrders, type LaneSide, OPEN, SELL } from './laneOrders.ts';
import type { LaneRisk } from './laneRisk.ts';

const CANCEL_AGAIN_MS = 3000;
const CANCEL_LOST_MS = 15_000;
/** As the desk's own: below this share of what is wanted a partly filled order is renewed. */
const REFILL_BELOW = 0.5;

const NOTHING = 0;
const CANCEL = 1;
const REPLACE = 2;
const PLACE = 3;

/** Where the desk's commands go: it answers the slot of a new order. */
export interface LaneVenue {
  place(side: LaneSide, ticks: number, lots: number, tag: string | undefined): number;
  replace(slot: number, ticks: number, lots: number): void;
  cancel(slot: number): void;
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
  readonly #leastLots: number;
  readonly #random: Random;
  /** What is wanted when it is at most one a side; 0 lots: none. */
  #bidTicks = 0;
  #bidLots = 0;
  #askTicks = 0;
  #askLots = 0;
  /** What is wanted when it is more. */
  #ladder: readonly Wanted[] | undefined;
  #isWanted = false;
  #isClosing = false;
  /** Nothing is to be done until something changes. */
  #isQuiet = true;
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

  wantTouch(bidTicks: number, bidLots: number, askTicks: number, askLots: number): void {
    if (
      this.#ladder === undefined &&
      bidTicks === this.#bidTicks &&
      bidLots === this.#bidLots &&
      askTicks === this.#askTicks &&
      askLots === this.#askLots
    ) {
      this.#isWanted = true;
      return;
    }
    this.#bidTicks = bidTicks;
    this.#bidLots = bidLots;
    this.#askTicks = askTicks;
    this.#askLots = askLots;
    this.#ladder = undefined;
    this.#isWanted = true;
    this.#isQuiet = false;
  }

  wantLadder(wanted: readonly Wanted[]): void {
    this.#ladder = wanted;
    this.#isWanted = true;
    this.#isQuiet = false;
  }

  /** Something about an order or the account has changed. */
  stir(): void {
    this.#isQuiet = false;
  }

  /** Nothing is wanted any more. What rests is canceled, or left alone. */
  close(cancels: boolean): void {
    this.#isWanted = false;
    this.#isClosing = cancels;
  }

  work(): void {
    if (this.#isClosing) this.#cancelAll();
    if (this.#isQuiet || !this.#isWanted) return;
    const orders = this.#orders;
    let bid = -1;
    let ask = -1;
    let isPlain = this.#ladder === undefined;
    for (let i = 0; i < orders.liveCount; i++) {
      const slot = orders.live[i]!;
      if (orders.side[slot] === BUY) {
        if (bid >= 0) isPlain = false;
        bid = slot;
      } else {
        if (ask >= 0) isPlain = false;
        ask = slot;
      }
    }
    if (isPlain) this.#workTouch(bid, ask);
    else this.#workLadder();
  }

  #workTouch(bid: number, ask: number): void {
    const orders = this.#orders;
    const bidAction = this.#actionFor(bid, this.#bidTicks, this.#bidLots);
    const askAction = this.#actionFor(ask, this.#askTicks, this.#askLots);
    const isBidCanceling = bid >= 0 && orders.canceling[bid] === 1;
    const isAskCanceling = ask >= 0 && orders.canceling[ask] === 1;
    if (bidAction === CANCEL) this.cancel(bid);
    if (askAction === CANCEL) this.cancel(ask);
    if (isBidCanceling) this.cancel(bid);
    if (isAskCanceling) this.cancel(ask);
    const bidIsRisky = bidAction >= REPLACE;
    const askIsRisky = askAction >= REPLACE;
    if (!bidIsRisky && !askIsRisky) {
      this.#isQuiet = bidAction === NOTHING && askAction === NOTHING && !isBidCanceling && !isAskCanceling;
      return;
    }
    if (this.now < this.notBefore || orders.underway > 0) return;
    const bidMeets = ask >= 0 && this.#bidTicks >= orders.ticks[ask]!;
    const askMeets = bid >= 0 && this.#askTicks <= orders.ticks[bid]!;
    const isAnyFree = (bidIsRisky && !bidMeets) || (askIsRisky && !askMeets);
    const triesBid = bidIsRisky && (!isAnyFree || !bidMeets);
    const triesAsk = askIsRisky && (!isAnyFree || !askMeets);
    // What is moved goes before what is new; a buy before a sell.
    const bidFirst = triesBid && (!triesAsk || bidAction <= askAction);
    if (bidFirst) {
      if (!this.#send(BUY, bidAction, bid, this.#bidTicks, this.#bidLots) && triesAsk) {
        this.#send(SELL, askAction, ask, this.#askTicks, this.#askLots);
      }
    } else if (!this.#send(SELL, askAction, ask, this.#askTicks, this.#askLots) && triesBid) {
      this.#send(BUY, bidAction, bid, this.#bidTicks, this.#bidLots);
    }
  }

  /** What one side with one order wanted and one live needs: see `deskActions`. */
  #actionFor(slot: number, ticks: number, lots: number): number {
    if (slot < 0) return lots > 0 ? PLACE : NOTHING;
    const orders = this.#orders;
    if (lots > 0 && orders.ticks[slot] === ticks) {
      const left = orders.remaining(slot);
      if (left <= lots && (left >= lots - nonceRoom(lots) || (orders.filled[slot]! > 0 && left >= lots * REFILL_BELOW))) return NOTHING;
    }
    if (!orders.isSettled(slot)) return NOTHING;
    return lots > 0 && this.#replaces ? REPLACE : CANCEL;
  }

  #send(side: LaneSide, action: number, slot: number, ticks: number, lots: number): boolean {
    return action === PLACE ? this.#place(side, ticks, lots, undefined) : this.#replace(slot, ticks, lots);
  }

  #place(side: LaneSide, ticks: number, lots: number, tag: string | undefined): boolean {
    const amount = this.#amountOf(side, ticks, lots);
    if (!this.#risk.approves(this.now, side, ticks, amount, -1)) return false;
    const slot = this.#venue.place(side, ticks, amount, tag);
    this.#orders.placed(slot, side, ticks, amount);
    this.#risk.countSent(this.now);
    return true;
  }

  #replace(slot: number, ticks: number, lots: number): boolean {
    const orders = this.#orders;
    // A cancel of the same turn may have taken it.
    if (orders.state[slot] !== OPEN || orders.canceling[slot] === 1) return false;
    const side = orders.side[slot] as LaneSide;
    const amount = this.#amountOf(side, ticks, lots);
    if (!this.#risk.approves(this.now, side, ticks, amount, slot)) {
      this.cancel(slot);
      return false;
    }
    orders.replacing[slot] = 1;
    orders.nextTicks[slot] = ticks;
    orders.nextLots[slot] = amount;
    orders.underway++;
    this.#venue.replace(slot, ticks, amount);
    this.#risk.countSent(this.now);
    return true;
  }

  #cancelAll(): void {
    const { live, liveCount } = this.#orders;
    for (let i = 0; i < liveCount; i++) this.cancel(live[i]!);
  }

  cancel(slot: number): boolean {
    const orders = this.#orders;
    if (orders.state[slot] !== OPEN || orders.replacing[slot] === 1) return false;
    const wait = orders.canceling[slot] === 1 ? CANCEL_LOST_MS : CANCEL_AGAIN_MS;
    if (this.now - orders.cancelTriedAt[slot]! < wait) return false;
    orders.canceling[slot] = 1;
    orders.cancelTriedAt[slot] = this.now;
    this.#venue.cancel(slot);
    return true;
  }

  #amountOf(side: LaneSide, ticks: number, lots: number): number {
    if (nonceRoom(lots) === 0) return lots;
    return recognisableLots(lots, this.#leastLots, (candidate) => this.#orders.isTaken(side, ticks, candidate, this.now), this.#random);
  }

  #workLadder(): void {
    const orders = this.#orders;
    const wanted = this.#ladder ?? this.#touchAsLadder();
    const slots = Array.from(orders.live.subarray(0, orders.liveCount));
    const resting = slots.map((slot) => this.#restingOf(slot));
    const canceling = slots.filter((slot) => orders.canceling[slot] === 1);
    const risky: Exclude<DeskAction, { type: 'cancel' }>[] = [];
    const actions = deskActions(wanted, resting, this.#replaces);
    for (const action of actions) {
      if (action.type === 'cancel') this.cancel(Number(action.intentId));
      else risky.push(action);
    }
    for (const slot of canceling) this.cancel(slot);
    this.#isQuiet = actions.length === 0 && canceling.length === 0;
    if (risky.length === 0 || this.now < this.notBefore || orders.underway > 0) return;
    const free = risky.filter((action) => !meetsOwn(action, resting));
    for (const action of free.length > 0 ? free : risky) {
      const { side, ticks, lots, tag } = action.wanted;
      const isSent =
        action.type === 'place'
          ? this.#place(side === 'Buy' ? BUY : SELL, ticks, lots, tag)
          : this.#replace(Number(action.intentId), ticks, lots);
      if (isSent) return;
    }
  }

  #touchAsLadder(): Wanted[] {
    const wanted: Wanted[] = [];
    if (this.#bidLots > 0) wanted.push({ side: 'Buy', ticks: this.#bidTicks, lots: this.#bidLots, tag: undefined });
    if (this.#askLots > 0) wanted.push({ side: 'Sell', ticks: this.#askTicks, lots: this.#askLots, tag: undefined });
    return wanted;
  }

  #restingOf(slot: number): Resting {
    const orders = this.#orders;
    return {
      intentId: String(slot),
      side: orders.side[slot] === BUY ? 'Buy' : 'Sell',
      ticks: orders.ticks[slot]!,
      lots: orders.remaining(slot),
      untouched: orders.filled[slot] === 0,
      settled: orders.isSettled(slot),
    };
  }
}

function meetsOwn(action: Exclude<DeskAction, { type: 'cancel' }>, resting: readonly Resting[]): boolean {
  const { side, ticks } = action.wanted;
  for (const other of resting) {
    if (other.side === side || (action.type === 'replace' && other.intentId === action.intentId)) continue;
    if (side === 'Buy' ? ticks >= other.ticks : ticks <= other.ticks) return true;
  }
  return false;
}
