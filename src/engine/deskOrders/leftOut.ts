import type { EngineSink } from '../engineState.ts';
import type { Market, Seat } from '../market.ts';
import { deskOrdersKey, type Kept, readKept } from './savedDeskOrders.ts';
import type { SavedRow } from './savedOrder.ts';

/** Saved orders that can't be had under the rules of their pair, of each strategy on each symbol. They stay saved. */
export class LeftOut {
  readonly #rows = new Map<string, readonly SavedRow[]>();

  of(seat: Seat, market: Market): readonly SavedRow[] {
    return this.#rows.get(deskOrdersKey(seat.name, market.symbol)) ?? [];
  }

  /** Reads what is saved, and tells a person of each order that is left out: nobody can do at the venue what it asks for. */
  read(text: string, seat: Seat, market: Market, sink: EngineSink): Kept {
    const kept = readKept(text, seat, market, ({ kind, id }, problem) => {
      const message = `the ${kind} ${id} on ${market.symbol} is not watched: ${problem}, since the rules of its pair have changed. It stays saved, and is kept again when it is a step or more`;
      sink.notice({ type: 'alert', strategy: seat.name, message });
    });
    this.#rows.set(deskOrdersKey(seat.name, market.symbol), kept.leftOut);
    return kept;
  }
}
