import type { Instant } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';

/** When an order was first in a list: the number of the reading, and when it was over, by our clock. */
interface FirstSeen {
  readonly reading: number;
  readonly at: Instant;
}

const MOST_ORDERS = 20_000;

/**
 * When each order was first in a complete reading of this life, so that one can be told from what an intent has led to where its own time does
 * not tell it. No clock is asked about intents that are pending: an order that was seen by a reading before the intent stood in the journal is not its.
 */
export class Sightings {
  /** By order; the last seen ones come last. */
  readonly #orders = new Map<string, FirstSeen>();
  /** By pending intent, the first reading at whose end it stood in the journal. */
  readonly #intents = new Map<string, number>();
  #readings = 0;

  /** A reading: what it has shown, and which intents stood in the journal when it was over. */
  note(orderIds: readonly string[], pending: readonly Pick<Intent, 'id'>[], at: Instant): void {
    const reading = ++this.#readings;
    for (const id of orderIds) {
      const known = this.#orders.get(id) ?? { reading, at };
      this.#orders.delete(id);
      this.#orders.set(id, known);
    }
    const shown = new Set(orderIds);
    for (const id of this.#orders.keys()) {
      // Those of this reading come last: whatever their number, the next one has to know them.
      if (this.#orders.size <= MOST_ORDERS || shown.has(id)) break;
      this.#orders.delete(id);
    }
    const ids = new Set(pending.map(({ id }) => id));
    for (const id of ids) if (!this.#intents.has(id)) this.#intents.set(id, reading);
    for (const id of this.#intents.keys()) if (!ids.has(id)) this.#intents.delete(id);
  }

  /** Whether the lists were read in this life before a pending intent was written down. */
  hasLookedBefore({ id }: Pick<Intent, 'id'>): boolean {
    return (this.#intents.get(id) ?? 1) > 1;
  }

  /** Whether an order was in the lists before a pending intent was written down. */
  isBefore(orderId: string, { id }: Pick<Intent, 'id'>): boolean {
    const seen = this.#orders.get(orderId);
    return seen !== undefined && seen.reading < (this.#intents.get(id) ?? 1);
  }

  /** Whether an order has come into the lists after a time of our clock. What the first reading of a life shows may have been there for long. */
  hasComeSince(orderId: string, at: Instant): boolean {
    const seen = this.#orders.get(orderId);
    return seen !== undefined && seen.reading > 1 && seen.at > at;
  }
}
