import type { EngineOrder } from './market.ts';

/** How many closed orders are kept, for late news about them; some 1.3 KB each. What comes later still is booked by what the journal says of its order. */
const CLOSED_KEPT = 2000;

/**
 * Finds orders by the ids of the outside world: those of the intents that placed and replace them, and the venue's own. All live
 * orders are kept, and the last few thousand closed ones.
 */
export class KnownOrders {
  /** In the order in which they were added. */
  readonly #byIntent = new Map<string, EngineOrder>();
  readonly #byOrderId = new Map<string, EngineOrder>();
  /** By the intents of replacements that are not answered yet. */
  readonly #byReplacement = new Map<string, EngineOrder>();
  /** By the intents of replacements that earlier lives have left unknown, which are orders of their own here. */
  readonly #byEarlier = new Map<string, EngineOrder>();
  /** Every id that an order ever had. A replacement may give a new id, and executions under the old one still count. */
  readonly #ids = new Map<EngineOrder, string[]>();

  add(intentId: string, order: EngineOrder, live: number): void {
    this.#byIntent.set(intentId, order);
    this.#ids.set(order, []);
    if (this.#byIntent.size > CLOSED_KEPT + live) this.#forgetOldest();
  }

  byIntent(intentId: string): EngineOrder | undefined {
    return this.#byIntent.get(intentId);
  }

  byOrderId(orderId: string): EngineOrder | undefined {
    return this.#byOrderId.get(orderId);
  }

  byReplacement(intentId: string): EngineOrder | undefined {
    return this.#byReplacement.get(intentId);
  }

  /** Whether the venue has given the order an id. */
  isBound(order: EngineOrder): boolean {
    return this.#ids.get(order)!.length > 0;
  }

  bind(order: EngineOrder, orderId: string): void {
    this.#ids.get(order)!.push(orderId);
    this.#byOrderId.set(orderId, order);
  }

  replacing(intentId: string, order: EngineOrder): void {
    this.#byReplacement.set(intentId, order);
  }

  /** An earlier life has sent a replacement of the order, and nobody knows what came of it. */
  replacedBefore(intentId: string, order: EngineOrder): void {
    order.isReplaceUnknown = true;
    this.#byEarlier.set(intentId, order);
  }

  /** It is known what came of a replacement of an earlier life, or of anything else. */
  earlierKnown(intentId: string): void {
    const order = this.#byEarlier.get(intentId);
    if (order === undefined) return;
    order.isReplaceUnknown = false;
    this.#byEarlier.delete(intentId);
  }

  replacementAnswered(intentId: string): void {
    this.#byReplacement.delete(intentId);
  }

  #forgetOldest(): void {
    for (const [intentId, order] of this.#byIntent) {
      if (order.isLive) continue;
      this.#byIntent.delete(intentId);
      for (const orderId of this.#ids.get(order)!) this.#byOrderId.delete(orderId);
      this.#ids.delete(order);
      return;
    }
  }
}
