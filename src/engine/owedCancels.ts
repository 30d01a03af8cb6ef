import type { EngineOrder } from './market.ts';

/**
 * Orders that are to be canceled until they are over: those that were on their way when all were canceled, and those canceled beside a replacement
 * of unknown outcome. That cancel was of the order as it was, so neither its answer nor its failure ends the wish. A later replacement does.
 */
export class OwedCancels {
  readonly #orders = new Set<EngineOrder>();
  readonly #cancel: (order: EngineOrder) => void;

  /** `cancel` sends one, at the pace of cancels that are repeated. */
  constructor(cancel: (order: EngineOrder) => void) {
    this.#cancel = cancel;
  }

  get isEmpty(): boolean {
    return this.#orders.size === 0;
  }

  add(order: EngineOrder): void {
    order.isCancelAsked = true;
    this.#orders.add(order);
  }

  /** Nobody wants it to be canceled any more. */
  forget(order: EngineOrder): void {
    order.isCancelAsked = false;
    if (this.#orders.size > 0) this.#orders.delete(order);
  }

  /** News of the order has come. One that was to be canceled as it was, and goes on as another, is canceled as that. */
  heard(order: EngineOrder): void {
    if (!order.isCancelAsked || order.state === 'closed') return;
    if (order.cancelTriedAt === -Infinity) this.#orders.add(order);
    if (this.#orders.has(order)) this.#cancel(order);
  }

  /** The heartbeat. */
  repeat(): void {
    for (const order of this.#orders) {
      // The object of an order that is over may be another one's by now, which nobody wants to be canceled.
      if (order.state === 'closed' || !order.isCancelAsked) this.#orders.delete(order);
      else this.#cancel(order);
    }
  }
}
