import type { Instant } from '../base/instant.ts';
import type { ReplaceCommand } from '../model/command.ts';
import type { Fill } from '../model/fill.ts';
import { advanceOrder, isLive, type Order } from '../model/order.ts';

/** How many closed orders are kept for late news about them. */
const CLOSED_KEPT = 5000;

/** One of our orders with what must be remembered about it. */
export interface OrderEntry {
  order: Order;
  /** Every id that it ever had: a replacement may give a new one, and fills of the old one still count. */
  readonly ids: string[];
  /** A replacement on its way. */
  replacement: ReplaceCommand | undefined;
  /** Fills since that was sent: some belong to what it leaves open. */
  since: Fill[];
  /** The venue's time of the last replacement; minus infinity when there was none. */
  replacedAt: Instant;
  /** Minus infinity when it was never canceled. */
  cancelTriedAt: Instant;
}

/** Our orders, found by intent and by any of the venue's ids. Live ones are kept, of the closed ones the last few thousand. */
export class OrderEntries {
  readonly live = new Map<string, Order>();
  /** Grows with every change of an order. */
  version = 0;
  readonly #entries = new Map<string, OrderEntry>();
  readonly #byOrderId = new Map<string, OrderEntry>();

  get(intentId: string): OrderEntry | undefined {
    return this.#entries.get(intentId);
  }

  byOrderId(orderId: string): OrderEntry | undefined {
    return this.#byOrderId.get(orderId);
  }

  add(order: Order): OrderEntry {
    this.version++;
    const entry: OrderEntry = { order, ids: [], replacement: undefined, since: [], replacedAt: -Infinity, cancelTriedAt: -Infinity };
    this.#entries.set(order.intentId, entry);
    if (isLive(order)) this.live.set(order.intentId, order);
    return entry;
  }

  bind(entry: OrderEntry, orderId: string): void {
    entry.ids.push(orderId);
    this.#byOrderId.set(orderId, entry);
  }

  /** Moves an order forward, as far as the news is not late. */
  advance(entry: OrderEntry, next: Partial<Order>): Order {
    this.version++;
    entry.order = advanceOrder(entry.order, next);
    const { order } = entry;
    if (isLive(order)) this.live.set(order.intentId, order);
    else if (this.live.delete(order.intentId)) this.#forgetOldest();
    return order;
  }

  #forgetOldest(): void {
    if (this.#entries.size <= CLOSED_KEPT + this.live.size) return;
    for (const [intentId, { order, ids }] of this.#entries) {
      if (isLive(order)) continue;
      this.#entries.delete(intentId);
      for (const id of ids) this.#byOrderId.delete(id);
      return;
    }
  }
}
