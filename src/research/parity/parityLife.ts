import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Side } from '../../model/grid.ts';

/** What the strategies did and what came of it, in reality or in the backtest. */
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
  /** Side and price of the order. Ids and the last lots of an amount are random. */
  readonly what: string;
}

export interface ParityFill {
  /** The venue's time of the fill. */
  readonly at: Instant;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** In quote currency. */
  readonly fee: Decimal;
}

/** An order at one price, from its decision to its end. */
export interface OrderSpan {
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  /** Undefined for a market order. */
  readonly price: Decimal | undefined;
  readonly from: Instant;
  to: Instant;
}
