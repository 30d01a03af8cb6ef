import { counted } from '../../base/counted.ts';
import type { EngineSink } from '../engineState.ts';
import type { Market, Seat } from '../market.ts';
import { deskOrdersKey, type Kept, readKept, savedRows, withoutOrder } from './savedDeskOrders.ts';
import type { SavedOrder, SavedRow } from './savedOrder.ts';

interface LeftOutRows {
  readonly seat: Seat;
  readonly market: Market;
  readonly rows: readonly SavedRow[];
}

/** What is saved of a strategy that does not run on a symbol. */
interface Unwatched {
  readonly text: string;
  readonly orders: readonly SavedOrder[];
  readonly sink: EngineSink;
}

/**
 * Saved orders that can't be had under the rules of their pair, of each strategy on each symbol, and those of strategies that do not run. They stay
 * saved until they are canceled.
 */
export class LeftOut {
  readonly #all = new Map<string, LeftOutRows>();
  readonly #unwatched = new Map<string, Unwatched>();
  readonly #save: (seat: Seat, market: Market) => void;

  /** `save` writes down what is kept and left out of a strategy on a symbol. */
  constructor(save: (seat: Seat, market: Market) => void) {
    this.#save = save;
  }

  get ids(): readonly string[] {
    const leftOut = [...this.#all.values()].flatMap(({ rows }) => rows.map(({ order }) => order.id));
    return [...leftOut, ...[...this.#unwatched.values()].flatMap(({ orders }) => orders.map(({ id }) => id))];
  }

  of(seat: Seat, market: Market): readonly SavedRow[] {
    return this.#all.get(deskOrdersKey(seat.name, market.symbol))?.rows ?? [];
  }

  /** Reads what is saved, and tells a person of each order that is left out: nobody can do at the venue what it asks for. */
  read(text: string, seat: Seat, market: Market, sink: EngineSink): Kept {
    const kept = readKept(text, seat, market, ({ kind, id }, problem) => {
      const message = `the ${kind} ${id} on ${market.symbol} is not watched: ${problem}, since the rules of its pair have changed. It stays saved, and is kept again when it is a step or more; \`sluice orders cancel ${id}\` ends it`;
      sink.notice({ type: 'alert', strategy: seat.name, message });
    });
    this.#all.set(deskOrdersKey(seat.name, market.symbol), { seat, market, rows: kept.leftOut });
    return kept;
  }

  /** Tells of saved orders whose strategy is not configured any more, or on another symbol. The text stays as it is, for the day when it is again. */
  unwatched(text: string, name: string, symbol: string, sink: EngineSink): void {
    const rows = savedRows(text);
    if (rows === undefined) throw new TypeError('they are no lists');
    if (rows.length === 0) return;
    const orders = rows.map(({ order }) => order);
    this.#unwatched.set(deskOrdersKey(name, symbol), { text, orders, sink });
    const ways = orders.map(({ id }) => `\`sluice orders cancel ${id}\``).join(', ');
    const message = `${counted(orders.length, 'order')} that the desk keeps for it on ${symbol} ${orders.length === 1 ? 'is' : 'are'} not watched, since it does not run there: configure it again, or close its position by hand and end ${orders.length === 1 ? 'it' : 'them'} with ${ways}`;
    sink.notice({ type: 'log', strategy: name, level: 'warn', message });
  }

  /** Ends one, of this strategy where it is given. Answers the intents of its orders, which may still be at the venue; undefined when there is none of this id. */
  cancel(id: string, of?: Seat): readonly string[] | undefined {
    for (const [key, { seat, market, rows }] of this.#all) {
      const ended = rows.find(({ order }) => order.id === id);
      if (ended === undefined || (of !== undefined && of !== seat)) continue;
      this.#all.set(key, { seat, market, rows: rows.filter((row) => row !== ended) });
      this.#save(seat, market);
      return childIdsOf(ended.order);
    }
    return of === undefined ? this.#cancelUnwatched(id) : undefined;
  }

  #cancelUnwatched(id: string): readonly string[] | undefined {
    for (const [key, { text, orders, sink }] of this.#unwatched) {
      const ended = orders.find((order) => order.id === id);
      if (ended === undefined) continue;
      const left = withoutOrder(text, id);
      this.#unwatched.set(key, { text: left, orders: orders.filter((order) => order !== ended), sink });
      sink.notice({ type: 'save-state', strategy: key, state: left });
      return childIdsOf(ended);
    }
    return undefined;
  }
}

function childIdsOf({ legs }: SavedOrder): readonly string[] {
  return legs.flatMap(({ childIds }) => childIds);
}
