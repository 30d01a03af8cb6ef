import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Side } from './grid.ts';

/**
 * One execution of one order, digit for digit as the venue reports it (000 Closed order / trade record). When the venue changes a
 * record, the change is a fill too, with amount 0 when only the fee has come or changed.
 */
export interface Fill {
  /** Our key. It is the same each time the row is read: see `gateway/fillRows.ts`. */
  readonly id: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  /** The venue's own word. Orders that others placed may be of types that we do not use. */
  readonly type: string;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  /** The venue's own word, such as `Maker` or `Taker`. */
  readonly feeType: string;
  readonly openedAt: Instant;
  readonly tradedAt: Instant;
  readonly receivedAt: Instant;
  /** The intent and strategy of the order. Absent for an order that is not ours. */
  readonly intentId: string | undefined;
  readonly strategy: string | undefined;
  readonly tag: string | undefined;
}

/** What an order has executed, in base currency and in quote currency. */
export interface ExecutedSum {
  readonly amount: Decimal;
  readonly value: Decimal;
}
