import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { ConversionSize } from '../model/conversion.ts';
import { jsonObject } from './jsonObject.ts';
import { shownValue } from '../base/shownValue.ts';

/** A conversion quote that was asked for, and its outcome (000 Conversion). */
export interface QuoteRecord {
  readonly askedAt: Instant;
  /** When the outcome was known. The tape is in this order. */
  readonly decidedAt: Instant;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
  /** The venue's offer. Undefined when there was none. */
  readonly offer: QuoteOffer | undefined;
  readonly outcome: QuoteOutcome;
  /** The code of a refusal, by the venue or by ourselves. */
  readonly code: string | undefined;
  /** The symbol that trades the two currencies, and the mid of its last book when the quote was asked for. */
  readonly symbol: string | undefined;
  readonly mid: Decimal | undefined;
}

export interface QuoteOffer {
  readonly fromAmount: Decimal;
  readonly toAmount: Decimal;
  readonly rate: Decimal;
  readonly quotedAt: Instant;
  readonly validTo: Instant;
}

/** `expired` means that it was not used before `validTo`. */
export type QuoteOutcome = 'accepted' | 'expired' | 'refused';
const OUTCOMES: readonly string[] = ['accepted', 'expired', 'refused'] satisfies QuoteOutcome[];

/** A line of the tape in JSON, with amounts as texts. */
export function quoteLine({ size, offer, mid, ...rest }: QuoteRecord): string {
  const amounts = offer === undefined ? null : { ...offer, ...textsOf(offer) };
  const sizeText = 'fromAmount' in size ? { fromAmount: size.fromAmount.toFixed() } : { toAmount: size.toAmount.toFixed() };
  return JSON.stringify({ ...rest, size: sizeText, offer: amounts, mid: mid?.toFixed() });
}

/** Reads a line. Throws a `Fault` `store` when it is not one of the tape. */
export function quoteOfLine(line: string): QuoteRecord {
  const raw = jsonObject(line, 'a line of the quote tape');
  const { outcome, size, offer } = raw;
  if (!OUTCOMES.includes(outcome as string)) throw wrong('outcome', outcome, OUTCOMES.join(', '));
  return {
    askedAt: time(raw, 'askedAt'),
    decidedAt: time(raw, 'decidedAt'),
    fromCurrency: text(raw, 'fromCurrency'),
    toCurrency: text(raw, 'toCurrency'),
    size: sizeOf(size),
    offer: offer === null ? undefined : offerOf(offer),
    outcome: outcome as QuoteOutcome,
    code: raw['code'] === undefined ? undefined : text(raw, 'code'),
    symbol: raw['symbol'] === undefined ? undefined : text(raw, 'symbol'),
    mid: raw['mid'] === undefined ? undefined : decimal(raw, 'mid'),
  };
}

type Raw = Readonly<Record<string, unknown>>;

function textsOf({ fromAmount, toAmount, rate }: QuoteOffer): Record<'fromAmount' | 'toAmount' | 'rate', string> {
  return { fromAmount: fromAmount.toFixed(), toAmount: toAmount.toFixed(), rate: rate.toFixed() };
}

function sizeOf(value: unknown): ConversionSize {
  const raw = objectOf(value, 'size');
  return raw['fromAmount'] === undefined ? { toAmount: decimal(raw, 'toAmount') } : { fromAmount: decimal(raw, 'fromAmount') };
}

function offerOf(value: unknown): QuoteOffer {
  const raw = objectOf(value, 'offer');
  return {
    fromAmount: decimal(raw, 'fromAmount'),
    toAmount: decimal(raw, 'toAmount'),
    rate: decimal(raw, 'rate'),
    quotedAt: time(raw, 'quotedAt'),
    validTo: time(raw, 'validTo'),
  };
}

function objectOf(value: unknown, field: string): Raw {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Raw;
  throw wrong(field, value, 'an object');
}

function time(raw: Raw, field: string): Instant {
  const value = raw[field];
  if (Number.isSafeInteger(value)) return value as Instant;
  throw wrong(field, value, 'whole milliseconds');
}

function text(raw: Raw, field: string): string {
  const value = raw[field];
  if (typeof value === 'string') return value;
  throw wrong(field, value, 'a text');
}

function decimal(raw: Raw, field: string): Decimal {
  const value = decimalFrom(text(raw, field));
  if (value === undefined) throw wrong(field, raw[field], 'a decimal');
  return value;
}

function wrong(field: string, value: unknown, expected: string): Fault {
  return new Fault('store', `a line of the quote tape has ${shownValue(value)} for ${field}: expected ${expected}`);
}
