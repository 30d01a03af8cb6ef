import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

/** The venue's offer to convert, good until `validTo` (000 Conversion quote). */
export interface Quote {
  readonly id: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly fromAmount: Decimal;
  readonly toAmount: Decimal;
  readonly rate: Decimal;
  readonly quotedAt: Instant;
  readonly validTo: Instant;
}

/** A quote that a strategy has asked for, with the id and the tag of its request. It holds nothing until it is accepted. */
export interface OfferedQuote extends Quote {
  readonly requestId: string;
  readonly tag: string | undefined;
}

/** A conversion that took place. */
export interface Conversion {
  /** The venue's id of the transaction. */
  readonly id: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly fromAmount: Decimal;
  readonly toAmount: Decimal;
  readonly rate: Decimal;
  readonly executedAt: Instant;
  readonly intentId: string | undefined;
  readonly strategy: string | undefined;
}

/** Exactly one of the two amounts is given (000 Conversion, request-for-quote). */
export type ConversionSize = { readonly fromAmount: Decimal } | { readonly toAmount: Decimal };
