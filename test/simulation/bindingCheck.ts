import { orderIdOf } from '../../src/exchange/bookOrder.ts';
import { orderLane } from '../../src/model/command.ts';
import { isDoubled, originOf, shutLanes, trulyOpen, type Witness } from './witness.ts';

interface OrderRow {
  readonly order_id: string;
  readonly intent_id: string;
  readonly closed_at: number | null;
}

const ALL = 'SELECT order_id, intent_id, closed_at FROM venue_order';

/** Whose the orders are. Invariants 3 and 9. */
export class BindingCheck {
  readonly #witness: Witness;

  constructor(witness: Witness) {
    this.#witness = witness;
  }

  /** At any time: an order is bound to the intent that made it, and none is closed that is open. */
  look(): void {
    const { disk, violations } = this.#witness;
    const open = trulyOpen(this.#witness);
    for (const { order_id: orderId, intent_id: intentId, closed_at: closedAt } of disk.read<OrderRow>(ALL)) {
      const origin = originOf(this.#witness, orderId);
      if (origin === undefined) violations.add(3, `order ${orderId} is bound to ${intentId}, and no request of ours has made it`);
      // The twin that a network has made of a request looks like any other order of that shape.
      else if (origin !== intentId && !isDoubled(this.#witness, origin))
        violations.add(3, `order ${orderId} is bound to ${intentId} and was made by ${origin}`);
      if (closedAt !== null && open.has(orderId)) violations.add(9, `order ${orderId} is taken for closed and is open at the venue`);
    }
  }

  /** Once all is quiet: every order of the account is bound to one intent, or was pointed out. */
  lookAtRest(): void {
    const { disk, model, external, violations } = this.#witness;
    const open = trulyOpen(this.#witness);
    const bound = new Map(disk.read<OrderRow>(ALL).map((row) => [row.order_id, row]));
    const shut = shutLanes(this.#witness);
    const symbols = new Map(model.venue.history.executions.map((note) => [orderIdOf(note), note.pair.symbol]));
    for (const order of model.venue.exchange.openOrders(model.venue.user)) symbols.set(orderIdOf(order), order.symbol);
    for (const [orderId, symbol] of symbols) {
      const row = bound.get(orderId);
      if (shut.has(orderLane(symbol))) continue;
      if (row !== undefined && row.closed_at === null && !open.has(orderId))
        violations.add(3, `order ${orderId} is gone and taken for open`);
      if (row !== undefined || external.has(orderId)) continue;
      const origin = originOf(this.#witness, orderId);
      // A foreign order that was gone before anybody saw it open is told by its trades alone.
      if (origin === undefined && !open.has(orderId)) continue;
      violations.add(3, `order ${orderId} of ${symbol}, made by ${origin ?? 'a foreign hand'}, is nobody's in the database`);
    }
  }
}
