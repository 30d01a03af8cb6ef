import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { ConversionSize, Quote } from './conversion.ts';
import type { Side } from './grid.ts';
import type { OrderType } from './order.ts';

/** What the engine sends to the venue. A command returns nothing; its outcome arrives as a report. */
export type Command = PlaceCommand | ReplaceCommand | CancelCommand | RequestQuoteCommand | ConvertCommand;

export interface PlaceCommand {
  readonly type: 'place';
  readonly intentId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: OrderType;
  /** On the pair's grid. Absent for a market order. */
  readonly price: Decimal | undefined;
  /** On the pair's grid. */
  readonly amount: Decimal;
  readonly decidedAt: Instant;
  readonly tag: string | undefined;
  /** The name of the saved state that must be on disk before this is sent: a later life finds the order by it. */
  readonly keptAs?: string;
  /** It only makes a position smaller, so that limits on the pace do not hold it back. */
  readonly reduces?: true;
  /** A reference of ours for which it is placed, as the journal knows it. What has the same one is not sent beside it. */
  readonly reference?: string;
}

/** Moves an open order to another price and amount. */
export interface ReplaceCommand {
  readonly type: 'replace';
  readonly intentId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  /** The order that is to be moved. */
  readonly orderId: string;
  readonly price: Decimal;
  /** What should be open afterwards, without what is filled already. */
  readonly amount: Decimal;
  readonly decidedAt: Instant;
}

/** A cancel by id may be repeated. */
export interface CancelCommand {
  readonly type: 'cancel';
  readonly intentId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly orderId: string;
  readonly decidedAt: Instant;
}

export type RequestQuoteCommand = {
  readonly type: 'request-quote';
  /** The report repeats it. */
  readonly requestId: string;
  readonly strategy: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
  readonly decidedAt: Instant;
};

export interface ConvertCommand {
  readonly type: 'convert';
  readonly intentId: string;
  /** The `requestId` of the quote's request. */
  readonly requestId: string;
  readonly strategy: string;
  readonly quote: Quote;
  readonly decidedAt: Instant;
  /** See `PlaceCommand`. */
  readonly keptAs?: string;
}

/** The lane of a symbol's orders. A lane has at most one unresolved intent. */
export function orderLane(symbol: string): string {
  return `spot:${symbol}`;
}

/** The lane of a conversion between two currencies. */
export function conversionLane(fromCurrency: string, toCurrency: string): string {
  return `convert:${fromCurrency}>${toCurrency}`;
}
