import type { Clock } from '../base/clock.ts';
import type { Report } from '../model/event.ts';
import type { Journal } from '../model/journal.ts';
import { currenciesOf } from '../model/pair.ts';

export interface ReplacementsInDoubtOptions {
  readonly journal: Pick<Journal, 'order'>;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  /** How late an execution may become visible. */
  readonly visibilityMs: number;
}

/** Currencies of which the venue has more or less than what is booked. Undefined when nobody can tell. */
export type Differing = ReadonlySet<string> | undefined;

interface Replacement {
  readonly intentId: string;
  /** The order that goes on. */
  readonly orderId: string;
  readonly answeredMs: number;
}

/**
 * Replacements of which nobody can say yet what their orders had executed before: the answer does not tell, and the list of trades may be late.
 * The balances tell at once: when what is booked explains both currencies of the pair, nothing is missing. While they move for other reasons,
 * time tells: a complete reading of the trades that begins so late that the list must show it.
 */
export class ReplacementsInDoubt {
  readonly #options: ReplacementsInDoubtOptions;
  #all: readonly Replacement[] = [];

  constructor(options: ReplacementsInDoubtOptions) {
    this.#options = options;
  }

  /** To be taken before balances or trades are read. */
  get all(): readonly Replacement[] {
    return this.#all;
  }

  /** Every report must be told here. */
  told(report: Report): void {
    if (report.type !== 'order-replaced' || report.isFinal !== false) return;
    const { intentId, newOrderId: orderId } = report;
    this.#all = [...this.#all, { intentId, orderId, answeredMs: this.#options.clock.monotonicMs() }];
  }

  /** The balances were compared with what is booked. `before` were in doubt when they were read. */
  async compared(before: readonly Replacement[], differing: Differing): Promise<void> {
    if (differing === undefined) return;
    for (const one of before) {
      const symbol = (await this.#options.journal.order(one.orderId))?.symbol ?? '';
      const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
      if (!differing.has(base) && !differing.has(quote)) this.#final(one);
    }
  }

  /** A complete reading of the trades, which began at that time, is booked. */
  read(begunMs: number): void {
    const { visibilityMs } = this.#options;
    for (const one of this.#all) if (begunMs - one.answeredMs >= visibilityMs) this.#final(one);
  }

  #final(known: Replacement): void {
    if (!this.#all.includes(known)) return;
    this.#all = this.#all.filter((one) => one !== known);
    this.#options.report({ type: 'replacement-final', intentId: known.intentId });
  }
}
