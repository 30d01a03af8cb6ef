import type { Clock } from '../base/clock.ts';
import { orderLane } from '../model/command.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';
import type { OpenOrderRow } from './accountLists.ts';
import { AFTER_ROUNDS } from './externalOrders.ts';
import type { FrozenLanes } from './frozenLanes.ts';

export interface MovedOrdersOptions {
  readonly journal: Pick<Journal, 'get' | 'aimedAt' | 'order'>;
  readonly clock: Clock;
  /** How late a change of an order may become visible. */
  readonly visibilityMs: number;
}

/** An order that the list shows otherwise than it is known here. */
interface Moved {
  readonly how: string;
  readonly sinceMs: number;
  rounds: number;
}

const MOVED = 'moved order';

/**
 * Compares open orders of ours with what the list shows of them. One that has another price, or of which another amount was ordered, and that no request of ours explains, was moved by somebody
 * else, or was not moved by a replacement that the venue has acknowledged. What is reserved for it is not what it may cost, so its lane is shut once
 * that has lasted for as long as a change may take to become visible. It opens when the order is gone, or the list shows it as it is known here.
 */
export class MovedOrders {
  readonly #options: MovedOrdersOptions;
  readonly #frozen: FrozenLanes;
  #moved: ReadonlyMap<string, Moved> = new Map();

  constructor(options: MovedOrdersOptions, frozen: FrozenLanes) {
    this.#options = options;
    this.#frozen = frozen;
  }

  /** `bound` were open before the list was read. An order with a replacement under way is looked at when that is settled. */
  async check(bound: readonly BoundOrder[], openOrders: readonly OpenOrderRow[], pending: readonly Intent[]): Promise<void> {
    const { clock, visibilityMs } = this.#options;
    const nowMs = clock.monotonicMs();
    const rows = new Map(openOrders.map((row) => [row.id, row]));
    const replaced = new Set(pending.flatMap(({ kind, targetId }) => (kind === 'replace' ? [targetId] : [])));
    const moved = new Map<string, Moved>();
    const shut = new Set<string>();
    for (const order of bound) {
      const { orderId, symbol } = order;
      const row = rows.get(orderId);
      const lane = orderLane(symbol);
      // Most rows are right, and a look at the journal is not needed to see that.
      const isAlike = row === undefined || (otherPrice(order, row) ?? otherAmount(order, row)) === undefined;
      const how = isAlike || replaced.has(orderId) ? undefined : await this.#differenceOf(order, row);
      if (how === undefined) continue;
      const before = this.#moved.get(orderId);
      const known = before?.how === how ? before : { how, sinceMs: nowMs, rounds: 0 };
      known.rounds++;
      moved.set(orderId, known);
      if (known.rounds < AFTER_ROUNDS || nowMs - known.sinceMs < visibilityMs) continue;
      shut.add(lane);
      const why = 'somebody else has moved it, or the venue did not do what it has acknowledged';
      const next = `the lane opens when it is gone: \`sluice orders cancel ${orderId} --yes\`; a strategy that wants it places it anew`;
      this.#frozen.freeze(lane, MOVED, `order ${orderId} is open at the venue ${how}: ${why}; ${next}`);
    }
    this.#moved = moved;
    await this.#frozen.thaw(MOVED, shut);
  }

  /** How the list shows an order otherwise, in words. */
  async #differenceOf({ orderId }: BoundOrder, row: OpenOrderRow): Promise<string | undefined> {
    // Asked again: what was acknowledged while the list was read.
    const order = await this.#options.journal.order(orderId);
    if (order === undefined || order.closedAt !== undefined) return undefined;
    const amount = otherAmount(order, row);
    return otherPrice(order, row) ?? (amount !== undefined && (await this.#isAsPlaced(order)) ? amount : undefined);
  }

  /** Of an order that was replaced nobody knows which amount the venue counts from. */
  async #isAsPlaced({ orderId, intentId }: BoundOrder): Promise<boolean> {
    const { journal } = this.#options;
    const placed = await journal.get(intentId);
    return placed?.venueId === orderId && (await journal.aimedAt(orderId)).every(({ kind }) => kind !== 'replace');
  }
}

/** In words, the price at which the list shows an order, where that is another than the order has here. */
export function otherPrice({ price }: BoundOrder, row: OpenOrderRow): string | undefined {
  const isOther = price !== undefined && row.price?.eq(price) === false;
  return isOther ? `at ${row.price?.toFixed()}, and at ${price.toFixed()} here` : undefined;
}

/** The same of what was ordered. Less than that may be open, since some of it may have been executed. */
function otherAmount({ amount }: BoundOrder, { amount: open, initialAmount }: OpenOrderRow): string | undefined {
  const isOther = initialAmount === undefined ? open.gt(amount) : !initialAmount.eq(amount);
  return isOther ? `with an amount of ${(initialAmount ?? open).toFixed()}, and with ${amount.toFixed()} here` : undefined;
}
