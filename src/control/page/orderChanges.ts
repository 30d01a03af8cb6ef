import { jsonForPeople } from '../../base/json.ts';
import type { Trader } from '../../daemon/trader.ts';
import type { OrderRow } from '../contract/controlReplies.ts';
import { orderRow } from '../controlLines.ts';

/** Live orders that have come or changed, and the intents of those that are gone. */
export interface OrderDifference {
  readonly changed: readonly OrderRow[];
  readonly gone: readonly string[];
}

/** Finds what has changed in the live orders since it last looked. */
export class OrderChanges {
  readonly #trader: Pick<Trader, 'snapshot'>;
  #known = new Map<string, string>();

  constructor(trader: Pick<Trader, 'snapshot'>) {
    this.#trader = trader;
  }

  all(): readonly OrderRow[] {
    const { at, orders } = this.#trader.snapshot();
    return orders.map((order) => orderRow(order, at));
  }

  /** Undefined when nothing has. */
  changes(): OrderDifference | undefined {
    const rows = this.all();
    const now = new Map(rows.map((row) => [row.intentId, jsonForPeople({ ...row, ageMs: 0 })]));
    const changed = rows.filter(({ intentId }) => this.#known.get(intentId) !== now.get(intentId));
    const gone = [...this.#known.keys()].filter((id) => !now.has(id));
    this.#known = now;
    return changed.length + gone.length === 0 ? undefined : { changed, gone };
  }
}
