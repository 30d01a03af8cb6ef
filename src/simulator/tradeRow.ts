import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { FeeType } from '../exchange/fees.ts';
import type { OrderType } from '../model/order.ts';

/** A row of `trades` (000 Closed order / trade record). */
export interface TradeRow {
  readonly id: string;
  readonly price: Decimal | undefined;
  readonly amount: Decimal;
  readonly symbol: string;
  readonly type: OrderType;
  readonly side: 'Buy' | 'Sell';
  readonly status: 'Executed' | 'Canceled' | 'PartiallyExecuted';
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  readonly feeType: FeeType | undefined;
  readonly openTime: Instant;
  readonly tradeDate: Instant;
  /** In quote currency. Undefined where nothing was executed. */
  readonly target_volume: Decimal | undefined;
}
