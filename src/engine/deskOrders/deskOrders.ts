import { messageOf } from '../../base/fault.ts';
import type { ExecutedSum } from '../../model/fill.ts';
import type { Dealing } from '../dealing.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder, Market, Seat } from '../market.ts';
import { averageTicksOf } from '../positions.ts';
import { OPERATOR } from '../operator.ts';
import type { Refusals } from '../refusals.ts';
import { adoptChild } from './adoptChild.ts';
import { amended } from './amended.ts';
import { ownIds } from './takeOver.ts';
import { ConfiguredExits } from './configuredExits.ts';
import { DeskOrder } from './deskOrder.ts';
import { workEntry } from './entryWork.ts';
import { workExits } from './exitWork.ts';
import { endOf } from './endOf.ts';
import type { Hands } from './hands.ts';
import type { NewOrder, OrderChange } from './newOrder.ts';
import { MOST_KEPT, MOST_KEYS, TOO_MANY } from './mostKept.ts';
import { OnceKeys } from './onceKeys.ts';
import { readOrder } from './readOrder.ts';
import { isAtRest } from './isAtRest.ts';
import { LeftOut } from './leftOut.ts';
import { marketsOf } from './marketsOf.ts';
import { deskOrdersKey, keptKeys, writeKept } from './savedDeskOrders.ts';
import { settleOrder } from './settleOrder.ts';
import { tellChange } from './tellChange.ts';
import { tellNeighbours } from './tellNeighbours.ts';

/**
 * The orders that the venue does not have and the desk keeps: stops, brackets, and what waits for its turn. Each is saved with each
 * change, before what follows from it is sent; what its orders have executed is read from the fill log. So a later life goes on with it.
 */
export class DeskOrders {
  /** Told of each change of state. */
  onChange: (order: DeskOrder) => void = () => undefined;
  readonly leftOut: LeftOut;
  readonly #state: EngineState;
  readonly #refusals: Refusals;
  readonly #hands: Hands;
  readonly #kept: DeskOrder[] = [];
  readonly #once = new OnceKeys();
  /** Orders with a mark of a trailing stop, or a count, that is not saved yet: it is, with the next heartbeat. */
  readonly #unsaved = new Set<DeskOrder>();
  readonly #restoredKeys = new Set<string>();
  readonly #unsettled: DeskOrder[] = [];
  /** The intents of orders of earlier lives that are no quotes. */
  readonly #own = new Set<string>();
  readonly #configured: ConfiguredExits;
  #hasConfigured: boolean;
  readonly #revive = (order: DeskOrder): void => this.#keepAgain(order);

  constructor(state: EngineState, dealing: Dealing, refusals: Refusals) {
    this.#state = state;
    this.leftOut = new LeftOut((seat, market) => this.#save(seat, market), state.sink);
    this.#refusals = refusals;
    this.#hands = { state, dealing, refusals, kept: this.#kept, save: ({ order }) => this.#save(order.seat, order.market) };
    this.#configured = new ConfiguredExits(state, {
      kept: this.#kept,
      place: (seat, market, asked, plan) => this.#place(seat, market, asked, undefined, plan),
    });
    this.#hasConfigured = this.#configured.areAny;
    dealing.beforeOwn = ({ seat, market }) => this.#save(seat, market);
  }

  /** The exits of the configuration may be others now. */
  reconfigure(): void {
    this.#hasConfigured = this.#configured.areAny;
    for (const order of this.#kept) {
      this.#configured.restored(order);
      order.isQuiet = false;
    }
  }

  /** Whether there is nothing to work on. */
  get isEmpty(): boolean {
    return this.#kept.length === 0 && !this.#hasConfigured;
  }

  get all(): readonly DeskOrder[] {
    return this.#kept;
  }

  /** How many orders a strategy has: those that the desk keeps for it, exits of the configuration left out, and its orders at the venue that do not belong to one of them. */
  liveOrders(seat: Seat): number {
    const { live } = seat;
    if (this.isEmpty) return live.length;
    let count = this.of(seat).filter(({ plan }) => plan === undefined).length;
    for (let i = 0; i < live.length; i++) if (live.at[i]!.keeper === undefined) count++;
    return count;
  }

  of(seat: Seat): readonly DeskOrder[] {
    return this.#kept.filter((order) => order.seat === seat);
  }

  /** Whether an exit of the strategy has fired, so that its quotes are withdrawn: they hold what the exit closes. */
  isExiting(seat: Seat): boolean {
    return this.#kept.some((order) => order.seat === seat && order.fired !== undefined && order.fired.reduces);
  }

  /** Keeps an order. Returns its id (`id`, where a person gives one), or undefined when it was refused or its key was used before. */
  place(seat: Seat, market: Market, asked: NewOrder, id?: string): string | undefined {
    return this.#place(seat, market, asked, id)?.id;
  }

  #place(seat: Seat, market: Market, asked: NewOrder, id?: string, plan?: string): DeskOrder | undefined {
    const { now, sink } = this.#state;
    const { once } = asked;
    const keys = this.#once.of(seat, market);
    if (once !== undefined && keys.has(once)) return undefined;
    // What the configuration asks for is one order, whatever the strategy itself keeps.
    const isFull = (plan === undefined && this.of(seat).length >= MOST_KEPT) || (once !== undefined && keys.size >= MOST_KEYS);
    const refusal = isFull
      ? TOO_MANY
      : readOrder(asked, { id: id ?? sink.newId(), seat, market, now, averageTicks: () => averageTicksOf(this.#state, seat) });
    if (!(refusal instanceof DeskOrder)) {
      this.#refusals.refuse(seat.name, market.symbol, refusal.rule, () => refusal.message, id);
      return undefined;
    }
    if (once !== undefined) keys.add(once);
    refusal.plan = plan;
    this.#keep(refusal);
    this.#save(seat, market);
    return refusal;
  }

  /** Ends an order of the strategy. False when it has none of this id. */
  cancel(seat: Seat, id: string): boolean {
    const order = this.#kept.find((one) => one.id === id && one.seat === seat);
    if (order === undefined) return this.leftOut.end(id, seat);
    order.ending ??= 'canceled';
    order.isQuiet = false;
    this.#save(order.seat, order.market);
    return true;
  }

  /** Changes an order of the strategy. False when it was refused, which is told. Undefined when it has none of this id. */
  amend(seat: Seat, id: string, change: OrderChange): boolean | undefined {
    const order = amended(this.#kept, seat, id, change, this.#state.now);
    if (order === undefined) return undefined;
    if (!(order instanceof DeskOrder)) {
      this.#refusals.refuse(seat.name, seat.symbol, order.rule, () => order.message);
      return false;
    }
    if (!this.#kept.includes(order)) this.#keep(order);
    this.#save(seat, order.market);
    return true;
  }

  /** Takes the next step for each order of the market that has one. */
  work(market: Market): void {
    if (this.#hasConfigured) this.#configured.work(market);
    const kept = this.#kept;
    let hasEnded = false;
    for (let i = 0; i < kept.length; i++) {
      const order = kept[i]!;
      if (order.market !== market || isAtRest(order, this.#state.now)) continue;
      this.#workFor(order);
      if (order.end !== undefined) hasEnded = true;
    }
    if (hasEnded) this.#drop();
  }

  /** The heartbeat: what has changed without an order being sent is saved, and a person's orders are worked where no strategy trades. */
  timer(): void {
    for (const market of marketsOf(this.#kept)) if (market.seats.length === 0) this.work(market);
    if (this.#unsaved.size === 0) return;
    const byKey = new Map([...this.#unsaved].map((order) => [deskOrdersKey(order.seat.name, order.market.symbol), order]));
    for (const { seat, market } of byKey.values()) this.#save(seat, market);
    this.#unsaved.clear();
  }

  /** From here on there is no new risk: what must be watched is withdrawn. */
  shutdown(): void {
    for (const order of this.#kept) order.isQuiet = false;
    for (const market of marketsOf(this.#kept)) this.work(market);
  }

  /** Takes what earlier lives saved. Returns why something can't be read. */
  restore(states: Readonly<Record<string, string>>): string | undefined {
    let problem: string | undefined;
    for (const { key, name, symbol } of keptKeys(states)) {
      if (this.#restoredKeys.has(key)) continue;
      this.#restoredKeys.add(key);
      const market = this.#state.markets.get(symbol);
      const isOperator = name === OPERATOR && this.#state.settings.leavesOperatorOrders !== true;
      const seat = isOperator ? this.#state.owner(name, symbol) : this.#state.seat(name, symbol);
      try {
        if (market === undefined || seat === undefined || (!isOperator && seat.market !== market))
          this.leftOut.unwatched(states[key]!, name, symbol);
        else this.#restored(states[key]!, seat, market);
      } catch (error) {
        problem = `the orders that the desk keeps for ${name} on ${symbol}: ${messageOf(error)}`;
      }
    }
    return problem;
  }

  /** An order of an earlier life was restored. It may be a child. */
  adopt(child: EngineOrder): void {
    child.isOwnHand = child.intentId !== undefined && this.#own.has(child.intentId);
    adoptChild(child, this.#kept);
  }

  /** The strategy quotes from here on: a later life must not take the orders that it has placed by itself for quotes. */
  beginsToQuote(seat: Seat): void {
    if (seat.market !== undefined && ownIds(seat).length > 0) this.#save(seat, seat.market);
  }

  /** After all orders are restored: what their children have executed, and which of them are over. */
  settle(sums: Readonly<Record<string, ExecutedSum>>): void {
    for (const order of this.#unsettled) settleOrder(order, sums, this.#state);
    this.#unsettled.length = 0;
    this.#own.clear();
  }

  #workFor(order: DeskOrder): void {
    const { seat, market } = order;
    // A person or a protection closes the position, with orders of its own.
    if (seat.isClosing) return;
    const { now } = this.#state;
    const { state: before, fired } = order;
    order.isQuiet = true;
    order.nextAt = order.until;
    order.seenLots = seat.positionLots;
    if (order.entry === undefined && now >= order.until) order.ending ??= 'expired';
    const { progress } = order;
    if (order.entry !== undefined) workEntry(order.entry, this.#hands);
    workExits(order, this.#hands);
    order.end = endOf(order);
    if (now >= order.nextAt) order.nextAt = Infinity;
    tellNeighbours(order, this.#kept);
    const isNews = order.state !== before || order.told === undefined;
    // What its end leads to is saved first: a later life must not find neither.
    if (isNews && order.end !== undefined) this.#tell(order);
    if (isNews || order.fired !== fired || order.isUnsaved) this.#save(seat, market);
    if (isNews && order.end === undefined) this.#tell(order);
    else if (progress !== order.progress) this.#unsaved.add(order);
  }

  #tell(order: DeskOrder): void {
    order.told = order.state;
    tellChange(order, this.#state);
    this.onChange(order);
  }

  #keep(order: DeskOrder): void {
    order.revive = undefined;
    this.#kept.push(order);
  }

  /** An execution has come after all. Its exits are needed again. */
  #keepAgain(order: DeskOrder): void {
    if (order.exits.length === 0) return;
    order.end = undefined;
    order.ending = undefined;
    order.told = undefined;
    this.#keep(order);
    this.#save(order.seat, order.market);
  }

  #drop(): void {
    const kept = this.#kept;
    let left = 0;
    for (const order of kept) {
      if (order.end === undefined) kept[left++] = order;
      else {
        order.revive = this.#revive;
        order.seat.isQuiet = false;
        this.#unsaved.delete(order);
        if (this.#state.exiting.get(order.market)?.order === order) this.#state.exiting.delete(order.market);
      }
    }
    kept.length = left;
    // What one was closing may be another's now.
    for (const order of kept) order.isQuiet = false;
  }

  #save(seat: Seat, market: Market): void {
    const { sink } = this.#state;
    if (!sink.hearsNotices) return;
    const orders = this.#kept.filter((order) => order.seat === seat && order.market === market);
    for (const order of orders) order.forgetOld();
    const kept = { orders, once: [...this.#once.of(seat, market)], own: ownIds(seat), leftOut: this.leftOut.of(seat, market) };
    sink.notice({ type: 'save-state', strategy: deskOrdersKey(seat.name, market.symbol), state: writeKept(kept, market.pair.grid) });
  }

  #restored(text: string, seat: Seat, market: Market): void {
    const { orders, once, own } = this.leftOut.read(text, seat, market);
    for (const key of once) this.#once.of(seat, market).add(key);
    for (const id of own) this.#own.add(id);
    for (const order of orders) {
      order.told = order.state;
      this.#keep(order);
      this.#configured.restored(order);
      this.#unsettled.push(order);
    }
  }
}
