import { type Instant } from '../base/instant.ts';
import { TOMBSTONE_MS } from '../model/intent.ts';
import type { EngineOrder } from './market.ts';
import type { Market } from './market.ts';

const MOST_TOMBSTONES = 5000;
const MOST_EXTERNAL = 1000;

/**
 * Shapes that are in use although no live order of ours has them: those of failed orders and of other people's. A new order takes
 * none of them, so that an order whose answer was lost can be told from all others.
 */
export class Shapes {
  /** When the order of each shape failed. */
  readonly #tombstones = new Map<string, Instant>();
  readonly #external = new Map<string, string>();

  get isEmpty(): boolean {
    return this.#tombstones.size === 0 && this.#external.size === 0;
  }

  failed({ market, side, isMarket, ticks, lots }: EngineOrder, at: Instant): void {
    const key = keyOf(market, side, isMarket, ticks, lots);
    this.#tombstones.delete(key);
    this.#tombstones.set(key, at);
    if (this.#tombstones.size > MOST_TOMBSTONES) this.#tombstones.delete(this.#tombstones.keys().next().value!);
  }

  /** Notes somebody else's order on the same account. */
  external(orderId: string, market: Market, side: number, ticks: number | undefined, lots: number): void {
    this.#external.set(orderId, keyOf(market, side, ticks === undefined, ticks ?? 0, lots));
    if (this.#external.size > MOST_EXTERNAL) this.#external.delete(this.#external.keys().next().value!);
  }

  isTaken(market: Market, side: number, isMarket: boolean, ticks: number, lots: number, now: Instant): boolean {
    const key = keyOf(market, side, isMarket, ticks, lots);
    const failedAt = this.#tombstones.get(key);
    if (failedAt !== undefined && now - failedAt < TOMBSTONE_MS) return true;
    for (const external of this.#external.values()) if (external === key) return true;
    return false;
  }
}

function keyOf({ symbol }: Market, side: number, isMarket: boolean, ticks: number, lots: number): string {
  return `${symbol} ${side} ${isMarket ? 'market' : ticks} ${lots}`;
}
