import type { Report } from '../model/event.ts';

const MOST_ORDERS = 5000;
const MOST_OF_ONE = 200;

/**
 * Keeps reports that came before the answer which names their order. The oldest are forgotten, since most are about orders that
 * are not ours.
 */
export class EarlyReports {
  readonly #byOrderId = new Map<string, Report[]>();

  hold(orderId: string, report: Report): void {
    const waiting = this.#byOrderId.get(orderId) ?? [];
    waiting.push(report);
    if (waiting.length > MOST_OF_ONE) waiting.shift();
    this.#byOrderId.set(orderId, waiting);
    if (this.#byOrderId.size > MOST_ORDERS) this.#byOrderId.delete(this.#byOrderId.keys().next().value!);
  }

  take(orderId: string): readonly Report[] {
    const waiting = this.#byOrderId.get(orderId) ?? [];
    this.#byOrderId.delete(orderId);
    return waiting;
  }
}
