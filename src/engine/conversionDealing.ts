import { type Decimal, ONE } from '../base/decimal.ts';
import { conversionLane } from '../model/command.ts';
import type { ConversionSize, Quote } from '../model/conversion.ts';
import { type PendingConversion, quoteProblem } from './conversionDesk.ts';
import type { EngineState } from './engineState.ts';
import type { Refusal, Refusals } from './refusals.ts';
import { riskGate } from './risk/riskGate.ts';

export interface QuoteRequest {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
  readonly worstRate: Decimal | undefined;
  readonly tag: string | undefined;
}

/** Turns decisions about conversions into commands: a quote is asked for, looked at, and accepted or left to expire. */
export class ConversionDealing {
  readonly #state: EngineState;
  readonly #refusals: Refusals;

  constructor(state: EngineState, refusals: Refusals) {
    this.#state = state;
    this.#refusals = refusals;
  }

  /** Asks for a quote. Answers the request's id, or undefined when a check refused it. */
  request(strategy: string, request: QuoteRequest, requestId?: string): string | undefined {
    const state = this.#state;
    const { fromCurrency, toCurrency, size } = request;
    const amounts = {
      fromAmount: 'fromAmount' in size ? size.fromAmount : undefined,
      toAmount: 'toAmount' in size ? size.toAmount : undefined,
    };
    const problem = this.#laneProblem(fromCurrency, toCurrency) ?? this.#riskProblem(strategy, fromCurrency, toCurrency, amounts);
    if (problem !== undefined) {
      this.#refuse(strategy, fromCurrency, toCurrency, problem, requestId);
      return undefined;
    }
    const id = requestId ?? state.newId();
    state.conversions.requested({ ...request, requestId: id, strategy, requestedAt: state.now });
    state.put({ type: 'request-quote', requestId: id, strategy, fromCurrency, toCurrency, size, decidedAt: state.now });
    return id;
  }

  /** Accepts a quote that was asked for, when it is good enough, still within the limits, and still wanted. */
  accept(pending: PendingConversion, quote: Quote, intentId?: string): void {
    const state = this.#state;
    const { strategy, requestId, fromCurrency, toCurrency } = pending;
    const problem =
      quoteProblem(pending, quote, state.now) ??
      this.#stoppedProblem(strategy) ??
      this.#collarProblem(quote) ??
      this.#riskProblem(strategy, fromCurrency, toCurrency, quote);
    if (problem !== undefined) {
      state.conversions.end(requestId);
      this.#refuse(strategy, fromCurrency, toCurrency, problem, requestId);
      return;
    }
    pending.intentId = intentId ?? state.newId();
    pending.quote = quote;
    state.countSent();
    state.put({ type: 'convert', intentId: pending.intentId, requestId, strategy, quote, decidedAt: state.now });
  }

  /** Accepts a quote that a person has seen: it passes the same checks. */
  acceptSeen(quote: Quote, intentId: string): void {
    const state = this.#state;
    const { fromCurrency, toCurrency, fromAmount } = quote;
    const problem = this.#laneProblem(fromCurrency, toCurrency);
    if (problem !== undefined) {
      this.#refuse('operator', fromCurrency, toCurrency, problem, intentId);
      return;
    }
    const request = { fromCurrency, toCurrency, size: { fromAmount }, worstRate: undefined, tag: undefined };
    const pending = state.conversions.requested({ ...request, requestId: intentId, strategy: 'operator', requestedAt: state.now });
    this.accept(pending, quote, intentId);
  }

  /** Forgets requests for a quote that were never answered. */
  expire(): void {
    for (const { strategy, fromCurrency, toCurrency, requestId } of this.#state.conversions.expire(this.#state.now)) {
      const problem = { rule: 'quote-unanswered', message: 'the request for a quote was not answered' };
      this.#refuse(strategy, fromCurrency, toCurrency, problem, requestId);
    }
  }

  #refuse(strategy: string, fromCurrency: string, toCurrency: string, problem: Refusal, requestId: string | undefined): void {
    this.#refusals.refuse(strategy, `${fromCurrency}/${toCurrency}`, problem, requestId);
  }

  #riskProblem(
    strategy: string,
    fromCurrency: string,
    toCurrency: string,
    { fromAmount, toAmount }: { readonly fromAmount: Decimal | undefined; readonly toAmount: Decimal | undefined },
  ): Refusal | undefined {
    const request = { type: 'conversion', strategy, fromCurrency, toCurrency, fromAmount, toAmount } as const;
    const verdict = riskGate(request, this.#state);
    return verdict.approved ? undefined : verdict;
  }

  #laneProblem(fromCurrency: string, toCurrency: string): Refusal | undefined {
    const frozen = this.#state.frozen.get(conversionLane(fromCurrency, toCurrency));
    if (frozen !== undefined) return { rule: 'lane-frozen', message: frozen };
    if (!this.#state.conversions.isBusy(fromCurrency, toCurrency)) return undefined;
    return { rule: 'lane-busy', message: `a conversion of ${fromCurrency} to ${toCurrency} is under way` };
  }

  #stoppedProblem(strategy: string): Refusal | undefined {
    const run = this.#state.runs.get(strategy);
    if (run === undefined || run.state === 'running') return undefined;
    return { rule: 'not-running', message: `the strategy was ${run.state} before its quote came` };
  }

  /** A quote may not be worse than the mid of the book by more than the collar. That the book is fresh, the risk gate checks. */
  #collarProblem(quote: Quote): Refusal | undefined {
    const { fromCurrency, toCurrency, fromAmount, toAmount } = quote;
    const collar = this.#state.settings.limits.priceCollar;
    if (collar === undefined) return undefined;
    const fair = this.#state.markets.worth(fromAmount, fromCurrency, toCurrency);
    if (fair === undefined) return { rule: 'price-collar', message: `no book tells what ${fromCurrency} is worth in ${toCurrency}` };
    const least = fair.times(ONE.minus(collar));
    if (toAmount.gte(least)) return undefined;
    const message = `the quote brings ${toAmount} ${toCurrency}, the books say at least ${least.toDecimalPlaces(8)}`;
    return { rule: 'price-collar', message };
  }
}
