import { isBusy } from './busyLane.ts';
import type { Dealing } from './dealing.ts';
import type { DeskOrders } from './deskOrders/deskOrders.ts';
import type { EngineOrder } from './market.ts';
import { BUY, SELL } from '../model/side.ts';
import type { EngineState } from './engineState.ts';
import { LadderDesk } from './ladderDesk.ts';
import type { Market } from './market.ts';
import { CANCEL, NOTHING, PLACE, REPLACE, restsWell } from './resting.ts';
import type { Seat } from './market.ts';

/**
 * Brings about what the strategies want resting, with the fewest requests. Cancels go at once. A symbol
 * has one command that takes risk under way at a time, and each report triggers the next. So every decision uses the latest news.
 */
export class Desk {
  readonly #state: EngineState;
  readonly #dealing: Dealing;
  readonly #ladder: LadderDesk;
  readonly #deskOrders: DeskOrders;

  constructor(state: EngineState, dealing: Dealing, deskOrders: DeskOrders) {
    this.#state = state;
    this.#dealing = dealing;
    this.#deskOrders = deskOrders;
    this.#ladder = new LadderDesk(state, dealing);
  }

  work(market: Market): void {
    this.#workOn(market);
    const { wide } = this.#state;
    if (wide.length > 0) this.#workForWishes(wide, market);
  }

  /** Strategies of several markets may have wished for something in the others. */
  #workForWishes(wide: readonly Seat[], worked: Market): void {
    for (let i = 0; i < wide.length; i++) {
      const { market, isWanted, isQuiet } = wide[i]!;
      if (market === undefined || market === worked) continue;
      if ((isWanted && !isQuiet) || !this.#deskOrders.isEmpty) this.#workOn(market);
    }
  }

  #workOn(market: Market): void {
    if (!this.#deskOrders.isEmpty) this.#deskOrders.work(market);
    const { seats } = market;
    if (seats.length === 1) {
      const seat = seats[0]!;
      if (seat.isWanted && !seat.isQuiet) this.#workFor(seat, market);
      return;
    }
    let wanting = 0;
    let hasWork = false;
    for (let i = 0; i < seats.length; i++) {
      const seat = seats[i]!;
      if (!seat.isWanted) continue;
      wanting++;
      if (!seat.isQuiet) hasWork = true;
    }
    if (hasWork) this.#workInTurn(market, wanting);
  }

  /** Gives each strategy its turn at the lane: the one after the last sender is asked first. */
  #workInTurn(market: Market, wanting: number): void {
    const { seats } = market;
    const first = market.turn % wanting;
    for (let i = 0; i < wanting; i++) {
      const seat = nthWanting(seats, (first + i) % wanting);
      if (!seat.isQuiet && this.#workFor(seat, market)) market.turn = first + i + 1;
    }
  }

  /** True when it sent a command that takes risk. */
  #workFor(seat: Seat, market: Market): boolean {
    const isExiting = !this.#deskOrders.isEmpty && this.#deskOrders.isExiting(seat);
    if (seat.isLadder || seat.state !== 'running' || isExiting) return this.#ladder.work(seat, market, isExiting);
    const { live } = seat;
    let bid: EngineOrder | undefined;
    let ask: EngineOrder | undefined;
    for (let i = 0; i < live.length; i++) {
      const order = live.at[i]!;
      if (order.isOwnHand || order.market !== market) continue;
      // There are several orders on one side, left from a ladder that is not wanted any more.
      if ((order.side === BUY ? bid : ask) !== undefined) return this.#ladder.work(seat, market, false);
      if (order.side === BUY) bid = order;
      else ask = order;
    }
    return this.#workTouch(seat, market, bid, ask);
  }

  /** The ladder's rules for the common case of at most one order per side, wanted and resting. */
  #workTouch(seat: Seat, market: Market, bid: EngineOrder | undefined, ask: EngineOrder | undefined): boolean {
    const bidAction = this.#actionFor(bid, seat.bidTicks, seat.bidLots);
    const askAction = this.#actionFor(ask, seat.askTicks, seat.askLots);
    const isBidCanceling = bid !== undefined && bid.isCanceling;
    const isAskCanceling = ask !== undefined && ask.isCanceling;
    if (bidAction === CANCEL) this.#dealing.cancel(bid!);
    if (askAction === CANCEL) this.#dealing.cancel(ask!);
    if (isBidCanceling || isAskCanceling) this.#cancelAgain(isBidCanceling ? bid : undefined, isAskCanceling ? ask : undefined);
    const isBidRisky = bidAction >= REPLACE;
    const isAskRisky = askAction >= REPLACE;
    if (!isBidRisky && !isAskRisky) {
      seat.isQuiet = bidAction === NOTHING && askAction === NOTHING && !isBidCanceling && !isAskCanceling;
      return false;
    }
    if (isBusy(market) || this.#state.now < seat.notBefore || this.#state.stops.isHalted(seat.name, market.symbol)) return false;
    // An order that would meet our own order on the way waits. When both would, the first one is tried and refused.
    const bidMeets = ask !== undefined && seat.bidTicks >= ask.ticks;
    const askMeets = bid !== undefined && seat.askTicks <= bid.ticks;
    const isAnyFree = (isBidRisky && !bidMeets) || (isAskRisky && !askMeets);
    const triesBid = isBidRisky && (!isAnyFree || !bidMeets);
    const triesAsk = isAskRisky && (!isAnyFree || !askMeets);
    // Moves go before new orders, and buys before sells.
    if (triesBid && (!triesAsk || bidAction <= askAction)) {
      return this.#send(seat, market, bid, BUY) || (triesAsk && this.#send(seat, market, ask, SELL));
    }
    return this.#send(seat, market, ask, SELL) || (triesBid && this.#send(seat, market, bid, BUY));
  }

  #actionFor(order: EngineOrder | undefined, ticks: number, lots: number): number {
    if (order === undefined) return lots > 0 ? PLACE : NOTHING;
    if (lots > 0 && restsWell(order, ticks, lots)) return NOTHING;
    if (!order.isSettled) return NOTHING;
    return lots > 0 && this.#state.replaces ? REPLACE : CANCEL;
  }

  /** Sends a cancel again when it was accepted but did not end the order. The older of two orders goes first. */
  #cancelAgain(bid: EngineOrder | undefined, ask: EngineOrder | undefined): void {
    const isAskFirst = bid === undefined || (ask !== undefined && ask.serial < bid.serial);
    if (isAskFirst) this.#dealing.cancel(ask!);
    if (bid !== undefined) this.#dealing.cancel(bid);
    if (ask !== undefined && !isAskFirst) this.#dealing.cancel(ask);
  }

  /** True when it was sent. */
  #send(seat: Seat, market: Market, order: EngineOrder | undefined, side: number): boolean {
    const ticks = side === BUY ? seat.bidTicks : seat.askTicks;
    const lots = side === BUY ? seat.bidLots : seat.askLots;
    if (order === undefined) return this.#dealing.place(seat, market, side, false, ticks, lots, undefined) !== undefined;
    return this.#dealing.move(order, ticks, lots);
  }
}

function nthWanting(seats: readonly Seat[], n: number): Seat {
  let left = n;
  let i = 0;
  while (!seats[i]!.isWanted || left-- > 0) i++;
  return seats[i]!;
}
