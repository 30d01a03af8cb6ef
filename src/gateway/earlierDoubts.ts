import { orderLane } from '../model/command.ts';
import type { Journal } from '../model/journal.ts';
import type { OpenQuestions } from './openQuestions.ts';
import type { OrderTroubles } from './orderTroubles.ts';
import type { SettledExecutions } from './settledExecutions.ts';

export interface EarlierDoubtsOptions {
  readonly journal: Pick<Journal, 'order'>;
  readonly onTrouble: (message: string) => void;
  readonly settled: SettledExecutions;
  readonly troubles: OrderTroubles;
  readonly questions: OpenQuestions;
}

/** Orders whose executions earlier lives have left in doubt. Each shuts its lane from the start and is looked at soon. */
export class EarlierDoubts {
  readonly #options: EarlierDoubtsOptions;
  #isRestored = false;

  constructor(options: EarlierDoubtsOptions) {
    this.#options = options;
  }

  /** Takes them up, once. What a person has said and can't be read any more counts as not said, and is told. */
  async restore(): Promise<void> {
    if (this.#isRestored) return;
    const { settled, troubles, questions } = this.#options;
    for (const orderId of await troubles.restore()) questions.ask(orderId);
    for (const [orderId, text] of await settled.spoilt()) {
      await this.#doubt(orderId, text);
      questions.ask(orderId);
    }
    this.#isRestored = true;
  }

  async #doubt(orderId: string, text: string): Promise<void> {
    const { journal, onTrouble, troubles } = this.#options;
    const order = await journal.order(orderId);
    const what = `what was said of the executions of order ${orderId} can't be read ("${text}"), and counts as not said`;
    const reason = `${what}; where its lane stays shut, say it again: \`sluice orders settle ${orderId} --as-booked\` or \`--as-listed\``;
    if (order !== undefined) troubles.doubt(orderId, { lane: orderLane(order.symbol), reason });
    onTrouble(reason);
  }
}
