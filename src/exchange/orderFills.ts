import type { OrderSlots } from './orderSlots.ts';
import type { SlotOrder } from './slotOrder.ts';
import { CLOSED, FILLED, type ReportQueue, type VenueReport } from './reportQueue.ts';
import type { VenueState } from './venueState.ts';

/** Executions of our orders: takes the lots off the order, and writes down what is to be told. All happens at `now`. */
export class OrderFills {
  readonly #state: VenueState;
  readonly #orders: OrderSlots;
  readonly #reports: ReportQueue;

  constructor(state: VenueState, orders: OrderSlots, reports: ReportQueue) {
    this.#state = state;
    this.#orders = orders;
    this.#reports = reports;
  }

  /** Somebody came to a resting order: at its own price. */
  made(order: SlotOrder, lots: number): void {
    this.#fill(order, lots);
    if (order.lots === 0) this.#orders.close(order);
  }

  /** The order has come to a level. Whoever calls sees to its end. */
  took(order: SlotOrder, ticks: number, lots: number): void {
    const report = this.#fill(order, lots);
    report.ticks = ticks;
    report.isTaker = true;
  }

  /** Orders that had ended when the open ones were read; the others wait for the next round. */
  tellOfEnds(openReadAt: number): void {
    const { ended } = this.#state;
    let kept = 0;
    for (const order of ended) {
      if (order.endedAt > openReadAt) {
        ended[kept++] = order;
        continue;
      }
      const report = this.#reports.push(CLOSED, order);
      report.ticks = order.ticks;
      report.lots = order.lots;
      report.isTaker = false;
      report.tradedAt = order.endedAt;
    }
    // Setting the length takes as long as a dozen of these.
    while (ended.length > kept) ended.pop();
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
