import { orderIdOf } from '../../src/exchange/bookOrder.ts';
import { orderLane } from '../../src/model/command.ts';
import type { Plan } from './plan.ts';
import { isDoubled, isReplacedTwice, originOf, shutLanes, type Witness } from './witness.ts';

/** How many orders a strategy of the simulation ever wants at once, by the name of its file. */
const MOST_WANTED: Readonly<Record<string, number>> = { maker: 2, grid: 4, restless: 4, hectic: 4 };

/**
 * Invariant 4: a decision leads to one order at most. So a strategy never has more orders at the venue than it ever wants at once,
 * whatever became of the answers; and what a network has made of one request beside its order does not stay.
 */
export class DecisionCheck {
  readonly #witness: Witness;
  readonly #plan: Plan;

  constructor(witness: Witness, plan: Plan) {
    this.#witness = witness;
    this.#plan = plan;
  }

  /** To be called after each request that the venue has answered. */
  look(): void {
    const counts = new Map<string, number>();
    for (const { orderId, origin } of this.#open()) {
      if (isDoubled(this.#witness, origin) || isReplacedTwice(this.#witness, orderId)) continue;
      const name = this.#strategyOf(origin);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const { name } of this.#plan.strategies) {
      const [count, most] = [counts.get(name) ?? 0, MOST_WANTED[name] ?? Infinity];
      if (count > most) this.#witness.violations.add(4, `${name} has ${count} orders at the venue, and never wants more than ${most}`);
    }
  }

  /** Once all is quiet: of all orders that were made of one request, one is left open at most. */
  lookAtRest(): void {
    const shut = shutLanes(this.#witness);
    const open = new Map<string, string>();
    for (const { orderId, symbol, origin } of this.#open()) {
      const other = open.get(origin);
      open.set(origin, orderId);
      if (other !== undefined && !shut.has(orderLane(symbol)))
        this.#witness.violations.add(4, `of the request ${origin} two orders are left open: ${other} and ${orderId}`);
    }
  }

  #open(): readonly { readonly orderId: string; readonly symbol: string; readonly origin: string }[] {
    const { exchange, user } = this.#witness.model.venue;
    return exchange.openOrders(user).flatMap((order) => {
      const orderId = orderIdOf(order);
      const origin = originOf(this.#witness, orderId);
      return origin === undefined ? [] : [{ orderId, symbol: order.symbol, origin }];
    });
  }

  #strategyOf(intentId: string): string {
    const [row] = this.#witness.disk.read<{ strategy: string }>('SELECT strategy FROM intent WHERE id = ?', intentId);
    return row?.strategy ?? '';
  }
}
