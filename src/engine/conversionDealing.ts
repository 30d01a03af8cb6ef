import type { Decimal } from '../base/decimal.ts';
import { conversionLane } from '../model/command.ts';
import type { ConversionSize, OfferedQuote, Quote } from '../model/conversion.ts';
import type { UnknownConversion } from '../model/event.ts';
import { type PendingConversion, QUOTE_EXPIRED, quoteProblem } from './pendingConversions.ts';
import type { EngineState } from './engineState.ts';
import type { Seat } from './market.ts';
import type { Orders } from './orders.ts';
import type { Refusals } from './refusals.ts';
import type { Refusal } from './refusal.ts';
import { quoteRateProblem } from './risk/quoteRate.ts';
import { conversionRefusal } from './risk/riskGate.ts';

export interface QuoteRequest {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
  readonly worstRate: Decimal | undefined;
  readonly tag: string | undefined;
}

const QUOTE_GONE: Refusal = {
  rule: 'quote-gone',
  message: 'the quote is not there to be accepted: it was accepted before, or an earlier life of the daemon asked for it',
};

/** Turns decisions about conversions into commands: it asks for a quote, checks it, and accepts it or lets it expire. */
export class ConversionDealing {
  readonly #state: EngineState;
  readonly #orders: Orders;
  readonly #refusals: Refusals;
  #refusedFor = '';

  constructor(state: EngineState, orders: Orders, refusals: Refusals) {
    this.#state = state;
    this.#orders = orders;
    this.#refusals = refusals;
  }

  /** Why the last request that was refused was refused. */
  get refusedFor(): string {
    return this.#refusedFor;
  }

  /**
   * Asks for a quote, to execute it when it is good enough, or (`isShown`) to show it to the strategy. Returns the id of the request,
   * or undefined when a check refused it.
   */
  request(strategy: string, request: QuoteRequest, requestId?: string, isShown = false): string | undefined {
    const state = this.#state;
    const { fromCurrency, toCurrency, size } = request;
    const amounts = {
      fromAmount: 'fromAmount' in size ? size.fromAmount : undefined,
      toAmount: 'toAmount' in size ? size.toAmount : undefined,
    };
    // A person's requests are few, and a strategy must not use up their rate.
    const pace = requestId === undefined ? quoteRateProblem(strategy, state) : undefined;
    const lane = isShown ? undefined : this.#laneProblem(fromCurrency, toCurrency);
    const problem = pace ?? lane ?? this.#riskProblem(strategy, fromCurrency, toCurrency, amounts);
    if (problem !== undefined) {
      this.#refuse(strategy, fromCurrency, toCurrency, problem, requestId);
      return undefined;
    }
    if (this.#refusals.areHeldBack) this.#refusals.passed(strategy, `${fromCurrency}/${toCurrency}`, true);
    const id = requestId ?? state.sink.newId();
    state.quotesAsked.add(strategy, state.now);
    state.sink.requestQuote(state.conversions.requested({ ...request, requestId: id, strategy, requestedAt: state.now, isShown }));
    return id;
  }

  /** Accepts a quote that the strategy was shown. Returns the intent's id, or undefined when a check refused it. */
  acceptShown(strategy: string, { requestId, fromCurrency, toCurrency, validTo }: OfferedQuote, intentId?: string): string | undefined {
    const { conversions, now } = this.#state;
    const pending = conversions.get(requestId);
    if (pending?.offer === undefined || pending.strategy !== strategy || pending.intentId !== undefined) {
      this.#refuse(strategy, fromCurrency, toCurrency, validTo < now ? QUOTE_EXPIRED : QUOTE_GONE, requestId);
      return undefined;
    }
    const problem = this.#laneProblem(pending.fromCurrency, pending.toCurrency);
    if (problem === undefined) this.accept(pending, pending.offer, intentId);
    else this.#refuse(strategy, pending.fromCurrency, pending.toCurrency, problem, requestId);
    return pending.intentId;
  }

  /** Accepts a quote that was asked for, when it is good enough, within the limits, and still wanted. */
  accept(pending: PendingConversion, quote: Quote, intentId?: string): void {
    const state = this.#state;
    const { strategy, requestId, fromCurrency, toCurrency } = pending;
    const problem =
      quoteProblem(pending, quote, state.now) ??
      this.#stoppedProblem(strategy) ??
      this.#riskProblem(strategy, fromCurrency, toCurrency, quote);
    if (problem !== undefined) {
      this.end(requestId);
      this.#refuse(strategy, fromCurrency, toCurrency, problem, requestId);
      return;
    }
    pending.intentId = intentId ?? state.sink.newId();
    pending.quote = quote;
    this.#reserve(pending);
    state.sent.add(state.now);
    state.sink.convert(pending);
  }

  /** The outcome of a conversion is known, or nobody waits for it any more. */
  end(requestId: string): void {
    const pending = this.#state.conversions.end(requestId);
    if (pending?.quote !== undefined) this.#release(pending.strategy, pending.quote);
  }

  /** Accepts a quote that a person has seen. It passes the same checks. */
  acceptSeen(quote: Quote, intentId: string): void {
    const state = this.#state;
    const { fromCurrency, toCurrency, fromAmount } = quote;
    const problem = this.#laneProblem(fromCurrency, toCurrency);
    if (problem !== undefined) {
      this.#refuse('operator', fromCurrency, toCurrency, problem, intentId);
      return;
    }
    const request = { fromCurrency, toCurrency, size: { fromAmount }, worstRate: undefined, tag: undefined };
    const asked = { ...request, requestId: intentId, strategy: 'operator', requestedAt: state.now, isShown: false };
    const pending = state.conversions.requested(asked);
    this.accept(pending, quote, intentId);
  }

  /** A conversion of an earlier life of which nobody knows what came. It is reserved and exposed until that is known. */
  restore({ intentId, strategy, ...exchanged }: UnknownConversion): void {
    const { fromCurrency, toCurrency, fromAmount, toAmount } = exchanged;
    const { now } = this.#state;
    const request = { fromCurrency, toCurrency, size: { fromAmount }, worstRate: undefined, tag: undefined };
    const asked = { ...request, requestId: intentId, strategy, requestedAt: now, isShown: false };
    const pending = this.#state.conversions.requested(asked);
    pending.intentId = intentId;
    // Its own id and times are not remembered, and nothing asks for them any more.
    pending.quote = { ...exchanged, id: '', rate: toAmount.div(fromAmount), quotedAt: now, validTo: now };
    this.#reserve(pending);
  }

  /** Forgets quotes that have lapsed, and requests for a quote that were never answered. */
  expire(): void {
    if (this.#state.conversions.isEmpty) return;
    for (const { strategy, fromCurrency, toCurrency, requestId } of this.#state.conversions.expire(this.#state.now)) {
      const problem = { rule: 'quote-unanswered', message: 'the request for a quote was not answered' };
      this.#refuse(strategy, fromCurrency, toCurrency, problem, requestId);
    }
  }

  /** From now on, the amount that the quote takes is not free for anything else. */
  #reserve({ strategy, quote }: PendingConversion): void {
    const { fromCurrency, fromAmount } = quote!;
    this.#state.balances.purse(fromCurrency).reserved.addDecimal(fromAmount);
    this.#payer(strategy, fromCurrency)?.buys.addDecimal(fromAmount);
  }

  #release(strategy: string, { fromCurrency, fromAmount }: Quote): void {
    this.#state.balances.purse(fromCurrency).reserved.addDecimal(fromAmount.negated());
    this.#payer(strategy, fromCurrency)?.buys.addDecimal(fromAmount.negated());
  }

  /** The seat that counts what a conversion may take of a quote currency: the strategy's first one that pays in it. */
  #payer(strategy: string, currency: string): Seat | undefined {
    return this.#state.seatsOf(strategy).find(({ market }) => market?.quote.currency === currency);
  }

  #refuse(strategy: string, fromCurrency: string, toCurrency: string, problem: Refusal, requestId: string | undefined): void {
    const { rule, message } = problem;
    this.#refusedFor = message;
    this.#refusals.refuse(strategy, `${fromCurrency}/${toCurrency}`, rule, () => message, requestId);
  }

  #riskProblem(
    strategy: string,
    fromCurrency: string,
    toCurrency: string,
    { fromAmount, toAmount }: { readonly fromAmount: Decimal | undefined; readonly toAmount: Decimal | undefined },
  ): Refusal | undefined {
    return conversionRefusal({ strategy, fromCurrency, toCurrency, fromAmount, toAmount }, this.#state, this.#orders);
  }

  #laneProblem(fromCurrency: string, toCurrency: string): Refusal | undefined {
    const frozen = this.#state.frozen.get(conversionLane(fromCurrency, toCurrency));
    if (frozen !== undefined) return { rule: 'lane-frozen', message: frozen };
    if (!this.#state.conversions.isBusy(fromCurrency, toCurrency)) return undefined;
    return { rule: 'lane-busy', message: `a conversion of ${fromCurrency} to ${toCurrency} is under way` };
  }

  #stoppedProblem(strategy: string): Refusal | undefined {
    const state = this.#state.seatsOf(strategy)[0]?.state;
    if (state === undefined || state === 'running') return undefined;
    return { rule: 'not-running', message: `the strategy was ${state} before its quote came` };
  }
}
