import { type Decimal, ZERO } from '../../src/base/decimal.ts';
import { trueTradeOf } from '../../src/simulator/tradeNote.ts';
import { originOf, type Witness } from './witness.ts';

/** What exits sell is what was bought, and no more: however often the process dies, and whatever is late. */
export class ReduceCheck {
  readonly #witness: Witness;
  readonly #held = new Map<string, Decimal>();
  #trades = 0;

  constructor(witness: Witness) {
    this.#witness = witness;
  }

  /** How much was sold and bought so far. */
  get symbols(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** At any time. */
  look(): void {
    const { model, violations } = this.#witness;
    const { executions } = model.venue.history;
    for (; this.#trades < executions.length; this.#trades++) {
      const { orderId, symbol, side, amount } = trueTradeOf(executions[this.#trades]!);
      if (originOf(this.#witness, orderId) === undefined) continue;
      const held = (this.#held.get(symbol) ?? ZERO).plus(side === 'Buy' ? amount : amount.negated());
      this.#held.set(symbol, held);
      if (held.lt(0)) violations.add(16, `exits have sold ${held.negated()} of ${symbol} more than was bought`);
    }
  }
}
