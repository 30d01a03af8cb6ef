import type { Market, Seat } from '../market.ts';
import { deskOrdersKey } from './savedDeskOrders.ts';

/** The keys of orders that may be placed once, of each strategy on each symbol. */
export class OnceKeys {
  readonly #keys = new Map<string, Set<string>>();

  of(seat: Seat, market: Market): Set<string> {
    const key = deskOrdersKey(seat.name, market.symbol);
    let keys = this.#keys.get(key);
    if (keys === undefined) this.#keys.set(key, (keys = new Set<string>()));
    return keys;
  }
}
