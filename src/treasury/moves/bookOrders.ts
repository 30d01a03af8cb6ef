import type { Decimal } from '../../base/decimal.ts';
import type { ExecutionSettings } from '../../engine/execution/executionSettings.ts';
import type { SeenMarket } from '../../engine/execution/bookLeg.ts';
import type { BookOrder } from './betterWay.ts';

/** What an order has come to. */
export interface BookOutcome {
  /** Whether it is over, and all that it has executed is booked. */
  readonly isOver: boolean;
  /** What left and what came, after the fee. */
  readonly gave: Decimal;
  readonly brought: Decimal;
}

/** The order book as conversions use it: one limit order each, of which nothing stays open. */
export interface BookOrders {
  readonly settings: ExecutionSettings;
  /** The market of two currencies, with its book as it is now. Undefined where the venue has none. Rejects with a `Fault` when it can't be read. */
  market(fromCurrency: string, toCurrency: string): Promise<SeenMarket | undefined>;
  /** Places an order through the journal, at most once for a reference, and tells how it compares. What came of it is in the journal. Rejects when the store does. */
  place(reference: string, order: BookOrder, compared: string): Promise<void>;
  /** Looks at the account's lists, by complete readings: books executions, finds lost orders, cancels what rests. Rejects with a `Fault` when that could not be read. */
  look(): Promise<void>;
  outcome(orderId: string): Promise<BookOutcome>;
}
