import { assert } from '../base/assert.ts';
import { ENDED, FREE, OPEN, SENT, SlotOrder, UNKNOWN } from './slotOrder.ts';
import type { VenueState } from './venueState.ts';

/**
 * Orders by number. A number is reused when its order has ended and all reports about it were taken. Until then, `uses` counts
 * the requests and reports that carry it.
 */
export class OrderSlots {
  readonly #state: VenueState;
  readonly #most: number;
  readonly #all: SlotOrder[] = [];
  /** The first `#freeCount` entries count. */
  readonly #free: SlotOrder[] = [];
  #freeCount = 0;
  #arrivals = 0;

  constructor(state: VenueState, most: number) {
    assert(Number.isInteger(most) && most >= 1 && most <= 100_000, () => `a venue keeps 1 to 100000 orders, not ${most}`);
    this.#state = state;
    this.#most = most;
  }

  /** The order with a number that is in use. */
  at(slot: number): SlotOrder {
    return this.#all[slot]!;
  }

  /** A slot for an order that is on its way. The caller fills in price and amount. */
  take(side: number): SlotOrder {
    const order = this.#freeCount > 0 ? this.#free[--this.#freeCount]! : this.#another();
    order.state = SENT;
    order.side = side;
    order.uses = 0;
    order.unsettled = 0;
    order.coming = 0;
    return order;
  }

  rest(order: SlotOrder): void {
    if (order.state !== OPEN) {
      order.state = OPEN;
      const state = this.#state;
      const place = state.openCount++;
      order.place = place;
      state.open[place] = order;
    }
    order.arrivedAt = this.#state.now;
    order.arrival = this.#arrivals++;
  }

  /** An order that was open at the venue has ended. This still has to be reported. */
  close(order: SlotOrder): void {
    const state = this.#state;
    this.end(order);
    order.uses++;
    state.ended[state.endedCount++] = order;
    state.hasNews = true;
  }

  end(order: SlotOrder): void {
    const state = this.#state;
    if (order.state === OPEN) {
      const { open } = state;
      const last = open[--state.openCount]!;
      open[order.place] = last;
      last.place = order.place;
    }
    order.state = ENDED;
    order.endedAt = state.now;
  }

  /** One report about it has been taken. */
  release(order: SlotOrder): void {
    if (--order.uses > 0 || order.state !== ENDED) return;
    order.state = FREE;
    this.#free[this.#freeCount++] = order;
  }

  /** After a gap: where our orders stand in their queues is no longer known. */
  loseSight(): void {
    const { open, openCount } = this.#state;
    for (let n = 0; n < openCount; n++) {
      const order = open[n]!;
      order.shown = UNKNOWN;
      order.ahead = Infinity;
    }
  }

  #another(): SlotOrder {
    assert(this.#all.length < this.#most, 'there are fewer orders at once than the model has room for');
    const order = new SlotOrder(this.#all.length);
    this.#all.push(order);
    return order;
  }
}
