import { isBusy } from './busyLane.ts';
import { makeRows, setRow } from './wishes.ts';
import type { Dealing } from './dealing.ts';
import type { EngineOrder } from './market.ts';
import { BUY, SELL } from '../model/side.ts';
import type { EngineState } from './engineState.ts';
import type { Market } from './market.ts';
import { CANCEL, PLACE, REPLACE, restsWell } from './resting.ts';
import type { Seat } from './market.ts';

const URGENCY: readonly number[] = [REPLACE, PLACE];

/**
 * Finds the fewest actions that turn what rests into what is wanted, for any number of orders. An order that is right already
 * stays and keeps its place in the queue. Where the venue replaces atomically, an order is moved. Otherwise it is canceled, and
 * the new one is placed once it is closed, so that the two are never open together.
 *
 * The lists are reused, each with a count of its entries.
 */
export class LadderDesk {
  readonly #state: EngineState;
  readonly #dealing: Dealing;
  /** The seat's orders that may be resting. */
  readonly #resting: EngineOrder[] = [];
  #restingCount = 0;
  /** The seat's rows that no order rests for. */
  readonly #unmet: number[] = [];
  #unmetCount = 0;
  /** The orders that no row wants. */
  readonly #surplus: EngineOrder[] = [];
  // The actions: which kind, for which order, for which row.
  readonly #kinds: number[] = [];
  readonly #orders: (EngineOrder | undefined)[] = [];
  readonly #rows: number[] = [];
  #actions = 0;
  readonly #sortedRows: number[] = [];
  readonly #sortedOrders: EngineOrder[] = [];
  readonly #isMet: boolean[] = [];

  constructor(state: EngineState, dealing: Dealing) {
    this.#state = state;
    this.#dealing = dealing;
  }

  /** True when it sent a command that takes risk. While an exit of the strategy has fired, nothing is wanted. */
  work(seat: Seat, market: Market, isExiting: boolean): boolean {
    const { stops, now } = this.#state;
    makeRows(seat);
    if (!seat.isLadder) touchAsRows(seat);
    const canceling = this.#findResting(seat, market);
    const rows = seat.state === 'running' && !isExiting ? seat.rows : 0;
    this.#actions = 0;
    this.#actOnSide(seat, rows, BUY);
    this.#actOnSide(seat, rows, SELL);
    if (this.#actions === 0 && canceling === 0) {
      seat.isQuiet = true;
      return false;
    }
    const risky = this.#sendCancels(canceling);
    if (risky === 0 || now < seat.notBefore || isBusy(market) || stops.isHalted(seat.name, market.symbol)) return false;
    return this.#sendFirst(seat, market);
  }

  /** Finds what may be resting. Returns how many of these orders are being canceled. */
  #findResting(seat: Seat, market: Market): number {
    const { live } = seat;
    const isRunning = seat.state === 'running';
    let count = 0;
    let canceling = 0;
    for (let i = 0; i < live.length; i++) {
      const order = live.at[i]!;
      // What belongs to an order that the desk keeps ends with that.
      if (order.market !== market || order.keeper !== undefined || (isRunning && order.isOwnHand)) continue;
      this.#resting[count++] = order;
      if (order.isCanceling) canceling++;
    }
    this.#restingCount = count;
    return canceling;
  }

  /**
   * Sends the cancels, and repeats those that were accepted but did not end their orders. Returns how many other actions there
   * are.
   */
  #sendCancels(canceling: number): number {
    const again = this.#sortedOrders;
    let count = 0;
    // These must be found before new cancels join them.
    for (let i = 0; i < this.#restingCount && count < canceling; i++) {
      if (this.#resting[i]!.isCanceling) again[count++] = this.#resting[i]!;
    }
    let risky = 0;
    for (let i = 0; i < this.#actions; i++) {
      if (this.#kinds[i] === CANCEL) this.#dealing.cancel(this.#orders[i]!);
      else risky++;
    }
    for (let i = 0; i < count; i++) this.#dealing.cancel(again[i]!);
    return risky;
  }

  /** Sends the first action that would not meet our own orders on the way. When all would, the first one is tried and refused. */
  #sendFirst(seat: Seat, market: Market): boolean {
    let isAnyFree = false;
    for (let i = 0; i < this.#actions; i++) if (this.#kinds[i] !== CANCEL && !this.#meetsOwn(seat, i)) isAnyFree = true;
    for (const kind of URGENCY) {
      for (let i = 0; i < this.#actions; i++) {
        if (this.#kinds[i] !== kind || (isAnyFree && this.#meetsOwn(seat, i))) continue;
        if (this.#send(seat, market, this.#orders[i], this.#rows[i]!)) return true;
      }
    }
    return false;
  }

  #send(seat: Seat, market: Market, order: EngineOrder | undefined, row: number): boolean {
    const ticks = seat.rowTicks[row]!;
    const lots = seat.rowLots[row]!;
    if (order !== undefined) return this.#dealing.move(order, ticks, lots);
    return this.#dealing.place(seat, market, seat.rowSide[row]!, false, ticks, lots, seat.rowTag[row]) !== undefined;
  }

  #meetsOwn(seat: Seat, action: number): boolean {
    const row = this.#rows[action]!;
    const side = seat.rowSide[row]!;
    const ticks = seat.rowTicks[row]!;
    const without = this.#orders[action];
    for (let i = 0; i < this.#restingCount; i++) {
      const other = this.#resting[i]!;
      if (other.side === side || other === without) continue;
      if (side === BUY ? ticks >= other.ticks : ticks <= other.ticks) return true;
    }
    return false;
  }

  #actOnSide(seat: Seat, rows: number, side: number): void {
    const unmet = this.#unmet;
    const surplus = this.#surplus;
    let wanted = 0;
    for (let row = 0; row < rows; row++) if (seat.rowSide[row] === side) unmet[wanted++] = row;
    let held = 0;
    for (let i = 0; i < this.#restingCount; i++) if (this.#resting[i]!.side === side) surplus[held++] = this.#resting[i]!;
    this.#unmetCount = wanted;
    if (wanted > 0 && held > 0) held = this.#match(seat, wanted, held);
    // Orders that can't be acted on still take a place, since their outcome is not known yet.
    let movable = 0;
    let open = this.#unmetCount;
    for (let i = 0; i < held; i++) {
      const order = surplus[i]!;
      if (order.isSettled) surplus[movable++] = order;
      else open--;
    }
    if (movable > 1) this.#sortByDistance(seat, movable);
    for (let i = 0; i < movable; i++) {
      const order = surplus[i]!;
      const row = open > 0 ? this.#takeNearest(seat, order.ticks) : -1;
      if (row < 0) this.#act(CANCEL, order, 0);
      else {
        open--;
        this.#act(this.#state.replaces ? REPLACE : CANCEL, order, row);
      }
    }
    for (let i = 0; i < this.#unmetCount && open > 0; i++, open--) this.#act(PLACE, undefined, unmet[i]!);
  }

  #act(kind: number, order: EngineOrder | undefined, row: number): void {
    const action = this.#actions++;
    this.#kinds[action] = kind;
    this.#orders[action] = order;
    this.#rows[action] = row;
  }

  /**
   * Pairs rows with orders that are right already. The largest amount takes the largest order that suffices for it. An order that
   * suffices for less never starts above one that suffices for more, so no other pairing leaves fewer rows unmet. Returns how
   * many orders are left.
   */
  #match(seat: Seat, wanted: number, held: number): number {
    const unmet = this.#unmet;
    const surplus = this.#surplus;
    const rows = this.#sortedRows;
    const orders = this.#sortedOrders;
    const isMet = this.#isMet;
    for (let i = 0; i < wanted; i++) {
      const row = unmet[i]!;
      isMet[row] = false;
      let at = i;
      for (; at > 0 && seat.rowLots[rows[at - 1]!]! < seat.rowLots[row]!; at--) rows[at] = rows[at - 1]!;
      rows[at] = row;
    }
    for (let i = 0; i < held; i++) {
      const order = surplus[i]!;
      let at = i;
      for (; at > 0 && orders[at - 1]!.remaining < order.remaining; at--) orders[at] = orders[at - 1]!;
      orders[at] = order;
    }
    let left = held;
    for (let i = 0; i < wanted; i++) {
      const row = rows[i]!;
      let found = 0;
      while (found < left && !restsWell(orders[found]!, seat.rowTicks[row]!, seat.rowLots[row]!)) found++;
      if (found === left) continue;
      isMet[row] = true;
      left--;
      for (; found < left; found++) orders[found] = orders[found + 1]!;
    }
    let open = 0;
    for (let i = 0; i < wanted; i++) if (!isMet[unmet[i]!]) unmet[open++] = unmet[i]!;
    this.#unmetCount = open;
    // The orders that are left keep their sequence.
    let kept = 0;
    for (let i = 0; i < held; i++) {
      for (let k = 0; k < left; k++) {
        if (orders[k] !== surplus[i]) continue;
        surplus[kept++] = surplus[i]!;
        break;
      }
    }
    return kept;
  }

  #sortByDistance(seat: Seat, movable: number): void {
    const surplus = this.#surplus;
    for (let i = 1; i < movable; i++) {
      const order = surplus[i]!;
      const far = this.#distance(seat, order.ticks);
      let at = i;
      for (; at > 0 && this.#distance(seat, surplus[at - 1]!.ticks) > far; at--) surplus[at] = surplus[at - 1]!;
      surplus[at] = order;
    }
  }

  #distance(seat: Seat, ticks: number): number {
    let least = Infinity;
    for (let i = 0; i < this.#unmetCount; i++) least = Math.min(least, Math.abs(seat.rowTicks[this.#unmet[i]!]! - ticks));
    return least;
  }

  /** Takes the row nearest to a price among those that no order rests for. -1 when there is none. */
  #takeNearest(seat: Seat, ticks: number): number {
    const unmet = this.#unmet;
    let nearest = -1;
    let least = Infinity;
    for (let i = 0; i < this.#unmetCount; i++) {
      const far = Math.abs(seat.rowTicks[unmet[i]!]! - ticks);
      if (far >= least) continue;
      least = far;
      nearest = i;
    }
    if (nearest < 0) return -1;
    const row = unmet[nearest]!;
    this.#unmetCount--;
    for (let i = nearest; i < this.#unmetCount; i++) unmet[i] = unmet[i + 1]!;
    return row;
  }
}

function touchAsRows(seat: Seat): void {
  seat.rows = 0;
  if (seat.bidLots > 0) setRow(seat, seat.rows++, BUY, seat.bidTicks, seat.bidLots, undefined);
  if (seat.askLots > 0) setRow(seat, seat.rows++, SELL, seat.askTicks, seat.askLots, undefined);
}
