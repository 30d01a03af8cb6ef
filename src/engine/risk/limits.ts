import type { Decimal } from '../../base/decimal.ts';

/** An amount of money with its currency, as limits are written. */
export interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

/** The hard limits that hold for every strategy. Undefined means no limit; a live configuration must set them. */
export interface RiskLimits {
  /** Nothing else is traded. */
  readonly symbols: readonly string[];
  readonly maxOrderValue: Money | undefined;
  readonly maxOpenOrders: number | undefined;
  /** The fraction of the mid by which an order may be worse than the mid: 0.02 is 2 %. */
  readonly priceCollar: Decimal | undefined;
  readonly staleAfterMs: number;
  readonly maxOrdersPerMinute: number | undefined;
  readonly maxDailyLoss: Money | undefined;
  /** By strategy, the most that its position and its open buys may be worth. */
  readonly budgets: Readonly<Record<string, Money>>;
}
