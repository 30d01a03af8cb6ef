import { Decimal } from '../base/decimal.ts';
import { durationText, type Instant } from '../base/instant.ts';
import { conversionLane, orderLane } from '../model/command.ts';
import type { ConversionSize, Quote } from '../model/conversion.ts';
import { amountOf, priceOf, type Side, ticksOf } from '../model/grid.ts';
import type { OrderType, Order } from '../model/order.ts';
import { remainingOf } from '../model/order.ts';
import type { EngineState } from './engineState.ts';
import { recognisableLots } from './fingerprints.ts';
import { type PendingConversion, quoteProblem } from './conversionDesk.ts';
import { riskGate } from './risk/riskGate.ts';
import type { RiskRequest } from './risk/riskCheck.ts';

/** The same refusal of the same strategy is told again only after this long; it is counted all the while. */
const TELL_AGAIN_MS = 60_000;
/** A cancel that failed is tried again after this long. */
const CANCEL_AGAIN_MS = 1000;

/** Turns decisions into commands. Each passes the risk gate here, and nowhere else; a refusal becomes a notice. */
export class Dealing {
  readonly #state: EngineState;
  readonly #told = new Map<string, { at: Instant; count: number }>();
  readonly #cancelTriedAt = new Map<string, Instant>();

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Refusals by rule since the start. */
  readonly refusals = new Map<string, number>();

  /** Places an order on the grid. Answers its intent, or undefined when it may not be placed now. */
  place(strategy: string, symbol: string, order: NewOrder, intentId?: string): string | undefined {
    const state = this.#state;
    const pair = state.markets.get(symbol)?.pair;
    if (pair === undefined) {
      this.refuse(strategy, symbol, 'pair', `the rules of ${symbol} are not known`, intentId);
      return undefined;
    }
    if (this.#laneProblem(strategy, symbol, intentId)) return undefined;
    const { grid } = pair;
    const price = order.ticks === undefined ? undefined : priceOf(grid, order.ticks);
    // An operator's amount is sent as it was typed.
    const lots =
      order.exact === true ? order.lots : recognisableLots(order.lots, (lots) => this.#isTaken(symbol, order, lots), state.random);
    const amount = amountOf(grid, lots);
    const request: RiskRequest = { type: 'order', strategy, symbol, side: order.side, price, amount, replaces: undefined };
    const verdict = riskGate(request, state.riskView());
    if (!verdict.approved) {
      this.refuse(strategy, symbol, verdict.rule, verdict.message, intentId);
      return undefined;
    }
    const command = {
      type: 'place',
      intentId: intentId ?? state.newId(),
      strategy,
      symbol,
      side: order.side,
      orderType: order.orderType,
      price,
      amount,
      decidedAt: state.now,
      tag: order.tag,
    } as const;
    state.orders.placed(command);
    state.countSent();
    state.put(command);
    return command.intentId;
  }

  /** Moves an open order. False when it may not be moved now. */
  replace(order: Order, ticks: number, lots: number, intentId?: string): boolean {
    const state = this.#state;
    const pair = state.markets.get(order.symbol)?.pair;
    if (pair === undefined || order.orderId === undefined || order.state !== 'open' || order.canceling) return false;
    if (this.#laneProblem(order.strategy, order.symbol, intentId)) return false;
    const price = priceOf(pair.grid, ticks);
    const exact = intentId !== undefined;
    const shape = { side: order.side, orderType: order.type, ticks };
    const amount = amountOf(pair.grid, exact ? lots : recognisableLots(lots, (n) => this.#isTaken(order.symbol, shape, n), state.random));
    const verdict = riskGate(
      { type: 'order', strategy: order.strategy, symbol: order.symbol, side: order.side, price, amount, replaces: order.intentId },
      state.riskView(),
    );
    if (!verdict.approved) {
      this.refuse(order.strategy, order.symbol, verdict.rule, verdict.message, intentId);
      return false;
    }
    const command = {
      type: 'replace',
      intentId: intentId ?? state.newId(),
      strategy: order.strategy,
      symbol: order.symbol,
      side: order.side,
      orderId: order.orderId,
      price,
      amount,
      decidedAt: state.now,
    } as const;
    state.orders.replacing(order, command);
    state.countSent();
    state.put(command);
    return true;
  }

  /** Cancels an open order, if it is not being canceled already. Cancels pass no risk check and wait for no lane. */
  cancel(order: Order, intentId?: string): boolean {
    const state = this.#state;
    if (order.orderId === undefined || order.state !== 'open' || order.canceling || order.replacing !== undefined) return false;
    const tried = this.#cancelTriedAt.get(order.intentId);
    if (tried !== undefined && state.now - tried < CANCEL_AGAIN_MS) return false;
    this.#cancelTriedAt.set(order.intentId, state.now);
    state.orders.canceling(order, state.now);
    const { strategy, symbol, orderId } = order;
    state.put({ type: 'cancel', intentId: intentId ?? state.newId(), strategy, symbol, orderId, decidedAt: state.now });
    return true;
  }

  /** Asks for a quote. Answers the request's id, or undefined when a check refused it. */
  requestQuote(strategy: string, request: QuoteRequest, requestId?: string): string | undefined {
    const state = this.#state;
    const { fromCurrency, toCurrency, size } = request;
    const symbol = `${fromCurrency}/${toCurrency}`;
    if (this.#conversionLaneProblem(strategy, fromCurrency, toCurrency, requestId)) return undefined;
    const verdict = riskGate(
      {
        type: 'conversion',
        strategy,
        fromCurrency,
        toCurrency,
        fromAmount: 'fromAmount' in size ? size.fromAmount : undefined,
        toAmount: 'toAmount' in size ? size.toAmount : undefined,
      },
      state.riskView(),
    );
    if (!verdict.approved) {
      this.refuse(strategy, symbol, verdict.rule, verdict.message, requestId);
      return undefined;
    }
    const id = requestId ?? state.newId();
    state.conversions.requested({
      requestId: id,
      strategy,
      fromCurrency,
      toCurrency,
      worstRate: request.worstRate,
      tag: request.tag,
      requestedAt: state.now,
    });
    state.put({ type: 'request-quote', requestId: id, strategy, fromCurrency, toCurrency, size, decidedAt: state.now });
    return id;
  }

  /** Accepts a quote that was asked for, when it is good enough and still within the limits. */
  acceptQuote(pending: PendingConversion, quote: Quote, intentId?: string): void {
    const state = this.#state;
    const { strategy, fromCurrency, toCurrency } = pending;
    const problem = quoteProblem(pending, quote, state.now) ?? this.#collarProblem(quote);
    const verdict = riskGate(
      { type: 'conversion', strategy, fromCurrency, toCurrency, fromAmount: quote.fromAmount, toAmount: quote.toAmount },
      state.riskView(),
    );
    if (problem !== undefined || !verdict.approved) {
      const { rule, message } = problem ?? (verdict as { rule: string; message: string });
      state.conversions.end(pending.requestId);
      this.refuse(strategy, `${fromCurrency}/${toCurrency}`, rule, message, pending.requestId);
      return;
    }
    pending.intentId = intentId ?? state.newId();
    pending.quote = quote;
    state.countSent();
    state.put({ type: 'convert', intentId: pending.intentId, requestId: pending.requestId, strategy, quote, decidedAt: state.now });
  }

  /** Accepts a quote that a person has seen: it passes the same checks. */
  acceptSeen(quote: Quote, intentId: string): void {
    const { fromCurrency, toCurrency } = quote;
    if (this.#conversionLaneProblem('operator', fromCurrency, toCurrency, intentId)) return;
    const pending = { requestId: intentId, strategy: 'operator', fromCurrency, toCurrency, worstRate: undefined, tag: undefined };
    this.#state.conversions.requested({ ...pending, requestedAt: this.#state.now });
    this.acceptQuote(this.#state.conversions.get(intentId)!, quote, intentId);
  }

  /** Tells of a refusal: the first of its kind at once, then not more often than once a minute. */
  refuse(strategy: string, symbol: string | undefined, rule: string, message: string, intentId?: string): void {
    this.refusals.set(rule, (this.refusals.get(rule) ?? 0) + 1);
    const key = `${strategy} ${symbol ?? ''} ${rule}`;
    const told = this.#told.get(key);
    if (intentId === undefined && told !== undefined && this.#state.now - told.at < TELL_AGAIN_MS) {
      told.count++;
      return;
    }
    const since =
      told === undefined || told.count === 0 ? '' : ` (${told.count} more like it since ${durationText(this.#state.now - told.at)} ago)`;
    this.#told.set(key, { at: this.#state.now, count: 0 });
    this.#state.put({ type: 'refused', strategy, symbol, rule, message: message + since, intentId });
  }

  /** A busy lane is no refusal for the desk, which comes again; for anything that a person asked it is. */
  #laneProblem(strategy: string, symbol: string, intentId: string | undefined): boolean {
    const frozen = this.#state.frozen.get(orderLane(symbol));
    if (frozen !== undefined) {
      this.refuse(strategy, symbol, 'lane-frozen', frozen, intentId);
      return true;
    }
    if (!this.#state.orders.isLaneBusy(symbol)) return false;
    if (intentId !== undefined) this.refuse(strategy, symbol, 'lane-busy', `another order of ${symbol} is on its way`, intentId);
    return true;
  }

  #conversionLaneProblem(strategy: string, fromCurrency: string, toCurrency: string, intentId: string | undefined): boolean {
    const frozen = this.#state.frozen.get(conversionLane(fromCurrency, toCurrency));
    if (frozen === undefined && !this.#state.conversions.isBusy(fromCurrency, toCurrency)) return false;
    const reason = frozen ?? `a conversion of ${fromCurrency} to ${toCurrency} is under way`;
    this.refuse(strategy, `${fromCurrency}/${toCurrency}`, frozen === undefined ? 'lane-busy' : 'lane-frozen', reason, intentId);
    return true;
  }

  /** A quote may not be worse than the mid of a fresh book by more than the collar. */
  #collarProblem(quote: Quote): { rule: string; message: string } | undefined {
    const collar = this.#state.settings.limits.priceCollar;
    const fair = this.#state.markets.worth(quote.fromAmount, quote.fromCurrency, quote.toCurrency);
    if (collar === undefined) return undefined;
    if (fair === undefined)
      return { rule: 'price-collar', message: `no book tells what ${quote.fromCurrency} is worth in ${quote.toCurrency}` };
    const least = fair.times(new Decimal(1).minus(collar));
    return quote.toAmount.gte(least)
      ? undefined
      : {
          rule: 'price-collar',
          message: `the quote brings ${quote.toAmount} ${quote.toCurrency}, the books say at least ${least.toDecimalPlaces(8)}`,
        };
  }

  /** Whether one of our live orders has this very shape. */
  #isTaken(symbol: string, shape: { side: Side; ticks?: number | undefined }, lots: number): boolean {
    const grid = this.#state.markets.get(symbol)!.pair.grid;
    const amount = amountOf(grid, lots);
    for (const order of this.#state.orders.live) {
      if (order.symbol !== symbol || order.side !== shape.side || !remainingOf(order).eq(amount)) continue;
      if (
        order.price === undefined
          ? shape.ticks === undefined
          : shape.ticks !== undefined && ticksOf(grid, order.price, 'exact') === shape.ticks
      )
        return true;
    }
    return false;
  }
}

export interface NewOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  /** Undefined for a market order. */
  readonly ticks: number | undefined;
  readonly lots: number;
  readonly tag: string | undefined;
  /** The amount is sent as it is. */
  readonly exact?: boolean;
}

export interface QuoteRequest {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
  readonly worstRate: Decimal | undefined;
  readonly tag: string | undefined;
}
