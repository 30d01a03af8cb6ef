import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from './balance.ts';
import type { Book } from './book.ts';
import type { Conversion, ConversionSize, Quote } from './conversion.ts';
import type { ExecutedSum, Fill } from './fill.ts';
import type { WorkedTerms } from './deskOrder.ts';
import type { Side } from './grid.ts';
import type { IntentKind } from './intent.ts';
import type { HistorySums } from './historySums.ts';
import type { Order, OrderEnd, OrderType } from './order.ts';
import type { Pair } from './pair.ts';
import type { PairStatistics } from './statistics.ts';
import type { PositionEntry } from './positionEntry.ts';
import type { WarmUp } from './warmUp.ts';
import type { StopOrders, TradingScope, TradingStop } from './tradingStop.ts';

/** Everything that the engine ever learns, in one order. The inbox stamps each event once. */
export type Event = EventBody & {
  /** The inbox's number. With `at` it orders events. */
  readonly sequence: number;
  readonly at: Instant;
};

export type EventBody =
  | { readonly type: 'pairs'; readonly pairs: readonly Pair[] }
  | Restored
  /** Strategies are set up, before anything of the market is told. */
  | { readonly type: 'set-up' }
  | Reload
  | WarmUp
  /** A position has changed without an execution: see `PositionEntry`. */
  | { readonly type: 'position-entry'; readonly entry: PositionEntry }
  | { readonly type: 'book'; readonly book: Book }
  | MarketWarning
  | { readonly type: 'statistics'; readonly rows: readonly PairStatistics[] }
  | { readonly type: 'balances'; readonly rows: readonly Balance[] }
  /** The heartbeat, about once a second. Schedules and time-outs depend on it. */
  | { readonly type: 'timer' }
  | { readonly type: 'report'; readonly report: Report }
  | { readonly type: 'operator'; readonly order: OperatorOrder }
  /** From here on the engine takes no new risk. Orders under the name `spares` are left alone. */
  | { readonly type: 'shutdown'; readonly onStop: 'cancel' | 'keep'; readonly spares?: string };

/**
 * What the store remembers from earlier lives. It comes before anything that trades. A long history comes in several pieces,
 * oldest first; orders and states come with the last piece.
 */
export interface Restored {
  readonly type: 'restored';
  /** What all before the fills and conversions of this piece adds up to; of the first piece only, and where something came before. */
  readonly sums?: HistorySums | undefined;
  /** Fills and conversions, oldest first. */
  readonly fills: readonly Fill[];
  readonly conversions: readonly Conversion[];
  /** Changes of positions that no execution made, oldest first. */
  readonly entries?: readonly PositionEntry[] | undefined;
  /** Those that `sums` include already. */
  readonly summed?: readonly PositionEntry[] | undefined;
  /**
   * Orders that may still be live. Bound orders are `open`, and those of unresolved intents are `unknown`: one that was to be placed, and what
   * an order was to be replaced by.
   */
  readonly orders: readonly Order[];
  /** By the intents of replacements of unknown outcome, the venue's ids of the orders that were to be replaced. */
  readonly replacements?: Readonly<Record<string, string>> | undefined;
  /** Conversions that were accepted and of which nobody knows what came. */
  readonly unknownConversions?: readonly UnknownConversion[] | undefined;
  /** Each strategy's saved state. Undefined when a person gives a strategy an order later on: then all that is known stays as it is. */
  readonly states: Readonly<Record<string, string>> | undefined;
  /** What the orders have executed that desk orders have placed, by the intents that placed them. */
  readonly childSums?: Readonly<Record<string, ExecutedSum>> | undefined;
  readonly leftBehind?: LeftBehind | undefined;
}

/** Orders whose strategies are not configured any more, or not for these markets, and what becomes of them. */
export interface LeftBehind {
  readonly intentIds: readonly string[];
  readonly onStop: 'cancel' | 'keep';
}

/** Another configuration comes into force, all of it with this event or nothing. What it says is known by its number. */
export interface Reload {
  readonly type: 'reload';
  /** Counts the reloads of one life, from 1. */
  readonly revision: number;
  /** The hash of the configuration. */
  readonly config: string;
  /** What becomes of the open orders of strategies that it does not name any more. */
  readonly onStop: 'cancel' | 'keep';
  /** What earlier lives left behind of strategies that it adds, oldest first. */
  readonly history: readonly Restored[];
}

/** What an unresolved intent was to convert. */
export type UnknownConversion = Pick<Conversion, 'fromCurrency' | 'toCurrency' | 'fromAmount' | 'toAmount'> & {
  readonly intentId: string;
  readonly strategy: string;
};

/** Something about a book or its poll that strategies and risk must know. Some kinds mean that the book itself is withheld. */
export interface MarketWarning {
  readonly type: 'market-warning';
  readonly symbol: string;
  readonly kind: MarketWarningKind;
  readonly detail: string;
  /** The other troubles that the book had before and still has. Undefined where there are none: then `recovered` means that all is well. */
  readonly others?: readonly MarketWarningKind[];
  /** It was told before, and comes again since another one is over. */
  readonly isAgain?: boolean;
}

export type MarketWarningKind =
  /** The best bid is at or above the best ask. The book is withheld. */
  | 'crossed'
  /** One side or both have no level. The book is delivered, and a strategy sees the empty side. */
  | 'empty'
  /** The venue's timestamp has not moved for too long. */
  | 'stale'
  /** The venue's timestamp went back. The book is withheld. */
  | 'backwards'
  /** The mid moved further in one poll than the limit allows. Books are withheld until a second poll agrees. */
  | 'jumped'
  /** The body could not be read, or a number is off the grid. The book is withheld. */
  | 'unreadable'
  /** The poll failed, so the last book ages. */
  | 'poll-failed'
  /** One of the above is over. What remains comes again behind it. */
  | 'recovered';

/** What the venue says, or what we conclude from its silence. */
export type Report =
  | {
      readonly type: 'order-opened';
      readonly intentId: string;
      readonly orderId: string;
      readonly amount: Decimal;
      readonly price: Decimal | undefined;
      /** True when the answer was lost and the order was found later. */
      readonly adopted: boolean;
    }
  | {
      readonly type: 'order-replaced';
      readonly intentId: string;
      /** The order's id before the replacement. */
      readonly orderId: string;
      /** The same id, or a new one where the venue gives one. */
      readonly newOrderId: string;
      readonly price: Decimal;
      /** What was open after the replacement, without what was filled before. */
      readonly amount: Decimal;
      /** The venue's time of the replacement. Executions up to then were not part of `amount`. */
      readonly replacedAt: Instant;
      /** False when what was executed until then may not have been told yet. A `replacement-final` says when all of it was. */
      readonly isFinal?: false;
    }
  /** All that the order had executed before this replacement was told. */
  | { readonly type: 'replacement-final'; readonly intentId: string }
  /** It is proven that this did not happen. */
  | {
      readonly type: 'intent-refused';
      readonly intentId: string;
      readonly kind: IntentKind;
      readonly code: string;
      readonly message: string;
    }
  /** It is proven that no byte left. */
  | {
      readonly type: 'intent-not-sent';
      readonly intentId: string;
      readonly kind: IntentKind;
      readonly reason: string;
      /** The code of the fault that stopped it from being sent. */
      readonly code?: string;
    }
  /** It was proven afterwards that the venue does not have it and will not accept it any more. */
  | {
      readonly type: 'intent-not-placed';
      readonly intentId: string;
      readonly kind: IntentKind;
      /** `not-open`: the order that was to be replaced was over. `lost`: it never arrived, or had no effect. */
      readonly code: 'not-open' | 'lost';
      readonly reason: string;
    }
  /** Nobody can say what happened. The lane is frozen, unless it goes on beside that. */
  | {
      readonly type: 'intent-unknown';
      readonly intentId: string;
      readonly kind: IntentKind;
      readonly lane: string;
      readonly reason: string;
      readonly goesOn?: true;
    }
  /** The venue took the cancel. Only `order-closed` closes the order. */
  | { readonly type: 'cancel-accepted'; readonly orderId: string }
  /** The cancel failed. The order may be gone already. */
  | {
      readonly type: 'cancel-failed';
      readonly orderId: string;
      readonly reason: string;
      /** Only the code `refused` proves that the venue has not taken the cancel. */
      readonly code?: string;
    }
  /** The order is absent from a complete list, and its fills are final. */
  | { readonly type: 'order-closed'; readonly orderId: string; readonly end: OrderEnd; readonly filled: Decimal }
  | { readonly type: 'fill'; readonly fill: Fill }
  | { readonly type: 'quoted'; readonly requestId: string; readonly quote: Quote }
  | { readonly type: 'quote-refused'; readonly requestId: string; readonly code: string; readonly message: string }
  | { readonly type: 'converted'; readonly conversion: Conversion; readonly adopted: boolean }
  /**
   * An order of ours is at the venue that is not wanted: it was taken for not done or for closed, or is one too many. It is bound and must be canceled.
   * Told again while it is open.
   */
  | {
      readonly type: 'order-late';
      readonly intentId: string;
      readonly orderId: string;
      readonly symbol: string;
      readonly strategy: string;
      readonly side: Side;
      readonly price: Decimal | undefined;
      readonly amount: Decimal;
    }
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

/** A person's order to the running engine. The notices repeat its `requestId`. */
export type OperatorOrder =
  | { readonly type: 'pause'; readonly strategy: string }
  | { readonly type: 'resume'; readonly strategy: string }
  | { readonly type: 'stop'; readonly strategy: string }
  /** Stops trading in a scope until that is lifted. With `close`, it reduces until the positions are closed and then halts. */
  | {
      readonly type: 'stop-trading';
      readonly scope: TradingScope;
      readonly state: TradingStop['state'];
      readonly orders: StopOrders;
      readonly reason: string;
    }
  /** Lifts the stops of a scope; with everything, all stops. */
  | { readonly type: 'resume-trading'; readonly scope: TradingScope }
  /** Cancels all our own orders, or those of a symbol. Running strategies place theirs anew. */
  | { readonly type: 'cancel-all'; readonly symbol: string | undefined }
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
  /** Executes a deal in the best way, or (`isDry`) only says what each way would give. */
  | {
      readonly type: 'trade';
      readonly tradeId: string;
      readonly fromCurrency: string;
      readonly toCurrency: string;
      readonly size: ConversionSize;
      readonly worstRate: Decimal | undefined;
      readonly via: readonly string[] | undefined;
      readonly isDry: boolean;
    }
  /** Keeps an order that is worked, under this id. */
  | {
      readonly type: 'execute';
      readonly orderId: string;
      readonly symbol: string;
      readonly side: Side;
      readonly amount: Decimal;
      /** What is not done after so many milliseconds is left. */
      readonly within: number | undefined;
      readonly how: WorkedTerms;
    }
  /** Executes a quote that a person has seen. */
  | { readonly type: 'accept'; readonly intentId: string; readonly quote: Quote };
