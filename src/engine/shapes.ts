import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Side } from '../model/grid.ts';
import { type Order, remainingOf } from '../model/order.ts';

/** All that the venue shows of an order's identity. */
export interface Shape {
  readonly symbol: string;
  readonly side: Side;
  readonly amount: Decimal;
  readonly price: Decimal | undefined;
}

/** An order that failed may still turn up at the venue for this long. */
const TOMBSTONE_MS = 86_400_000;
const MOST_TOMBSTONES = 5000;
const MOST_EXTERNAL = 1000;

/** Which shapes of orders are in use: a new order takes none of them, so that a lost answer can be told from all others. */
export class Shapes {
  /** When the order of the shape failed. */
  readonly #tombstones = new Map<string, Instant>();
  readonly #external = new Map<string, string>();

  failed(shape: Shape, at: Instant): void {
    const key = keyOf(shape);
    this.#tombstones.delete(key);
    this.#tombstones.set(key, at);
    if (this.#tombstones.size > MOST_TOMBSTONES) this.#tombstones.delete(this.#tombstones.keys().next().value!);
  }

  external(orderId: string, shape: Shape): void {
    this.#external.set(orderId, keyOf(shape));
    if (this.#external.size > MOST_EXTERNAL) this.#external.delete(this.#external.keys().next().value!);
  }

  isTaken(shape: Shape, live: Iterable<{ readonly order: Order }>, now: Instant): boolean {
    if (this.#tombstones.size + this.#external.size > 0) {
      const key = keyOf(shape);
      const failedAt = this.#tombstones.get(key);
      if (failedAt !== undefined && now - failedAt < TOMBSTONE_MS) return true;
      for (const external of this.#external.values()) if (external === key) return true;
    }
    for (const { order } of live) if (isAlike(order, shape)) return true;
    return false;
  }
}

function isAlike(order: Order, { symbol, side, amount, price }: Shape): boolean {
  if (order.symbol !== symbol || order.side !== side) return false;
  const samePrice = order.price === undefined || price === undefined ? order.price === price : order.price.eq(price);
  return samePrice && (order.amount.eq(amount) || remainingOf(order).eq(amount));
}

function keyOf({ symbol, side, amount, price }: Shape): string {
  return `${symbol} ${side} ${amount.toFixed()} ${price?.toFixed() ?? 'market'}`;
}
