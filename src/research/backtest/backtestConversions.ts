import type { Instant } from '../../base/instant.ts';
import { type Units, unitsOf } from '../../exchange/units.ts';
import type { ConvertCommand, RequestQuoteCommand } from '../../model/command.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { Report } from '../../model/event.ts';
import type { BacktestOptions } from './backtestOptions.ts';
import type { ConversionQuotes } from './conversionQuotes.ts';
import type { OwnReports } from './ownReports.ts';
import type { Wallets } from './wallets.ts';

export interface BacktestConversionsOptions extends Pick<BacktestOptions, 'latency'> {
  readonly quotes: ConversionQuotes;
  readonly wallets: Wallets;
  readonly own: OwnReports;
  /** What orders hold. */
  readonly held: (currency: string) => Units;
}

/** Quotes and conversions of one band: what the venue makes of them, and when we hear of it. */
export class BacktestConversions {
  readonly #options: BacktestConversionsOptions;
  #count = 0;

  constructor(options: BacktestConversionsOptions) {
    this.#options = options;
  }

  requestQuote(command: RequestQuoteCommand, now: Instant): void {
    const { own, quotes, latency } = this.#options;
    const arrivedAt = now + latency.entryMs;
    own.add(arrivedAt + latency.responseMs, () => {
      const { requestId } = command;
      const quote = quotes.quote(command, arrivedAt);
      if ('code' in quote) return { type: 'quote-refused', requestId, ...quote };
      if (!this.#covers(quote.fromCurrency, unitsOf(quote.fromAmount))) return { type: 'quote-refused', requestId, ...TOO_LITTLE };
      return { type: 'quoted', requestId, quote };
    });
  }

  convert(command: ConvertCommand, now: Instant): void {
    const { own, latency } = this.#options;
    const executedAt = now + latency.entryMs;
    own.add(executedAt + latency.responseMs, () => this.#executed(command, executedAt));
  }

  #executed({ intentId, strategy, quote }: ConvertCommand, executedAt: Instant): Report {
    const { fromCurrency, toCurrency, fromAmount, toAmount, rate } = quote;
    const { wallets } = this.#options;
    const refused = { type: 'intent-refused', intentId, kind: 'convert' } as const;
    if (executedAt > quote.validTo) return { ...refused, code: 'quote-expired', message: 'the quote is not valid any more' };
    if (!this.#covers(fromCurrency, unitsOf(fromAmount))) return { ...refused, ...TOO_LITTLE };
    wallets.add(fromCurrency, -unitsOf(fromAmount));
    wallets.add(toCurrency, unitsOf(toAmount));
    const id = `c${++this.#count}`;
    const conversion: Conversion = { id, fromCurrency, toCurrency, fromAmount, toAmount, rate, executedAt, intentId, strategy };
    return { type: 'converted', conversion, adopted: false };
  }

  #covers(currency: string, need: Units): boolean {
    const { wallets, held } = this.#options;
    return wallets.total(currency) - held(currency) >= need;
  }
}

const TOO_LITTLE = { code: 'insufficient-balance', message: 'fromAmount is greater than the available balance' };
