import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { conversionLane } from '../model/command.ts';
import type { ConversionSize, Quote } from '../model/conversion.ts';

/** A quote with less time left than this is not accepted, since the answer would come too late. */
const VALIDITY_MARGIN_MS = 500;
/** A request for a quote is forgotten after this long without an answer. */
const ANSWER_WITHIN_MS = 30_000;

/** A conversion on its way from request to proof. */
export interface PendingConversion {
  readonly requestId: string;
  readonly strategy: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  /** What was asked for. */
  readonly size: ConversionSize;
  readonly worstRate: Decimal | undefined;
  readonly tag: string | undefined;
  readonly requestedAt: Instant;
  /** Set when the quote was accepted. */
  intentId: string | undefined;
  quote: Quote | undefined;
}

/** The conversions under way, at most one in each lane. */
export class PendingConversions {
  readonly #byRequest = new Map<string, PendingConversion>();

  get pending(): Iterable<PendingConversion> {
    return this.#byRequest.values();
  }

  get isEmpty(): boolean {
    return this.#byRequest.size === 0;
  }

  isBusy(fromCurrency: string, toCurrency: string): boolean {
    const lane = conversionLane(fromCurrency, toCurrency);
    for (const pending of this.#byRequest.values()) {
      if (conversionLane(pending.fromCurrency, pending.toCurrency) === lane) return true;
    }
    return false;
  }

  requested(conversion: Omit<PendingConversion, 'intentId' | 'quote'>): PendingConversion {
    const pending = { ...conversion, intentId: undefined, quote: undefined };
    this.#byRequest.set(conversion.requestId, pending);
    return pending;
  }

  get(requestId: string): PendingConversion | undefined {
    return this.#byRequest.get(requestId);
  }

  byIntent(intentId: string): PendingConversion | undefined {
    for (const pending of this.#byRequest.values()) if (pending.intentId === intentId) return pending;
    return undefined;
  }

  end(requestId: string): PendingConversion | undefined {
    const pending = this.#byRequest.get(requestId);
    this.#byRequest.delete(requestId);
    return pending;
  }

  /** Forgets requests for a quote that were never answered. An accepted quote is never forgotten; its outcome is resolved. */
  expire(now: Instant): PendingConversion[] {
    const gone = [...this.#byRequest.values()].filter(
      (pending) => pending.intentId === undefined && now - pending.requestedAt > ANSWER_WITHIN_MS,
    );
    for (const pending of gone) this.#byRequest.delete(pending.requestId);
    return gone;
  }
}

/** Why a quote must not be accepted. Undefined when it is good. */
export function quoteProblem(pending: PendingConversion, quote: Quote, now: Instant): { rule: string; message: string } | undefined {
  if (quote.fromCurrency !== pending.fromCurrency || quote.toCurrency !== pending.toCurrency) {
    return { rule: 'quote-mismatch', message: `the quote converts ${quote.fromCurrency} to ${quote.toCurrency}, not what was asked for` };
  }
  const { size } = pending;
  const isMore = 'fromAmount' in size ? quote.fromAmount.gt(size.fromAmount) : quote.toAmount.gt(size.toAmount);
  if (isMore) {
    const what = `${quote.fromAmount} ${quote.fromCurrency} to ${quote.toAmount} ${quote.toCurrency}`;
    return { rule: 'quote-mismatch', message: `the quote converts ${what}, more than was asked for` };
  }
  if (quote.validTo - now < VALIDITY_MARGIN_MS) return { rule: 'quote-expired', message: 'the quote is about to expire or has expired' };
  const { worstRate } = pending;
  // The amounts are compared, since the printed rate may be rounded.
  if (worstRate !== undefined && quote.toAmount.lt(quote.fromAmount.times(worstRate))) {
    const { fromAmount, fromCurrency, toAmount, toCurrency } = quote;
    const least = fromAmount.times(worstRate).toSignificantDigits(12);
    const message = `the quote brings ${toAmount} ${toCurrency} for ${fromAmount} ${fromCurrency}; at the worst rate of ${worstRate} it has to bring ${least}`;
    return { rule: 'limit-rate', message };
  }
  return undefined;
}
