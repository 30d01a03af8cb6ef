import { unreachable } from '../base/assert.ts';
import type { OperatorOrder } from '../model/event.ts';
import { isFault } from '../base/fault.ts';
import { lotsOf, ticksOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import type { ConversionDealing } from './conversionDealing.ts';
import type { Dealing } from './dealing.ts';
import type { EngineState } from './engineState.ts';
import type { Refusals } from './refusals.ts';
import type { StrategyHost } from './strategyHost.ts';
import type { StrategyRun } from './strategyRun.ts';

type OperatorPlace = Extract<OperatorOrder, { type: 'place' }>;
type OperatorReplace = Extract<OperatorOrder, { type: 'replace' }>;
type OperatorCancel = Extract<OperatorOrder, { type: 'cancel' }>;

const OPERATOR = 'operator';

export interface OperatorTargets {
  readonly state: EngineState;
  readonly refusals: Refusals;
  readonly dealing: Dealing;
  readonly conversions: ConversionDealing;
  readonly host: StrategyHost;
}

/** Does what a person asks. It passes the same checks as everything else, and whatever is refused is told. */
export class OperatorHandler {
  readonly #to: OperatorTargets;

  constructor(targets: OperatorTargets) {
    this.#to = targets;
  }

  handle(order: OperatorOrder): void {
    const { host, conversions } = this.#to;
    switch (order.type) {
      case 'pause':
        this.#withRun(order.strategy, (run) => host.stop(run, 'paused', 'the operator asked for it', true));
        return;
      case 'stop':
        this.#withRun(order.strategy, (run) => host.stop(run, 'stopped', 'the operator asked for it', true));
        return;
      case 'resume':
        this.#withRun(order.strategy, (run) => this.#resume(run));
        return;
      case 'place':
        this.#place(order);
        return;
      case 'replace':
        this.#replace(order);
        return;
      case 'cancel':
        this.#cancel(order);
        return;
      case 'convert':
        if (this.#isRepeated(order.requestId)) return;
        conversions.request(OPERATOR, { ...order, worstRate: undefined, tag: undefined }, order.requestId);
        return;
      case 'accept':
        if (this.#isRepeated(order.intentId)) return;
        conversions.acceptSeen(order.quote, order.intentId);
        return;
      default:
        unreachable(order, 'operator order');
    }
  }

  #withRun(strategy: string, act: (run: StrategyRun) => void): void {
    const run = this.#to.state.runs.get(strategy);
    if (run === undefined) this.#refuse(undefined, 'not-found', `there is no strategy named ${strategy}`, undefined);
    else act(run);
  }

  #resume(run: StrategyRun): void {
    const { halted } = this.#to.state;
    if (halted === undefined) this.#to.host.resume(run);
    else this.#refuse(run.symbol, 'halted', `${run.name} can't be resumed: ${halted}`, undefined);
  }

  #place(order: OperatorPlace): void {
    const { intentId, symbol, side, orderType, price } = order;
    const pair = this.#to.state.markets.get(symbol)?.pair;
    if (this.#isRepeated(intentId)) return;
    if (pair === undefined) {
      this.#refuse(symbol, 'not-found', `${symbol} is not traded here`, intentId);
      return;
    }
    if ((orderType === 'Limit') !== (price !== undefined)) {
      this.#refuse(symbol, 'price', `a ${orderType} order takes ${orderType === 'Limit' ? 'a' : 'no'} price`, intentId);
      return;
    }
    const shape = this.#onGrid(pair, order);
    if (shape === undefined) return;
    this.#to.dealing.place(OPERATOR, symbol, { side, orderType, ...shape, tag: undefined }, intentId);
  }

  #replace(order: OperatorReplace): void {
    const { state, dealing } = this.#to;
    const { orderId, intentId } = order;
    const known = state.orders.byOrderId(orderId);
    const pair = known && state.markets.get(known.symbol)?.pair;
    if (this.#isRepeated(intentId)) return;
    if (known === undefined || pair === undefined) {
      this.#refuse(known?.symbol, 'not-found', `order ${orderId} is not known here`, intentId);
      return;
    }
    const shape = this.#onGrid(pair, order);
    if (shape?.ticks !== undefined) dealing.replace(known, shape.ticks, shape.lots, intentId);
  }

  #cancel({ intentId, orderId, symbol }: OperatorCancel): void {
    const { state, dealing } = this.#to;
    const known = state.orders.byOrderId(orderId);
    // An order that is not ours may be canceled by a person all the same.
    if (known === undefined) dealing.cancelById(OPERATOR, symbol, orderId, intentId);
    else if (!dealing.cancel(known, intentId)) {
      const why = known.replacing === undefined ? known.state : 'being replaced';
      this.#refuse(known.symbol, 'not-open', `order ${orderId} can't be canceled now: it is ${why}`, intentId);
    }
  }

  /** A person's digits are not rounded. */
  #onGrid(
    pair: Pair,
    { price, amount, intentId }: OperatorPlace | OperatorReplace,
  ): { ticks: number | undefined; lots: number } | undefined {
    try {
      return { ticks: price && ticksOf(pair.grid, price, 'exact'), lots: lotsOf(pair.grid, amount, 'exact') };
    } catch (error) {
      if (!isFault(error)) throw error;
      this.#refuse(pair.symbol, 'off-grid', error.message, intentId);
      return undefined;
    }
  }

  /** The same request a second time, as after a lost answer: what comes of the first is told already. */
  #isRepeated(id: string): boolean {
    const { orders, conversions } = this.#to.state;
    return orders.get(id) !== undefined || orders.isReplacing(id) || conversions.get(id) !== undefined;
  }

  #refuse(symbol: string | undefined, rule: string, message: string, intentId: string | undefined): void {
    this.#to.refusals.refuse(OPERATOR, symbol, { rule, message }, intentId);
  }
}
