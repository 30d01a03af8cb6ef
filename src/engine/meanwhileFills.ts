import type { Instant } from '../base/instant.ts';
import type { EngineOrder } from './market.ts';

/** An execution that came while a replacement was on its way. It may belong to what the replacement leaves open. */
interface MeanwhileFill {
  readonly order: EngineOrder;
  readonly lots: number;
  readonly tradedAt: Instant;
  readonly orderId: string | undefined;
}

/** The executions of orders that are being replaced, until it is known which of them the answer includes. */
export class MeanwhileFills {
  #all: MeanwhileFill[] = [];

  add(fill: MeanwhileFill): void {
    this.#all.push(fill);
  }

  /** How many lots of the order, under its present id, were executed after that time. Those of the order are forgotten. */
  takeAfter(order: EngineOrder, at: Instant): number {
    if (this.#all.length === 0) return 0;
    let later = 0;
    for (const one of this.#all) {
      if (one.order === order && one.tradedAt > at && one.orderId === order.orderId) later += one.lots;
    }
    this.forget(order);
    return later;
  }

  forget(order: EngineOrder): void {
    if (this.#all.length > 0) this.#all = this.#all.filter((one) => one.order !== order);
  }
}
