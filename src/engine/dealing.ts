import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import { amountOf, priceOf, type Side } from '../model/grid.ts';
import type { Order, OrderType } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { EngineState } from './engineState.ts';
import { recognisableLots } from './fingerprints.ts';
import type { Refusals } from './refusals.ts';
import { riskGate } from './risk/riskGate.ts';
import type { OrderRequestForRisk } from './risk/riskCheck.ts';
import { lotBoundsOf } from './wantedQuotes.ts';

/** A cancel that failed is tried again after this long: most often the order is gone, and the lists will say so first ... */
const CANCEL_AGAIN_MS = 3000;
/** ... and one that was taken, when the order is still there after this long. */
const CANCEL_LOST_MS = 15_000;

/** An order on the grid. */
export interface NewOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  /** Undefined for a market order. */
  readonly ticks: number | undefined;
  readonly lots: number;
  readonly tag: string | undefined;
}

/** `busy`: another intent of the lane is on its way. `refused`: by a check, or because the lane is frozen. */
export type Dealt = 'sent' | 'busy' | 'refused';

/**
 * Turns decisions about orders into commands. Each passes the risk gate here, and nowhere else; a refusal becomes a notice.
 * What comes with an intent's id was asked for by a person: its amount is sent as it was typed, and a busy lane is told too.
 */
export class Dealing {
  readonly #state: EngineState;
  readonly #refusals: Refusals;

  constructor(state: EngineState, refusals: Refusals) {
    this.#state = state;
    this.#refusals = refusals;
  }

  /** Places an order. Answers its intent, or undefined when it may not be placed now. */
  place(strategy: string, symbol: string, order: NewOrder, intentId?: string): string | undefined {
    const state = this.#state;
    const pair = state.markets.get(symbol)?.pair;
    if (pair === undefined) {
      this.#refusals.refuse(strategy, symbol, { rule: 'pair', message: `the rules of ${symbol} are not known` }, intentId);
      return undefined;
    }
    if (this.#laneProblem(strategy, symbol, intentId) !== undefined) return undefined;
    const { side, orderType, tag } = order;
    const price = order.ticks === undefined ? undefined : priceOf(pair.grid, order.ticks);
    const amount = this.#amountOf(pair, side, price, order.lots, intentId);
    if (!this.#approved({ type: 'order', strategy, symbol, side, price, amount, replaces: undefined }, intentId)) return undefined;
    const id = intentId ?? state.newId();
    const command = { type: 'place', intentId: id, strategy, symbol, side, orderType, price, amount, decidedAt: state.now, tag } as const;
    state.orders.placed(command);
    state.countSent();
    state.put(command);
    return id;
  }

  /** Moves an open order to another price and amount still to be filled. */
  replace(order: Order, ticks: number, lots: number, intentId?: string): Dealt {
    const state = this.#state;
    const { strategy, symbol, side, orderId } = order;
    const pair = state.markets.get(symbol)?.pair;
    if (pair === undefined || orderId === undefined || order.state !== 'open' || order.canceling) {
      const why = order.canceling ? 'being canceled' : order.state;
      const message = `the order can't be replaced: it is ${why}`;
      if (intentId !== undefined) this.#refusals.refuse(strategy, symbol, { rule: 'not-open', message }, intentId);
      return 'busy';
    }
    const problem = this.#laneProblem(strategy, symbol, intentId);
    if (problem !== undefined) return problem;
    const price = priceOf(pair.grid, ticks);
    const amount = this.#amountOf(pair, side, price, lots, intentId);
    if (!this.#approved({ type: 'order', strategy, symbol, side, price, amount, replaces: order.intentId }, intentId)) return 'refused';
    const id = intentId ?? state.newId();
    const command = { type: 'replace', intentId: id, strategy, symbol, side, orderId, price, amount, decidedAt: state.now } as const;
    state.orders.replacing(order, command);
    state.countSent();
    state.put(command);
    return 'sent';
  }

  /**
   * Cancels an open order. Cancels pass no risk check and wait for no lane; they may be repeated, and are, after a while. False
   * when there is nothing to cancel yet, or any more.
   */
  cancel(order: Order, intentId?: string): boolean {
    const state = this.#state;
    const { strategy, symbol, orderId } = order;
    if (orderId === undefined || order.state !== 'open' || order.replacing !== undefined) return false;
    const wait: Instant = order.canceling ? CANCEL_LOST_MS : CANCEL_AGAIN_MS;
    if (intentId === undefined && state.now - state.orders.cancelTriedAt(order) < wait) return false;
    state.orders.canceling(order, state.now);
    this.cancelById(strategy, symbol, orderId, intentId);
    return true;
  }

  /** Cancels what may be at the venue without being one of our live orders. */
  cancelById(strategy: string, symbol: string, orderId: string, intentId?: string): void {
    const { now } = this.#state;
    this.#state.put({ type: 'cancel', intentId: intentId ?? this.#state.newId(), strategy, symbol, orderId, decidedAt: now });
  }

  /** What the desk sends is lowered a little, so that no two orders are alike. */
  #amountOf(pair: Pair, side: Side, price: Decimal | undefined, lots: number, intentId: string | undefined): Decimal {
    const { grid, symbol } = pair;
    if (intentId !== undefined) return amountOf(grid, lots);
    const { orders, now, nonces } = this.#state;
    const isTaken = (candidate: number): boolean => orders.isTaken({ symbol, side, amount: amountOf(grid, candidate), price }, now);
    return amountOf(grid, recognisableLots(lots, lotBoundsOf(pair).least, isTaken, nonces));
  }

  #approved(request: OrderRequestForRisk, intentId: string | undefined): boolean {
    const verdict = riskGate(request, this.#state);
    if (!verdict.approved) this.#refusals.refuse(request.strategy, request.symbol, verdict, intentId);
    return verdict.approved;
  }

  /** A busy lane is no refusal for the desk, which comes again; for anything that a person asked it is. */
  #laneProblem(strategy: string, symbol: string, intentId: string | undefined): 'busy' | 'refused' | undefined {
    const frozen = this.#state.frozen.get(orderLane(symbol));
    if (frozen !== undefined) {
      this.#refusals.refuse(strategy, symbol, { rule: 'lane-frozen', message: frozen }, intentId);
      return 'refused';
    }
    if (!this.#state.orders.isLaneBusy(symbol)) return undefined;
    if (intentId !== undefined) {
      this.#refusals.refuse(strategy, symbol, { rule: 'lane-busy', message: `another order of ${symbol} is on its way` }, intentId);
    }
    return 'busy';
  }
}
