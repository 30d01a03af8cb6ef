import { assert } from '../base/assert.ts';
import type { VenueState } from './venueState.ts';

/** On its way to the venue. */
export const SENT = 1;
export const OPEN = 2;
/** Nothing more can happen to it. */
export const ENDED = 3;
const FREE = 0;

/** Nobody knows how much stood ahead of it. */
export const UNKNOWN = -1;

/** An order at a snapshot venue. The object is used again for another order. */
export class SlotOrder {
  /** Its number in the list of all. */
  readonly slot: number;
  state = FREE;
  /** 0 buys, 1 sells. */
  side = 0;
  ticks = 0;
  /** Still to be filled. */
  lots = 0;
  /** Lots at its price that come before it. */
  ahead = 0;
  /** What its level showed at the last look; `UNKNOWN` when that does not count any more. */
  shown = 0;
  /** Lots of others at better prices, at the last look. Infinity beyond the levels that are shown. */
  depth = 0;
  /** Where its level stands, or would. */
  hint = 0;
  /** When it ended, by the venue's time. */
  endedAt = 0;
  /** When it came to rest where it rests, by the venue's time. */
  arrivedAt = 0;
  /** Arrivals in order: who comes first at one price. */
  arrival = 0;
  /** Requests and reports that bear its number. */
  uses = 0;
  /** Its place in the list of open orders. */
  place = 0;

  constructor(slot: number) {
    this.slot = slot;
  }

  /** Whether it is filled before another one of its side. */
  comesBefore(other: SlotOrder): boolean {
    const distance = this.ticks - other.ticks;
    if (distance === 0) return this.arrival < other.arrival;
    return this.side === 0 ? distance > 0 : distance < 0;
  }
}

/**
 * Orders by number. A number is used again when its order has ended and all that is to be told about it was taken: until then
 * `uses` counts the requests and reports that bear it.
 */
export class OrderSlots {
  readonly #state: VenueState;
  readonly #most: number;
  readonly #all: SlotOrder[] = [];
  readonly #free: SlotOrder[] = [];
  #arrivals = 0;

  constructor(state: VenueState, most: number) {
    assert(Number.isInteger(most) && most >= 1 && most <= 100_000, () => `a venue keeps 1 to 100000 orders, not ${most}`);
    this.#state = state;
    this.#most = most;
  }

  /** The order with a number that was given out. */
  at(slot: number): SlotOrder {
    return this.#all[slot]!;
  }

  /** A slot for an order that is on its way; price and amount are for the caller to fill in. */
  take(side: number): SlotOrder {
    const order = this.#free.pop() ?? this.#another();
    order.state = SENT;
    order.side = side;
    order.uses = 0;
    return order;
  }

  rest(order: SlotOrder): void {
    if (order.state !== OPEN) {
      order.state = OPEN;
      const { open } = this.#state;
      order.place = open.length;
      open.push(order);
    }
    order.arrivedAt = this.#state.now;
    order.arrival = this.#arrivals++;
  }

  /** An order that was open at the venue has ended. That it has is still to be told. */
  close(order: SlotOrder): void {
    this.end(order);
    order.uses++;
    this.#state.ended.push(order);
    this.#state.hasNews = true;
  }

  end(order: SlotOrder): void {
    if (order.state === OPEN) {
      const { open } = this.#state;
      const last = open.pop()!;
      if (last !== order) {
        open[order.place] = last;
        last.place = order.place;
      }
    }
    order.state = ENDED;
    order.endedAt = this.#state.now;
  }

  /** One report about it has been taken. */
  release(order: SlotOrder): void {
    if (--order.uses > 0 || order.state !== ENDED) return;
    order.state = FREE;
    this.#free.push(order);
  }

  #another(): SlotOrder {
    assert(this.#all.length < this.#most, 'there are fewer orders at once than the model has room for');
    const order = new SlotOrder(this.#all.length);
    this.#all.push(order);
    return order;
  }
}
