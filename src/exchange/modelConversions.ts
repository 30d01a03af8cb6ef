import type { Instant } from '../base/instant.ts';
import type { ConvertCommand, RequestQuoteCommand } from '../model/command.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Report } from '../model/event.ts';
import type { ConversionQuotes } from './conversionQuotes.ts';
import type { Wallets } from './wallets.ts';

export interface ModelConversionsOptions {
  readonly latency: { readonly entryMs: number; readonly responseMs: number };
  readonly quotes: ConversionQuotes;
  readonly wallets: Wallets;
  /** Takes a report that is heard at that time. `make` is called when it is due. */
  readonly later: (at: Instant, make: () => Report) => void;
}

/** Quotes and conversions of an account: what the venue makes of them, and when we hear of it. */
export class ModelConversions {
  readonly #options: ModelConversionsOptions;
  #count = 0;

  constructor(options: ModelConversionsOptions) {
    this.#options = options;
  }

  requestQuote(command: RequestQuoteCommand, now: Instant): void {
    const { later, quotes, latency, wallets } = this.#options;
    const arrivedAt = now + latency.entryMs;
    later(arrivedAt + latency.responseMs, () => {
      const { requestId } = command;
      const quote = quotes.quote(command, arrivedAt);
      if ('code' in quote) return { type: 'quote-refused', requestId, ...quote };
      if (!wallets.wallet(quote.fromCurrency).coversDecimal(quote.fromAmount)) return { type: 'quote-refused', requestId, ...TOO_LITTLE };
      return { type: 'quoted', requestId, quote };
    });
  }

  convert(command: ConvertCommand, now: Instant): void {
    const { later, latency } = this.#options;
    const executedAt = now + latency.entryMs;
    later(executedAt + latency.responseMs, () => this.#executed(command, executedAt));
  }

  #executed({ intentId, strategy, quote }: ConvertCommand, executedAt: Instant): Report {
    const { fromCurrency, toCurrency, fromAmount, toAmount, rate } = quote;
    const { wallets } = this.#options;
    const refused = { type: 'intent-refused', intentId, kind: 'convert' } as const;
    if (executedAt > quote.validTo) return { ...refused, code: 'quote-expired', message: 'the quote is not valid any more' };
    if (!wallets.wallet(fromCurrency).coversDecimal(fromAmount)) return { ...refused, ...TOO_LITTLE };
    wallets.wallet(fromCurrency).total.addDecimal(fromAmount.negated());
    wallets.wallet(toCurrency).total.addDecimal(toAmount);
    const id = `c${++this.#count}`;
    const conversion: Conversion = { id, fromCurrency, toCurrency, fromAmount, toAmount, rate, executedAt, intentId, strategy };
    return { type: 'converted', conversion, adopted: false };
  }
}

const TOO_LITTLE = { code: 'insufficient-balance', message: 'fromAmount is greater than the available balance' };
