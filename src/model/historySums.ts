import type { Decimal } from '../base/decimal.ts';

/** What a strategy's executions on one pair add up to, conversions between its two currencies included. */
export interface PositionSums {
  readonly strategy: string;
  readonly symbol: string;
  /** In base currency, with fees in base taken off. */
  readonly amount: Decimal;
  /** In quote currency: what the amount cost, what closing has earned before fees, the fees, and all that came in less what went out. */
  readonly cost: Decimal;
  readonly gross: Decimal;
  readonly fees: Decimal;
  readonly quoteFlow: Decimal;
  /** Fees in a third currency, by currency. */
  readonly otherFees: Readonly<Record<string, Decimal>>;
  readonly fills: number;
}

/** What a history adds up to: positions by strategy and pair, and what it has moved of each currency, whosever it was. */
export interface HistorySums {
  readonly positions: readonly PositionSums[];
  readonly flows: Readonly<Record<string, Decimal>>;
}
