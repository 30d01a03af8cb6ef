import type { OrderSlots } from './orderSlots.ts';
import type { SlotOrder } from './slotOrder.ts';
import { CLOSED, FILLED, type ReportQueue, type VenueReport } from './reportQueue.ts';
import type { VenueState } from './venueState.ts';

/** Executes our orders: takes the lots off the order and notes what must be reported. Everything happens at `now`. */
export class OrderFills {
  /** When we hear of what is read next. */
  heardAt = 0;
  readonly #state: VenueState;
  readonly #orders: OrderSlots;
  readonly #reports: ReportQueue;

  constructor(state: VenueState, orders: OrderSlots, reports: ReportQueue) {
    this.#state = state;
    this.#orders = orders;
    this.#reports = reports;
  }

  /** Somebody's order met a resting order of ours, at our order's price. */
  made(order: SlotOrder, lots: number): void {
    this.#fill(order, lots);
    if (order.lots === 0) this.#orders.close(order);
  }

  /** The same, at a price that the order has left since. The caller handles its end. */
  madeAt(order: SlotOrder, ticks: number, lots: number): void {
    this.#fill(order, lots).ticks = ticks;
  }

  /** The order has met a level. The caller handles the end of the order. */
  took(order: SlotOrder, ticks: number, lots: number): void {
    const report = this.#fill(order, lots);
    report.ticks = ticks;
    report.isTaker = true;
  }

  /** Whether something was filled or closed that has not been read. */
  get hasUnread(): boolean {
    return this.#reports.hasUnread;
  }

  /** Our lists were read: the open orders at that time, and the executions after them. We hear of it at `heardAt`. */
  read(openReadAt: number): void {
    const state = this.#state;
    if (state.endedCount > 0) this.#tellOfEnds(openReadAt);
    if (this.#reports.hasUnread) {
      this.#reports.heardAt = this.heardAt;
      this.#reports.read();
    }
    state.hasNews = state.endedCount > 0;
  }

  /** Reports the orders that had ended by then. The others wait for the next round, or for the look that settles them. */
  #tellOfEnds(openReadAt: number): void {
    const state = this.#state;
    const { ended, endedCount } = state;
    let kept = 0;
    for (let n = 0; n < endedCount; n++) {
      const order = ended[n]!;
      if (order.endedAt > openReadAt || order.unsettled > 0) {
        ended[kept++] = order;
        continue;
      }
      this.#reports.add(CLOSED, order, order.endedAt);
    }
    state.endedCount = kept;
  }

  #fill(order: SlotOrder, lots: number): VenueReport {
    order.lots -= lots;
    order.uses++;
    this.#state.hasNews = true;
    const report = this.#reports.push(FILLED, order);
    report.ticks = order.ticks;
    report.lots = lots;
    report.isTaker = false;
    report.tradedAt = this.#state.now;
    return report;
  }
}
