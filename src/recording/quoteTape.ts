import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { ConversionSize } from '../model/conversion.ts';

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
  const raw = JSON.parse(line) as RawQuote;
  const isComplete = Number.isSafeInteger(raw.askedAt) && Number.isSafeInteger(raw.decidedAt) && OUTCOMES.includes(raw.outcome);
  if (!isComplete) throw new Fault('store', `a line of the quote tape makes no sense: ${line.slice(0, 200)}`);
  const { size, offer } = raw;
  return {
    askedAt: raw.askedAt,
    decidedAt: raw.decidedAt,
    fromCurrency: raw.fromCurrency,
    toCurrency: raw.toCurrency,
    size: size.fromAmount === undefined ? { toAmount: decimal(size.toAmount) } : { fromAmount: decimal(size.fromAmount) },
    offer: offer === null ? undefined : offerOf(offer),
    outcome: raw.outcome,
    code: raw.code,
    symbol: raw.symbol,
    mid: raw.mid === undefined ? undefined : decimal(raw.mid),
  };
}

type RawOffer = Readonly<Record<'fromAmount' | 'toAmount' | 'rate', string>> & Pick<QuoteOffer, 'quotedAt' | 'validTo'>;

interface RawQuote extends Omit<QuoteRecord, 'size' | 'offer' | 'mid'> {
  readonly size: { readonly fromAmount?: string; readonly toAmount?: string };
  readonly offer: RawOffer | null;
  readonly mid?: string;
}

function textsOf({ fromAmount, toAmount, rate }: QuoteOffer): Record<'fromAmount' | 'toAmount' | 'rate', string> {
  return { fromAmount: fromAmount.toFixed(), toAmount: toAmount.toFixed(), rate: rate.toFixed() };
}

function offerOf({ fromAmount, toAmount, rate, quotedAt, validTo }: RawOffer): QuoteOffer {
  return { fromAmount: decimal(fromAmount), toAmount: decimal(toAmount), rate: decimal(rate), quotedAt, validTo };
}

function decimal(text: string | undefined): Decimal {
  const value = decimalFrom(text ?? '');
  if (value === undefined) throw new Fault('store', `the quote tape has ${JSON.stringify(text)} where a decimal belongs`);
  return value;
}
