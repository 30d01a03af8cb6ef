import type { OrderSlots } from './orderSlots.ts';
import { CLOSED, FILLED, type ReportQueue } from './reportQueue.ts';
import type { VenueTimes } from './venueTimes.ts';

/** Executions of our orders: takes the lots off the order, and writes down what is to be told. All happens at `now`. */
export class OrderFills {
  readonly #times: VenueTimes;
  readonly #orders: OrderSlots;
  readonly #reports: ReportQueue;

  constructor(times: VenueTimes, orders: OrderSlots, reports: ReportQueue) {
    this.#times = times;
    this.#orders = orders;
    this.#reports = reports;
  }

  /** Somebody came to a resting order: at its own price. */
  made(slot: number, lots: number): void {
    this.#fill(slot, lots);
    if (this.#orders.lots[slot] === 0) this.#orders.close(slot);
  }

  /** The order has come to a level. Whoever calls sees to its end. */
  took(slot: number, ticks: number, lots: number): void {
    const i = this.#fill(slot, lots);
    this.#reports.ticks[i] = ticks;
    this.#reports.isTaker[i] = 1;
  }

  /** Orders that had ended when the open ones were read; the others wait for the next round. */
  tellOfEnds(openReadAt: number): void {
    const orders = this.#orders;
    const reports = this.#reports;
    let kept = 0;
    for (let n = 0; n < orders.endedCount; n++) {
      const slot = orders.ended[n]!;
      if (orders.endedAt[slot]! > openReadAt) {
        orders.ended[kept++] = slot;
        continue;
      }
      const i = reports.push(CLOSED, slot);
      reports.ticks[i] = orders.ticks[slot]!;
      reports.lots[i] = orders.lots[slot]!;
      reports.isTaker[i] = 0;
      reports.tradedAt[i] = orders.endedAt[slot]!;
    }
    orders.endedCount = kept;
  }

  #fill(slot: number, lots: number): number {
    const reports = this.#reports;
    this.#orders.lots[slot]! -= lots;
    this.#orders.uses[slot]!++;
    const i = reports.push(FILLED, slot);
    reports.ticks[i] = this.#orders.ticks[slot]!;
    reports.lots[i] = lots;
    reports.isTaker[i] = 0;
    reports.tradedAt[i] = this.#times.now;
    return i;
  }
}
