import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Side } from '../../model/grid.ts';

/** In quote currency. A plain number is a signal and counts as the decimal that it prints as. */
type Price = Decimal | number;

/** An order of the venue, sent at once or refused. */
export interface OrderRequest {
  readonly side: Side;
  /** Left out for a market order. */
  readonly price?: Decimal | number;
  readonly amount: Decimal;
  readonly tag?: string;
}

/** How much: an amount of the base currency, what it may be worth in quote currency, or the strategy's position, which it only ever reduces. */
export type OrderSize =
  | { readonly side: Side; readonly amount: Decimal; readonly worth?: never }
  | { readonly side: Side; readonly worth: Decimal; readonly amount?: never }
  | { readonly amount: 'position'; readonly side?: never; readonly worth?: never };

/** What is sent at once. Without a kind it is an order of the venue: with a price a limit order, without one a market order. */
export type PlainOrder =
  | { readonly kind?: never; readonly price?: Price }
  /** `limit` waits for its turn. `post-only` is never sent where it would take. `ioc` is canceled as soon as it has taken what there is. */
  | { readonly kind: 'limit' | 'post-only' | 'ioc'; readonly price: Price }
  /** Takes what the book has up to so many bps beyond the touch, and never beyond the collar. What is left is canceled. */
  | { readonly kind: 'market'; readonly withinBps?: number };

/** What waits for a price. A stop of a position or of a bracket only ever reduces. */
export type ExitOrder =
  /** Fires when the best bid (to sell) or the best ask (to buy) reaches `stop`, or when so many bps are lost. With `price` a limit order follows, otherwise market orders until all is done. */
  | { readonly kind: 'stop'; readonly stop: Price; readonly price?: Price; readonly lossBps?: never }
  | { readonly kind: 'stop'; readonly lossBps: number; readonly stop?: never; readonly price?: never }
  /** Follows the best price at this distance. With `from` it begins to follow there. */
  | { readonly kind: 'trailing-stop'; readonly trailBps: number; readonly from?: Price }
  /** Rests at the venue. */
  | { readonly kind: 'take-profit'; readonly price: Price; readonly gainBps?: never }
  | { readonly kind: 'take-profit'; readonly gainBps: number; readonly price?: never };

/** What is worked: placed in parts, one after the other. Its `limit` is never passed; while the market is beyond it, it waits. */
export type WorkedOrder =
  /** In equal parts over a time, in milliseconds. What a part does not get is spread over the time left. */
  | { readonly kind: 'twap'; readonly over: number; readonly limit?: Price }
  /** As a share (0.05: 5 %) of what the market trades, as far as the 24-hour figures show it. */
  | { readonly kind: 'pov'; readonly share: Decimal | number; readonly limit?: Price }
  /** Rests at its price, and shows so much at a time. */
  | { readonly kind: 'iceberg'; readonly show: Decimal; readonly price: Price }
  /** Follows the best price of its own side, so many ticks behind it; below 0 before it, never taking. */
  | { readonly kind: 'peg'; readonly offsetTicks: number; readonly limit: Price };

export type OrderTerms = {
  readonly tag?: string;
  /** What is not filled by then is canceled. For a bracket this is about its entry. */
  readonly until?: Instant;
  /** A key of your own. An order with a key is placed once in the life of the strategy, restarts included. */
  readonly once?: string;
};

/** An order as a strategy asks for it. */
export type NewOrder = OrderTerms &
  (
    | (OrderSize & (PlainOrder | ExitOrder | WorkedOrder))
    /** An entry, and the exits of what it fills. The first exit to fire ends the others. */
    | {
        readonly kind: 'bracket';
        readonly side: Side;
        readonly amount: Decimal;
        readonly entry: PlainOrder & { readonly kind: 'limit' | 'market' | 'ioc' | 'post-only' };
        readonly exits: readonly ExitOrder[];
      }
    /** Exits of the position. The first to fire ends the others. */
    | { readonly kind: 'one-of'; readonly amount: 'position'; readonly orders: readonly ExitOrder[] }
  );

/** What an order is to become. What is left out stays as it is. */
export interface OrderChange {
  /** Where it rests: the price of a limit, post-only or iceberg order, a take-profit, the entry of a bracket, or the limit order that follows a stop. */
  readonly price?: Price;
  /** The whole amount, with what is filled already. For a bracket it is that of its entry. */
  readonly amount?: Decimal;
  /** The limit of a worked order. */
  readonly limit?: Price;
  /** The price of its stop. */
  readonly stop?: Price;
  /** The distance of its trailing stop, which keeps its mark. */
  readonly trailBps?: number;
  /** The price of the take-profit of a bracket or a one-of. */
  readonly takeProfit?: Price;
  readonly until?: Instant;
}

/** Whether the desk keeps an order. Without a kind, a size or terms of its own it is one of the venue. */
export function isKept(order: NewOrder): order is Exclude<NewOrder, OrderRequest> {
  const { kind, amount, worth, until, once }: Readonly<Record<string, unknown>> = { ...order };
  return (kind ?? until ?? once ?? worth) !== undefined || amount === 'position';
}
