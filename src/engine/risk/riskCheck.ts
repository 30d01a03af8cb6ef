import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Side } from '../../model/grid.ts';
import type { Account } from '../account.ts';
import type { Market, Markets } from '../markets.ts';
import type { Orders } from '../orders.ts';
import type { NearSum } from '../valuation.ts';

/** An amount of money with its currency, as limits are written. */
export interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

/** The hard limits, below every strategy. What is undefined is not limited; a live configuration must set them. */
export interface RiskLimits {
  /** Nothing else is traded. */
  readonly symbols: readonly string[];
  readonly maxOrderValue: Money | undefined;
  readonly maxOpenOrders: number | undefined;
  /** Fraction of the mid by which an order may be worse than it: 0.02 is 2 %. */
  readonly priceCollar: Decimal | undefined;
  readonly staleAfterMs: number;
  readonly maxOrdersPerMinute: number | undefined;
  readonly maxDailyLoss: Money | undefined;
  /** By strategy: the most that its position and its open buys may be worth. */
  readonly budgets: Readonly<Record<string, Money>>;
}

/** What wants to be sent: an order, the new shape of one, or a conversion. */
export type RiskRequest =
  | {
      readonly type: 'order';
      readonly strategy: string;
      readonly symbol: string;
      readonly side: Side;
      /** Undefined for a market order: it is valued at the touch. */
      readonly price: Decimal | undefined;
      readonly amount: Decimal;
      /** The intent of the order that this one takes the place of. */
      readonly replaces: string | undefined;
    }
  | {
      readonly type: 'conversion';
      readonly strategy: string;
      readonly fromCurrency: string;
      readonly toCurrency: string;
      /** Undefined as long as only the other amount is known. */
      readonly fromAmount: Decimal | undefined;
      readonly toAmount: Decimal | undefined;
    };

export type OrderRequestForRisk = Extract<RiskRequest, { type: 'order' }>;

/**
 * What the checks may look at. Exact decimals decide; near numbers only show at a fraction of the cost that a limit is kept by
 * far, which it nearly always is.
 */
export interface RiskView {
  readonly now: Instant;
  readonly limits: RiskLimits;
  readonly orders: Orders;
  readonly account: Account;
  readonly markets: Markets;
  /** What our own live orders may still take of a currency, without the order that is being replaced. */
  reserved(currency: string, without: string | undefined): Decimal;
  /** No less than that, in a near number. */
  nearReserved(currency: string, without: string | undefined): number;
  /** Times of the risk-taking commands of the last minute. */
  readonly sentWithinMinute: number;
  /** Profit since the beginning of the UTC day in a currency; undefined when it can't be valued. */
  profitToday(currency: string): Decimal | undefined;
  /** The same in near numbers; undefined where only that can tell. */
  nearProfitToday(currency: string): NearSum | undefined;
  /** What the strategy's position and open buys are worth in a currency, without the order that is being replaced. */
  exposureOf(strategy: string, currency: string, without: string | undefined): Decimal | undefined;
  /** No less than that, in a near number; NaN where only that can tell. */
  nearExposureOf(strategy: string, currency: string, without: string | undefined): number;
  /** Set while no new risk is taken at all. */
  readonly halted: string | undefined;
}

export interface RiskApproved {
  readonly approved: true;
}

export interface RiskRefused {
  readonly approved: false;
  /** Stable reason code. */
  readonly rule: string;
  readonly message: string;
}

/** One rule. It answers undefined when it has nothing against the request. */
export type RiskCheck = (request: RiskRequest, view: RiskView) => RiskRefused | undefined;

/** The message is put together when somebody reads it: most refusals are only counted. */
export function refused(rule: string, message: string | (() => string)): RiskRefused {
  return {
    approved: false,
    rule,
    get message() {
      return typeof message === 'string' ? message : message();
    },
  };
}

/** The market of an order, or of a conversion's two currencies, when it is known. */
export function marketOf(request: RiskRequest, { markets }: RiskView): Market | undefined {
  if (request.type === 'order') return markets.get(request.symbol);
  const { fromCurrency, toCurrency } = request;
  return markets.get(`${fromCurrency}/${toCurrency}`) ?? markets.get(`${toCurrency}/${fromCurrency}`);
}

/** What a market order would begin to trade at. */
export function touchOf(request: OrderRequestForRisk, view: RiskView): Decimal | undefined {
  const book = marketOf(request, view)?.book;
  return request.side === 'Buy' ? book?.bestAsk : book?.bestBid;
}
