import type { Instant } from '../base/instant.ts';
import type { BookOrder } from './bookOrder.ts';
import type { Market } from './market.ts';
import type { Units } from './units.ts';

/** Two orders met, at the price of the one that was there first. Both are shown in their state afterwards. */
export interface Execution {
  readonly market: Market;
  readonly maker: BookOrder;
  readonly taker: BookOrder;
  readonly ticks: number;
  readonly lots: number;
  /** Each fee is in the currency that its order receives. */
  readonly makerFee: Units;
  readonly takerFee: Units;
  readonly at: Instant;
}

/** Is called for everything that happens, in order, while it happens. It must not call back into the exchange. */
export interface ExchangeListener {
  executed(execution: Execution): void;
  /** An order left the book with `lots` still open. A replacement under a new id counts too. */
  canceled(order: BookOrder, lots: number, at: Instant): void;
}
