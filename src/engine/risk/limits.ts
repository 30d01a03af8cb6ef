import type { Decimal } from '../../base/decimal.ts';
import type { Protection, ProtectionAction } from '../protection.ts';

/** An amount of money with its currency, as limits are written. */
export interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

/** Losses at which a strategy, or everything, is stopped. */
export interface LossLimits {
  /** Since its beginning, or since a person last resumed it after such a loss. */
  readonly maxLoss?: Money | undefined;
  readonly maxDailyLoss?: Money | undefined;
  /** Below the most that it had ever made. */
  readonly maxDrawdown?: Money | undefined;
  readonly action: ProtectionAction;
  /** Further limits, each with an action of its own. */
  readonly also?: readonly LossLimits[] | undefined;
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
  /** Requests for a quote that each strategy may send. */
  readonly maxQuotesPerMinute?: number | undefined;
  /** What becomes of an order that would meet one of our own. Default `refuse`. */
  readonly selfTrade?: 'refuse' | 'cancel-first' | undefined;
  readonly maxDailyLoss: Money | undefined;
  /** By base currency, the most of it that one order may be for. */
  readonly maxOrderAmount?: Readonly<Record<string, Decimal>> | undefined;
  /** By currency, what no order and no conversion takes: money that is kept for something else. */
  readonly reserve?: Readonly<Record<string, Decimal>> | undefined;
  /** What all live orders may be worth together. */
  readonly maxOpenValue?: Money | undefined;
  /** What all positions may come to, with everything filled that is live or may turn up. */
  readonly maxExposure?: Money | undefined;
  /** What may be executed within `turnoverPeriodMs`, with all that is open. */
  readonly maxTurnover?: Money | undefined;
  readonly turnoverPeriodMs?: number | undefined;
  readonly maxOrdersPerMinutePerSymbol?: number | undefined;
  /** How many live orders of one strategy may be alike. */
  readonly maxAlike?: number | undefined;
  /** By strategy, and under the empty name for all together. The daily loss of all is `maxDailyLoss`. */
  readonly losses?: Readonly<Record<string, LossLimits>> | undefined;
  readonly protections?: Readonly<Record<string, readonly Protection[]>> | undefined;
  /** By strategy, the most that its position and its open buys may be worth. */
  readonly budgets: Readonly<Record<string, Money>>;
}
