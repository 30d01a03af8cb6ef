import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { conversionLane } from '../model/command.ts';
import type { ConversionSize, Quote } from '../model/conversion.ts';
import type { Refusal } from './refusal.ts';

/** A quote with less time left than this is not accepted, since the answer would come too late. */
const VALIDITY_MARGIN_MS = 500;
/** A request for a quote is forgotten after this long without an answer. */
const ANSWER_WITHIN_MS = 30_000;

export const QUOTE_EXPIRED: Refusal = { rule: 'quote-expired', message: 'the quote is about to expire or has expired' };

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
  /** Whether the strategy is shown the quote and decides. Until it has accepted, this holds no lane. */
  readonly isShown: boolean;
  /** The quote that came, and when. */
  offer: Quote | undefined;
  offeredAt: Instant | undefined;
  /** Set when the quote was accepted. */
  intentId: string | undefined;
  quote: Quote | undefined;
}

/** The conversions under way, at most one in each lane, and the quotes that were asked for and wait for a decision. */
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
      const holdsLane = !pending.isShown || pending.intentId !== undefined;
      if (holdsLane && conversionLane(pending.fromCurrency, pending.toCurrency) === lane) return true;
    }
    return false;
  }

  requested(conversion: Omit<PendingConversion, 'intentId' | 'quote' | 'offer' | 'offeredAt'>): PendingConversion {
    const pending = { ...conversion, offer: undefined, offeredAt: undefined, intentId: undefined, quote: undefined };
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

  /**
   * Forgets quotes that have lapsed, and requests for a quote that were never answered, which it returns. An accepted quote is never
   * forgotten; its outcome is resolved.
   */
  expire(now: Instant): PendingConversion[] {
    const unanswered: PendingConversion[] = [];
    for (const pending of this.#byRequest.values()) {
      const { intentId, offer, requestedAt, requestId } = pending;
      const isOver = offer === undefined ? now - requestedAt > ANSWER_WITHIN_MS : now > offer.validTo;
      if (intentId !== undefined || !isOver) continue;
      this.#byRequest.delete(requestId);
      if (offer === undefined) unanswered.push(pending);
    }
    return unanswered;
  }
}

/** Why a quote is not what was asked for. Undefined when it is. */
export function mismatchOf({ fromCurrency, toCurrency, size }: PendingConversion, quote: Quote): Refusal | undefined {
  if (quote.fromCurrency !== fromCurrency || quote.toCurrency !== toCurrency) {
    return { rule: 'quote-mismatch', message: `the quote converts ${quote.fromCurrency} to ${quote.toCurrency}, not what was asked for` };
  }
  const isMore = 'fromAmount' in size ? quote.fromAmount.gt(size.fromAmount) : quote.toAmount.gt(size.toAmount);
  if (!isMore) return undefined;
  const what = `${quote.fromAmount} ${quote.fromCurrency} to ${quote.toAmount} ${quote.toCurrency}`;
  return { rule: 'quote-mismatch', message: `the quote converts ${what}, more than was asked for` };
}

/**
 * How much time a quote must have left to be accepted: the acceptance takes its way, too, and that is known from the way of the
 * quote. (`validTo` is by our clock, less what is not known of the venue's.)
 */
export function timeNeeded({ requestedAt, offeredAt }: PendingConversion): number {
  return Math.max(VALIDITY_MARGIN_MS, offeredAt === undefined ? 0 : offeredAt - requestedAt);
}

/** Why a quote must not be accepted. Undefined when it is good. */
export function quoteProblem(pending: PendingConversion, quote: Quote, now: Instant): Refusal | undefined {
  const mismatch = mismatchOf(pending, quote);
  if (mismatch !== undefined) return mismatch;
  if (quote.validTo - now < timeNeeded(pending)) return QUOTE_EXPIRED;
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
