import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from './balance.ts';
import type { Book } from './book.ts';
import type { Conversion, ConversionSize, Quote } from './conversion.ts';
import type { Fill } from './fill.ts';
import type { Side } from './grid.ts';
import type { IntentKind } from './intent.ts';
import type { Order, OrderEnd, OrderType } from './order.ts';
import type { Pair } from './pair.ts';
import type { PairStatistics } from './statistics.ts';

/** All that the engine ever learns, in one order: stamped once, at the inbox. */
export type Event = EventBody & {
  /** The inbox's number: with `at` it orders events. */
  readonly sequence: number;
  readonly at: Instant;
};

export type EventBody =
  | { readonly type: 'pairs'; readonly pairs: readonly Pair[] }
  | Restored
  | { readonly type: 'book'; readonly book: Book }
  | MarketWarning
  | { readonly type: 'statistics'; readonly rows: readonly PairStatistics[] }
  | { readonly type: 'balances'; readonly rows: readonly Balance[] }
  /** The heartbeat, about once a second. Schedules and time-outs hang on it. */
  | { readonly type: 'timer' }
  | { readonly type: 'report'; readonly report: Report }
  | { readonly type: 'operator'; readonly order: OperatorOrder }
  /** No new risk from here on. */
  | { readonly type: 'shutdown'; readonly onStop: 'cancel' | 'keep' };

/**
 * What the store remembers of earlier lives. Comes before anything that trades; a long history comes in several pieces, oldest
 * first, and orders and states with the last of them.
 */
export interface Restored {
  readonly type: 'restored';
  /** Fills and conversions, oldest first. */
  readonly fills: readonly Fill[];
  readonly conversions: readonly Conversion[];
  /** Orders that may still be live: bound ones as `open`, those of unresolved intents as `unknown`. */
  readonly orders: readonly Order[];
  /** By strategy, as it was saved. */
  readonly states: Readonly<Record<string, string>>;
}

/** Something about a book or its poll that strategies and risk must know. The book itself is withheld where it says so. */
export interface MarketWarning {
  readonly type: 'market-warning';
  readonly symbol: string;
  readonly kind: MarketWarningKind;
  readonly detail: string;
}

export type MarketWarningKind =
  /** Best bid at or above best ask. Withheld. */
  | 'crossed'
  /** One side or both without a level. Delivered: a strategy sees the empty side. */
  | 'empty'
  /** The venue's timestamp has not moved for too long. */
  | 'stale'
  /** The venue's timestamp went back. Withheld. */
  | 'backwards'
  /** The mid moved further in one poll than the limit allows. Withheld until a second poll agrees. */
  | 'jumped'
  /** The body could not be read, or a number is off the grid. Withheld. */
  | 'unreadable'
  /** The poll failed; the last book ages. */
  | 'poll-failed'
  /** All is well again after one of the above. */
  | 'recovered';

/** What the venue says, or what is to be concluded from its silence. */
export type Report =
  | {
      readonly type: 'order-opened';
      readonly intentId: string;
      readonly orderId: string;
      readonly amount: Decimal;
      readonly price: Decimal | undefined;
      /** True when an order whose answer was lost has been found. */
      readonly adopted: boolean;
    }
  | {
      readonly type: 'order-replaced';
      readonly intentId: string;
      /** The order as it was known until now. */
      readonly orderId: string;
      /** The same id, or the new one where the venue gives one. */
      readonly newOrderId: string;
      readonly price: Decimal;
      /** The part still to be filled. */
      readonly amount: Decimal;
      /** The venue's time of it: executions up to then were not part of `amount`. */
      readonly replacedAt: Instant;
    }
  /** Proven: it did not happen. */
  | {
      readonly type: 'intent-refused';
      readonly intentId: string;
      readonly kind: IntentKind;
      readonly code: string;
      readonly message: string;
    }
  /** Proven: no byte left. */
  | {
      readonly type: 'intent-not-sent';
      readonly intentId: string;
      readonly kind: IntentKind;
      readonly reason: string;
      /** The code of the fault that kept it back. */
      readonly code?: string;
    }
  /** Nobody can say. The lane is frozen. */
  | {
      readonly type: 'intent-unknown';
      readonly intentId: string;
      readonly kind: IntentKind;
      readonly lane: string;
      readonly reason: string;
    }
  /** The venue took the cancel; the order is closed only by `order-closed`. */
  | { readonly type: 'cancel-accepted'; readonly orderId: string }
  /** The cancel did not take; the order may be gone already. */
  | {
      readonly type: 'cancel-failed';
      readonly orderId: string;
      readonly reason: string;
      /** With `refused`, and only with that, it is sure that the venue has not taken it. */
      readonly code?: string;
    }
  /** Absent from a complete list, and its fills are final. */
  | { readonly type: 'order-closed'; readonly orderId: string; readonly end: OrderEnd; readonly filled: Decimal }
  | { readonly type: 'fill'; readonly fill: Fill }
  | { readonly type: 'quoted'; readonly requestId: string; readonly quote: Quote }
  | { readonly type: 'quote-refused'; readonly requestId: string; readonly code: string; readonly message: string }
  | { readonly type: 'converted'; readonly conversion: Conversion; readonly adopted: boolean }
  /** An order of the account that no intent of ours explains. */
  | {
      readonly type: 'external-order';
      readonly orderId: string;
      readonly symbol: string;
      readonly side: Side;
      readonly price: Decimal | undefined;
      readonly amount: Decimal;
    }
  | { readonly type: 'lane-frozen'; readonly lane: string; readonly reason: string }
  | { readonly type: 'lane-opened'; readonly lane: string };

/** What a person asks of the running engine. `requestId` comes back in the notices. */
export type OperatorOrder =
  | { readonly type: 'pause'; readonly strategy: string }
  | { readonly type: 'resume'; readonly strategy: string }
  | { readonly type: 'stop'; readonly strategy: string }
  | {
      readonly type: 'place';
      readonly intentId: string;
      readonly symbol: string;
      readonly side: Side;
      readonly orderType: OrderType;
      readonly price: Decimal | undefined;
      readonly amount: Decimal;
    }
  | { readonly type: 'replace'; readonly intentId: string; readonly orderId: string; readonly price: Decimal; readonly amount: Decimal }
  | { readonly type: 'cancel'; readonly intentId: string; readonly orderId: string; readonly symbol: string }
  | {
      /** Asks for a quote and executes it. */
      readonly type: 'convert';
      readonly requestId: string;
      readonly fromCurrency: string;
      readonly toCurrency: string;
      readonly size: ConversionSize;
    }
  /** Executes a quote that a person has seen. */
  | { readonly type: 'accept'; readonly intentId: string; readonly quote: Quote };
