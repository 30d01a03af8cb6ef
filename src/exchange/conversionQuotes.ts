import { type Decimal, ONE } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { RequestQuoteCommand } from '../model/command.ts';
import type { ConversionSize, Quote } from '../model/conversion.ts';

/** A quote that was given while the market was recorded. */
export type TapeQuote = Pick<Quote, 'fromCurrency' | 'toCurrency' | 'fromAmount' | 'rate' | 'quotedAt' | 'validTo'>;

export interface ConversionSettings {
  /** The distance of an invented quote from the mid, in basis points. */
  readonly spreadBps: Decimal;
  readonly validForMs: number;
}

/** Why the venue would have given no quote. */
export interface QuoteRefused {
  readonly code: string;
  readonly message: string;
}

/** The largest age of a recorded quote, and the largest factor between its size and the wanted one. */
const NEAR_MS = 60_000;
/** How much later it may have been given, because clocks and latencies differ. More would reveal the future of the market. */
const LATER_MS = 1000;
const NEAR_FACTOR = 2;
const PLACES = 8;
const UP = 0;
const DOWN = 1;
const BPS = 10_000;

export interface ConversionQuotesOptions extends ConversionSettings {
  readonly tape: readonly TapeQuote[];
  /** What an amount is worth by the mids at a time. Undefined when no book tells. */
  readonly worth: (amount: Decimal, from: string, to: string, at: Instant) => Decimal | undefined;
}

/** The venue's quotes for conversions: the recorded one where the tape has one that is near, else the mid less a spread. */
export class ConversionQuotes {
  /** How many came from the tape, and how many were invented. */
  taped = 0;
  madeUp = 0;
  readonly #options: ConversionQuotesOptions;

  constructor(options: ConversionQuotesOptions) {
    this.#options = options;
  }

  /** The terms that the venue would offer at this time. */
  quote({ requestId, fromCurrency, toCurrency, size }: RequestQuoteCommand, at: Instant): Quote | QuoteRefused {
    const taped = this.#nearest(fromCurrency, toCurrency, size, at);
    const rate = taped?.rate ?? this.#madeUpRate(fromCurrency, toCurrency, at);
    if (rate === undefined) {
      return {
        code: 'conversion-not-available',
        message: `no recorded book or quote tells what ${fromCurrency} is worth in ${toCurrency}`,
      };
    }
    if (taped === undefined) this.madeUp++;
    else this.taped++;
    // Rounded against the customer: less to receive, more to give.
    const fromAmount = 'fromAmount' in size ? size.fromAmount : size.toAmount.div(rate).toDecimalPlaces(PLACES, UP);
    const toAmount = 'toAmount' in size ? size.toAmount : size.fromAmount.times(rate).toDecimalPlaces(PLACES, DOWN);
    if (!fromAmount.gt(0) || !toAmount.gt(0)) return { code: 'invalid', message: 'the amount is too small to be converted' };
    const validForMs = taped === undefined ? this.#options.validForMs : taped.validTo - taped.quotedAt;
    const terms = { fromCurrency, toCurrency, fromAmount, toAmount, rate: toAmount.div(fromAmount).toSignificantDigits(16) };
    return { id: `quote-${requestId}`, ...terms, quotedAt: at, validTo: at + validForMs };
  }

  #madeUpRate(fromCurrency: string, toCurrency: string, at: Instant): Decimal | undefined {
    const { spreadBps, worth } = this.#options;
    return worth(ONE, fromCurrency, toCurrency, at)?.times(ONE.minus(spreadBps.div(BPS)));
  }

  #nearest(fromCurrency: string, toCurrency: string, size: ConversionSize, at: Instant): TapeQuote | undefined {
    const { tape } = this.#options;
    let best: TapeQuote | undefined;
    for (let i = firstAfter(tape, at - NEAR_MS); i < tape.length && tape[i]!.quotedAt <= at + LATER_MS; i++) {
      const quote = tape[i]!;
      if (quote.fromCurrency !== fromCurrency || quote.toCurrency !== toCurrency || !isNear(quote, size)) continue;
      if (best === undefined || Math.abs(quote.quotedAt - at) < Math.abs(best.quotedAt - at)) best = quote;
    }
    return best;
  }
}

function isNear(quote: TapeQuote, size: ConversionSize): boolean {
  const asked = 'fromAmount' in size ? size.fromAmount : size.toAmount.div(quote.rate);
  return asked.lte(quote.fromAmount.times(NEAR_FACTOR)) && quote.fromAmount.lte(asked.times(NEAR_FACTOR));
}

/** The index of the first quote at or after a time. */
function firstAfter(tape: readonly TapeQuote[], at: Instant): number {
  let low = 0;
  let high = tape.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tape[middle]!.quotedAt < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
