import { type Decimal, ZERO } from '../../src/base/decimal.ts';
import { type TradeNote, trueTradeOf } from '../../src/simulator/tradeNote.ts';
import { UnseenRows } from './unseenRows.ts';
import { originOf, type Witness } from './witness.ts';

/** What exits sell is what was bought, and no more: however often the process dies, and whatever is late. */
export class ReduceCheck {
  readonly #witness: Witness;
  readonly #held = new Map<string, Decimal>();
  readonly #trades = new UnseenRows<TradeNote>();

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
    for (const execution of this.#trades.of(model.venue.history.executions)) {
      const { orderId, symbol, side, amount } = trueTradeOf(execution);
      if (originOf(this.#witness, orderId) === undefined) continue;
      const held = (this.#held.get(symbol) ?? ZERO).plus(side === 'Buy' ? amount : amount.negated());
      this.#held.set(symbol, held);
      if (held.lt(0)) violations.add(16, `exits have sold ${held.negated()} of ${symbol} more than was bought`);
    }
  }
}
