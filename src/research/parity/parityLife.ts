import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Side } from '../../model/grid.ts';

/** What the strategies did and what came of it, in one world: the real one, or that of the backtest. */
export interface ParityLife {
  readonly decisions: readonly ParityDecision[];
  readonly fills: readonly ParityFill[];
  readonly orders: readonly OrderSpan[];
}

export interface ParityDecision {
  readonly at: Instant;
  readonly strategy: string;
  readonly symbol: string;
  readonly kind: 'place' | 'replace' | 'cancel';
  /** Side and price of the order; ids and the last lots of an amount are chance. */
  readonly what: string;
}

export interface ParityFill {
  /** The venue's time of it. */
  readonly at: Instant;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** In quote currency. */
  readonly fee: Decimal;
}

/** An order at one price, from the decision to its end. */
export interface OrderSpan {
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  /** Undefined for a market order. */
  readonly price: Decimal | undefined;
  readonly from: Instant;
  to: Instant;
}
