import type { EngineSink } from '../engineState.ts';
import type { Market, Seat } from '../market.ts';
import { deskOrdersKey, type Kept, readKept } from './savedDeskOrders.ts';
import type { SavedRow } from './savedOrder.ts';

interface LeftOutRows {
  readonly seat: Seat;
  readonly market: Market;
  readonly rows: readonly SavedRow[];
}

/** Saved orders that can't be had under the rules of their pair, of each strategy on each symbol. They stay saved until they are canceled. */
export class LeftOut {
  readonly #all = new Map<string, LeftOutRows>();
  readonly #save: (seat: Seat, market: Market) => void;

  /** `save` writes down what is kept and left out of a strategy on a symbol. */
  constructor(save: (seat: Seat, market: Market) => void) {
    this.#save = save;
  }

  get ids(): readonly string[] {
    return [...this.#all.values()].flatMap(({ rows }) => rows.map(({ order }) => order.id));
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

  /** Ends one, of this strategy where it is given. Its orders at the venue, if there are any, are orders like others. False when there is none of this id. */
  cancel(id: string, of?: Seat): boolean {
    for (const [key, { seat, market, rows }] of this.#all) {
      const left = rows.filter(({ order }) => order.id !== id);
      if (left.length === rows.length || (of !== undefined && of !== seat)) continue;
      this.#all.set(key, { seat, market, rows: left });
      this.#save(seat, market);
      return true;
    }
    return false;
  }
}
