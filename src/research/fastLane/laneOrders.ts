import { leaveLane } from './leaveLane.ts';

export const BUY = 0;
export const SELL = 1;
export type LaneSide = typeof BUY | typeof SELL;

export const PENDING = 0;
export const OPEN = 1;
export const CLOSED = 2;

/** At most so many orders of one strategy live in the lane at once. */
const MOST_LIVE = 64;
const TOMBSTONE_MS = 86_400_000;
const MOST_TOMBSTONES = 5000;

/** An order of the strategy. The object is used again for another order. */
export class LaneOrder {
  /** Its number at the venue while it lives. */
  readonly slot: number = 0;
  side: LaneSide = BUY;
  ticks = 0;
  /** All that is to be bought or sold, what is filled included. */
  lots = 0;
  filled = 0;
  state = CLOSED;
  isCanceling = false;
  cancelTriedAt = -Infinity;
  isReplacing = false;
  /** What a replacement on its way asks for. */
  nextTicks = 0;
  nextLots = 0;
  /** The venue's time of the last replacement. */
  replacedAt = -Infinity;
  /** Which one it is of all, counted from 1. */
  serial = 0;
  placedAt = 0;
  updatedAt = 0;
  /** Its executions so far. */
  parts = 0;
  tag: string | undefined = undefined;

  constructor(slot: number) {
    this.slot = slot;
  }

  get remaining(): number {
    return this.lots - this.filled;
  }

  /** Whether it can be acted on now. */
  get isSettled(): boolean {
    return this.state === OPEN && !this.isCanceling && !this.isReplacing;
  }
}

/** The strategy's orders by their slots at the venue, and counts of what was sent. */
export class LaneOrders {
  /** In the order in which they were placed. */
  readonly live: LaneOrder[] = [];
  /** Orders and replacements on their way: while there is one, the lane takes no other. */
  underway = 0;
  /** Orders of which the venue has not said its last word. */
  atVenue = 0;
  placed = 0;
  replaced = 0;
  canceled = 0;
  readonly #bySlot: LaneOrder[] = [];
  /** When an order of the shape failed. */
  readonly #failed = new Map<string, number>();

  at(slot: number): LaneOrder {
    return this.#bySlot[slot]!;
  }

  /** Takes note of a new order that was sent. Slots are given out one after the other. */
  place(slot: number, side: LaneSide, ticks: number, lots: number, tag: string | undefined, now: number): LaneOrder {
    if (this.live.length === MOST_LIVE) leaveLane(`more than ${MOST_LIVE} live orders`);
    if (slot === this.#bySlot.length) this.#bySlot.push(new LaneOrder(slot));
    const order = this.#bySlot[slot]!;
    order.side = side;
    order.ticks = ticks;
    order.lots = lots;
    order.filled = 0;
    order.state = PENDING;
    order.isCanceling = false;
    order.cancelTriedAt = -Infinity;
    order.isReplacing = false;
    order.nextTicks = 0;
    order.nextLots = 0;
    order.replacedAt = -Infinity;
    order.serial = ++this.placed;
    order.placedAt = now;
    order.updatedAt = now;
    order.parts = 0;
    order.tag = tag;
    this.live.push(order);
    this.underway++;
    this.atVenue++;
    return order;
  }

  close(order: LaneOrder): void {
    if (order.state === CLOSED) return;
    order.state = CLOSED;
    const { live } = this;
    let i = live.indexOf(order);
    for (; i < live.length - 1; i++) live[i] = live[i + 1]!;
    live.pop();
  }

  /** It never rested; it may still turn up at a real venue, so that its shape is not used again for a while. */
  fail(order: LaneOrder, at: number): void {
    const shape = shapeOf(order.side, order.ticks, order.lots);
    this.#failed.delete(shape);
    this.#failed.set(shape, at);
    if (this.#failed.size > MOST_TOMBSTONES) this.#failed.delete(this.#failed.keys().next().value!);
    this.close(order);
  }

  /** Whether a live order has this shape, so that another one could not be told from it, or one that failed lately. */
  isTaken(side: LaneSide, ticks: number, lots: number, now: number): boolean {
    if (this.#failed.size > 0) {
      const failedAt = this.#failed.get(shapeOf(side, ticks, lots));
      if (failedAt !== undefined && now - failedAt < TOMBSTONE_MS) return true;
    }
    for (let i = 0; i < this.live.length; i++) {
      const order = this.live[i]!;
      if (order.side === side && order.ticks === ticks && (order.lots === lots || order.remaining === lots)) return true;
    }
    return false;
  }
}

function shapeOf(side: LaneSide, ticks: number, lots: number): string {
  return `${side} ${ticks} ${lots}`;
}
