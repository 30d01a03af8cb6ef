import { counted } from '../../base/counted.ts';
import type { EngineSink } from '../engineState.ts';
import type { Market, Seat } from '../market.ts';
import { changedOrder, deskOrdersKey, type Kept, readKept, savedRows } from './savedDeskOrders.ts';
import type { SavedOrder, SavedRow } from './savedOrder.ts';

/** A saved order that is not watched. */
export interface LeftOutOrder {
  readonly id: string;
  readonly kind: SavedOrder['kind'];
  readonly strategy: string;
  readonly symbol: string;
  /** Somebody has ended it, and it stays saved until nothing of it can be at the venue any more. */
  readonly isEnding: boolean;
  /** The intents of its orders, which may still be at the venue. */
  readonly childIds: readonly string[];
}

interface Place {
  readonly strategy: string;
  readonly symbol: string;
  /** Undefined where the strategy does not run. */
  readonly seat: Seat | undefined;
  readonly orders: readonly SavedOrder[];
  /** Changes or removes one, and writes that down. */
  readonly change: (id: string, to: SavedOrder | undefined) => void;
}

/**
 * Saved orders that can't be had under the rules of their pair, of each strategy on each symbol, and those of strategies that do not run. They stay
 * saved until they are canceled, and nothing of them is at the venue.
 */
export class LeftOut {
  readonly #places = new Map<string, Place>();
  readonly #rows = new Map<string, readonly SavedRow[]>();
  readonly #save: (seat: Seat, market: Market) => void;
  readonly #sink: EngineSink;
  #isEnding = false;

  /** `save` writes down what is kept and left out of a strategy on a symbol. */
  constructor(save: (seat: Seat, market: Market) => void, sink: EngineSink) {
    this.#save = save;
    this.#sink = sink;
  }

  get all(): readonly LeftOutOrder[] {
    return [...this.#places.values()].flatMap(({ strategy, symbol, orders }) =>
      orders.map(({ id, kind, ending, legs }) => {
        return { id, kind, strategy, symbol, isEnding: ending !== undefined, childIds: legs.flatMap(({ childIds }) => childIds) };
      }),
    );
  }

  /** Whether one of them is being ended. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  of(seat: Seat, market: Market): readonly SavedRow[] {
    return this.#rows.get(deskOrdersKey(seat.name, market.symbol)) ?? [];
  }

  /** Reads what is saved, and tells a person of each order that is left out: nobody can do at the venue what it asks for. */
  read(text: string, seat: Seat, market: Market): Kept {
    const [strategy, { symbol }] = [seat.name, market];
    const kept = readKept(text, seat, market, (order, problem) => {
      const { kind, id, ending } = order;
      if (ending !== undefined) return this.#tellEnding(order, strategy, symbol);
      const message = `the ${kind} ${id} on ${symbol} is not watched: ${problem}, since the rules of its pair have changed. It stays saved, and is kept again when it is a step or more; \`sluice orders cancel ${id}\` ends it`;
      this.#sink.notice({ type: 'alert', strategy, message });
    });
    const key = deskOrdersKey(strategy, symbol);
    const take = (rows: readonly SavedRow[]): void => {
      this.#rows.set(key, rows);
      this.#put(key, { strategy, symbol, seat, orders: rows.map(({ order }) => order), change });
    };
    const change = (id: string, to: SavedOrder | undefined): void => {
      take(this.of(seat, market).flatMap((row) => (row.order.id !== id ? [row] : to === undefined ? [] : [{ ...row, order: to }])));
      this.#save(seat, market);
    };
    take(kept.leftOut);
    return kept;
  }

  /** Tells of saved orders whose strategy is not configured any more, or on another symbol. The text stays as it is, for the day when it is again. */
  unwatched(saved: string, strategy: string, symbol: string): void {
    const key = deskOrdersKey(strategy, symbol);
    const take = (text: string): readonly SavedOrder[] => {
      const orders = savedRows(text)?.map(({ order }) => order);
      if (orders === undefined) throw new TypeError('they are no lists');
      const change = (id: string, to: SavedOrder | undefined): void => {
        const state = changedOrder(text, id, to);
        take(state);
        this.#sink.notice({ type: 'save-state', strategy: key, state });
      };
      this.#put(key, { strategy, symbol, seat: undefined, orders, change });
      return orders;
    };
    const orders = take(saved);
    for (const order of orders) if (order.ending !== undefined) this.#tellEnding(order, strategy, symbol);
    const idle = orders.filter(({ ending }) => ending === undefined);
    if (idle.length === 0) return;
    const ways = idle.map(({ id }) => `\`sluice orders cancel ${id}\``).join(', ');
    const message = `${counted(idle.length, 'order')} that the desk keeps for it on ${symbol} ${idle.length === 1 ? 'is' : 'are'} not watched, since it does not run there: configure it again, or close its position by hand and end ${idle.length === 1 ? 'it' : 'them'} with ${ways}`;
    this.#sink.notice({ type: 'log', strategy, level: 'warn', message });
  }

  /** Begins to end one, of this strategy where it is given. False when there is none of this id. */
  end(id: string, of?: Seat): boolean {
    const found = this.#find(id, of);
    if (found === undefined) return false;
    const { order, place } = found;
    if (order.ending === undefined) place.change(id, { ...order, ending: 'canceled' });
    return true;
  }

  /** Nothing of one that is being ended is at the venue any more. */
  ended(id: string): void {
    const found = this.#find(id, undefined);
    if (found === undefined) return;
    const { order, place } = found;
    place.change(id, undefined);
    const message = `the ${order.kind} ${id} on ${place.symbol} is canceled`;
    this.#sink.notice({ type: 'log', strategy: place.strategy, level: 'info', message });
  }

  #find(id: string, of: Seat | undefined): { readonly place: Place; readonly order: SavedOrder } | undefined {
    for (const place of this.#places.values()) {
      const order = of === undefined || of === place.seat ? place.orders.find((one) => one.id === id) : undefined;
      if (order !== undefined) return { place, order };
    }
    return undefined;
  }

  #put(key: string, place: Place): void {
    this.#places.set(key, place);
    this.#isEnding = this.all.some(({ isEnding }) => isEnding);
  }

  #tellEnding({ kind, id }: SavedOrder, strategy: string, symbol: string): void {
    const message = `the ${kind} ${id} on ${symbol} is being ended: what rests of it is canceled`;
    this.#sink.notice({ type: 'log', strategy, level: 'info', message });
  }
}
