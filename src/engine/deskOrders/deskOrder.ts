import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { DeskOrderEnd, DeskOrderKind, DeskOrderState, WorkedKind } from '../../model/deskOrder.ts';
import type { OrderEnd } from '../../model/order.ts';
import type { EngineOrder, Market, Seat } from '../market.ts';
import type { OrderKeeper } from '../orderKeeper.ts';
import type { RefusedBy } from '../risk/riskGate.ts';
import { SELL } from '../../model/side.ts';
import { ExecutedLots } from './executedLots.ts';
import type { Work } from './work.ts';

// A desk order and its legs refer to each other, so they share a file.

export type LegKind = 'limit' | 'market' | 'ioc' | 'post-only' | 'stop' | 'trailing-stop' | 'take-profit' | WorkedKind;

/** With so many ids of its children a leg forgets all but the newest, and keeps so many of those. */
const MOST_IDS = 200;
const IDS_KEPT = 100;

/** The price that an entry is to have, and its whole amount. */
export interface Amendment {
  ticks: number;
  lots: number;
}

/** The whole amount that a replacement was to lead to, when the order was replaced before that, and when it was by it. */
export interface AskedAmount {
  readonly lots: number;
  readonly replacedBefore: Instant;
  replacedAt?: Instant;
}

/**
 * One part of a desk order: its entry, or one of its exits. Its orders at the venue are its children.
 *
 * A leg watches the touch from its own side, where more is better: the best bid for one that sells, and the best ask below zero
 * for one that buys. So one comparison serves both sides.
 */
export class Leg implements OrderKeeper {
  readonly order: DeskOrder;
  readonly kind: LegKind;
  readonly side: number;
  readonly isExit: boolean;
  /** Whether it only ever makes the position smaller. */
  readonly reduces: boolean;
  /** The price of its limit orders, or of a worked one the limit. 0 where there is none, or where it follows from the book or from `bps`. */
  ticks = 0;
  /** Where it fires, seen from its side. NaN where it follows from something that is not known yet. */
  stop = NaN;
  /** A distance: of a stop or a take-profit from the entry, of a trailing stop from its mark, of a market order from the touch. */
  bps = 0;
  /** Where a trailing stop begins to follow, seen from its side. */
  from = -Infinity;
  /** The best touch that a trailing stop has seen. NaN before it follows. */
  mark = NaN;
  readonly children: EngineOrder[] = [];
  /** The intents that placed them, the closed ones too. Executions are found by them after a restart. */
  childIds: string[] = [];
  /** What children have executed whose ids are not kept any more, and what those have whose ids are. */
  readonly forgotten = new ExecutedLots();
  readonly #executed = new Map<string, ExecutedLots>();
  readonly #all = new ExecutedLots();
  /** Its children are being canceled by the desk, so that says nothing of what others want. */
  isCanceling = false;
  /** A person has canceled one of its children by its id. */
  isLetGo = false;
  /** Why its last child was closed. */
  childEnd: OrderEnd | undefined = undefined;
  /** An execution of it took from the book. */
  hasTaken = false;
  /** The check of ours that has refused its last order. It is tried again and again. */
  heldBy: RefusedBy | undefined = undefined;
  /** After a refusal nothing is sent before this time. */
  notBefore: Instant = 0;
  failures = 0;
  end: DeskOrderEnd | undefined = undefined;
  /** Entry only: what its order is to become, and is not yet. */
  amendment: Amendment | undefined = undefined;
  /** Entry only: its last replacement has never left. It waits before it goes again. */
  wasNeverMoved = false;
  /** Entry only: what its last replacement asked for. */
  asked: AskedAmount | undefined = undefined;
  /** For an entry: an order of it was moved, so its price and amount are what the venue has. For an exit: what rests at another price is to go. */
  isMoved = false;

  constructor(order: DeskOrder, kind: LegKind, side: number, isExit: boolean, reduces: boolean) {
    this.order = order;
    this.kind = kind;
    this.side = side;
    this.isExit = isExit;
    this.reduces = reduces;
  }

  get id(): string {
    return this.order.id;
  }

  /** A fee that comes later is an execution of 0 lots. */
  filled(ticks: number, lots: number, isTaker: boolean, intentId: string | undefined): void {
    if (lots === 0) return;
    if (intentId !== undefined) this.count(intentId, lots, ticks * lots);
    else this.#all.add(lots, ticks * lots);
    this.wasExecuted(isTaker);
  }

  /** One of its children was executed, and that is counted. */
  wasExecuted(isTaker: boolean): void {
    const { order } = this;
    if (isTaker) this.hasTaken = true;
    order.isQuiet = false;
    // What an entry has bought after all needs its exits. What was canceled on purpose stays so.
    if (order.end !== undefined && !this.isExit && order.ending !== 'canceled') order.revive?.(order);
  }

  /** Counts what one of its children has executed, under its id, or in the saved sum where that is not kept. */
  count(intentId: string, lots: number, worth: number): void {
    this.#all.add(lots, worth);
    this.#sumOf(intentId).add(lots, worth);
  }

  /** Like `count`, for what was executed under whatever rules of the pair. */
  countAmount(intentId: string, amount: Decimal, worth: number): void {
    const { grid } = this.order.market.pair;
    this.#all.addAmount(amount, worth, grid);
    this.#sumOf(intentId).addAmount(amount, worth, grid);
  }

  #sumOf(intentId: string): ExecutedLots {
    let sum = this.#executed.get(intentId);
    if (sum === undefined && this.childIds.includes(intentId)) this.#executed.set(intentId, (sum = new ExecutedLots()));
    if (sum === undefined) this.order.isUnsaved = true;
    return sum ?? this.forgotten;
  }

  /** What children have executed that an earlier life has forgotten. */
  restoreForgotten(lots: number, rest: Decimal, worth: number): void {
    Object.assign(this.forgotten, { lots, rest, worth });
    this.#all.addAll(this.forgotten, this.order.market.pair.grid);
  }

  letGo(): void {
    this.isLetGo = true;
  }

  /** What was asked for is still to be done. A person's replacement asks for nothing that is not so already. */
  neverReplaced(ticks: number, left: number): void {
    const { order } = this;
    if (this.asked === undefined || (this.ticks === ticks && order.lots === this.lots + left)) return;
    this.amendment ??= { ticks: this.ticks, lots: order.lots };
    this.wasNeverMoved = true;
  }

  changed(): void {
    const { children } = this;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]!;
      if (child.state !== 'closed') continue;
      this.childEnd = child.end;
      children.splice(i, 1);
    }
    this.order.isQuiet = false;
  }

  /** Only so many ids are kept: what the oldest have executed is added to a sum. */
  forgetOld(): void {
    const { children, childIds, forgotten } = this;
    if (childIds.length < MOST_IDS) return;
    const old = childIds.slice(0, -IDS_KEPT).filter((id) => !children.some(({ intentId }) => intentId === id));
    for (const id of old) {
      const sum = this.#executed.get(id);
      if (sum !== undefined) forgotten.addAll(sum, this.order.market.pair.grid);
      this.#executed.delete(id);
    }
    const isOld = new Set(old);
    this.childIds = childIds.filter((id) => !isOld.has(id));
  }

  /** What it has executed, in whole lots. */
  get lots(): number {
    return this.#all.lots;
  }

  /** The average price of its executions, in ticks. A signal. */
  get averageTicks(): number {
    return this.#all.averageTicks(this.order.market.pair.grid);
  }

  /** The same in quote currency. */
  get averagePrice(): Decimal {
    return this.#all.averagePrice(this.order.market.pair.grid);
  }

  /** What its children may still execute. */
  get openLots(): number {
    let sum = 0;
    for (const child of this.children) sum += child.remaining;
    return sum;
  }

  /** A price as this leg sees it. */
  seen(ticks: number): number {
    return this.side === SELL ? ticks : -ticks;
  }
}

/** An order that the desk keeps. It is saved with each change, so that a later life goes on with it. */
export class DeskOrder {
  readonly id: string;
  readonly kind: DeskOrderKind;
  readonly seat: Seat;
  readonly market: Market;
  /** How much its entry, or without one its exits, should fill. 0: the position. */
  lots: number;
  readonly placedAt: Instant;
  tag: string | undefined = undefined;
  once: string | undefined = undefined;
  /** The exits of the configuration that it stands for. */
  plan: string | undefined = undefined;
  until: Instant = Infinity;
  entry: Leg | undefined = undefined;
  exits: Leg[] = [];
  /** What makes it a worked order: then its one exit is sent in parts. */
  work: Work | undefined = undefined;
  /** The exit that has fired. */
  fired: Leg | undefined = undefined;
  /** It is to end for this reason, once its children are closed. */
  ending: DeskOrderEnd | undefined = undefined;
  end: DeskOrderEnd | undefined = undefined;
  /** Why it was refused. */
  reason: string | undefined = undefined;
  /** What the position had cost when it was placed, in ticks: the distances of exits without an entry are counted from there. */
  basis = NaN;
  /** The position when it was looked at last, and what its exits had at the venue. */
  seenLots = 0;
  seenOpen = 0;
  /** There was a position to close since it was placed. */
  hadPosition = false;
  /** Nothing needs to be done until its children or the position change, the touch of its exits leaves `low` to `high`, or `nextAt`. */
  isQuiet = false;
  low = -Infinity;
  high = Infinity;
  nextAt: Instant = Infinity;
  /** An execution counts that no later life would find by an id. */
  isUnsaved = false;
  /** What its strategy was told last. */
  told: DeskOrderState | undefined = undefined;
  /** Called when an execution comes although it was done. */
  revive: ((order: DeskOrder) => void) | undefined = undefined;

  constructor(id: string, kind: DeskOrderKind, seat: Seat, market: Market, lots: number, placedAt: Instant) {
    this.id = id;
    this.kind = kind;
    this.seat = seat;
    this.market = market;
    this.lots = lots;
    this.placedAt = placedAt;
  }

  get legs(): readonly Leg[] {
    return this.entry === undefined ? this.exits : [this.entry, ...this.exits];
  }

  /** Before it is saved. */
  forgetOld(): void {
    for (const leg of this.legs) leg.forgetOld();
    this.isUnsaved = false;
  }

  get closedLots(): number {
    let sum = 0;
    for (const exit of this.exits) sum += exit.lots;
    return sum;
  }

  /** A number that changes with marks and counts, which are not saved at once. */
  get progress(): number {
    let sum = this.work === undefined ? 0 : this.work.state.counted + (this.work.state.arrival === undefined ? 0 : 1);
    for (const { mark } of this.exits) if (!Number.isNaN(mark)) sum += mark;
    return sum;
  }

  get hasChildren(): boolean {
    if (this.entry !== undefined && this.entry.children.length > 0) return true;
    for (const exit of this.exits) if (exit.children.length > 0) return true;
    return false;
  }

  get state(): DeskOrderState {
    if (this.end !== undefined) return 'done';
    if (this.hasChildren || (this.work !== undefined && this.work.state.parts > 0)) return 'working';
    return this.fired === undefined ? 'active' : 'triggered';
  }
}

/** Whether a stop has fired and the order is over, with something closed. */
export function isStoppedOut({ end, fired, closedLots }: DeskOrder): boolean {
  return end !== undefined && (fired?.kind === 'stop' || fired?.kind === 'trailing-stop') && closedLots > 0;
}
