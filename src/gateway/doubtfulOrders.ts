import type { StateStore } from '../model/journal.ts';

/** The scope in the state store. */
const SCOPE = 'doubtful-orders';

/** A lane that is shut for the executions of an order. */
export interface Doubt {
  readonly lane: string;
  readonly reason: string;
}

/** Keeps, over restarts, which orders have executions that can't be what the list says: a lane that is shut for one begins as shut. */
export class DoubtfulOrders {
  readonly #state: StateStore;
  #saved = new Map<string, string>();

  constructor(state: StateStore) {
    this.#state = state;
  }

  async load(): Promise<ReadonlyMap<string, Doubt>> {
    const saved = Object.entries(await this.#state.load(SCOPE)).filter(([, text]) => text !== '');
    this.#saved = new Map(saved);
    return new Map(saved.map(([orderId, text]) => [orderId, doubtIn(text)]));
  }

  /** These and no others. */
  async save(doubts: ReadonlyMap<string, Doubt>): Promise<void> {
    const texts = new Map([...doubts].map(([orderId, { lane, reason }]) => [orderId, `${lane}\n${reason}`]));
    for (const orderId of [...this.#saved.keys()].filter((id) => !texts.has(id))) await this.#put(orderId, '');
    for (const [orderId, text] of texts) if (this.#saved.get(orderId) !== text) await this.#put(orderId, text);
  }

  async #put(orderId: string, text: string): Promise<void> {
    await this.#state.save(SCOPE, orderId, text);
    if (text === '') this.#saved.delete(orderId);
    else this.#saved.set(orderId, text);
  }
}

function doubtIn(text: string): Doubt {
  const [lane = '', ...reason] = text.split('\n');
  return { lane, reason: reason.join('\n') };
}
