import type { Instant } from '../base/instant.ts';
import type { BookOrder } from './bookOrder.ts';
import type { Market } from './market.ts';
import type { Units } from './units.ts';

/** Two orders met, at the price of the one that was there first. Both orders are as they are afterwards. */
export interface Execution {
  readonly market: Market;
  readonly maker: BookOrder;
  readonly taker: BookOrder;
  readonly ticks: number;
  readonly lots: number;
  /** Each in the currency that its order receives. */
  readonly makerFee: Units;
  readonly takerFee: Units;
  readonly at: Instant;
}

/** Hears of everything that happens, in order, while it happens. It must not call back into the exchange. */
export interface ExchangeListener {
  executed(execution: Execution): void;
  /** An order left the book unfilled, or in part: `lots` of it were open. Replacing under a new id counts. */
  canceled(order: BookOrder, lots: number, at: Instant): void;
}
