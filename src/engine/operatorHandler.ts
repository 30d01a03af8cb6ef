import { unreachable } from '../base/assert.ts';
import type { OperatorOrder } from '../model/event.ts';
import { isFault } from '../base/fault.ts';
import { lotsOf, ticksOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import { CLOSING } from './closing.ts';
import type { Engine } from './engine.ts';
import { sideCode } from '../model/side.ts';
import type { KnownOrders } from './knownOrders.ts';
import type { UnlistedOrders } from './unlistedOrders.ts';
import { OPERATOR } from './operator.ts';
import type { Seat } from './market.ts';

type OperatorPlace = Extract<OperatorOrder, { type: 'place' }>;
type OperatorReplace = Extract<OperatorOrder, { type: 'replace' }>;
type OperatorCancel = Extract<OperatorOrder, { type: 'cancel' }>;

/** Cancels an order that is not ours. */
type CancelById = (symbol: string, orderId: string, intentId: string) => void;

/** Does what a person asks. It passes the same checks as everything else, and every refusal is reported. */
export class OperatorHandler {
  readonly #engine: Engine;
  readonly #orders: KnownOrders;
  readonly #unlisted: UnlistedOrders;
  readonly #cancelById: CancelById;

  constructor(engine: Engine, orders: KnownOrders, unlisted: UnlistedOrders, cancelById: CancelById) {
    this.#engine = engine;
    this.#orders = orders;
    this.#unlisted = unlisted;
    this.#cancelById = cancelById;
  }

  handle(order: OperatorOrder): void {
    const { host, conversions } = this.#engine;
    switch (order.type) {
      case 'pause':
        this.#withSeat(order.strategy, (seat) => host.pause(seat, 'the operator asked for it'));
        return;
      case 'stop':
        this.#withSeat(order.strategy, (seat) => host.stop(seat, 'stopped', 'the operator asked for it', true));
        return;
      case 'resume':
        this.#withSeat(order.strategy, (seat) => this.#resume(seat));
        return;
      case 'stop-trading':
        this.#engine.trading.stop({ ...order, cause: OPERATOR, until: undefined });
        return;
      case 'resume-trading':
        this.#engine.trading.lift(order.scope);
        return;
      case 'cancel-all':
        this.#cancelAll(order.symbol);
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
      case 'trade':
        this.#trade(order);
        return;
      case 'execute':
        this.#execute(order);
        return;
      case 'accept':
        if (this.#isRepeated(order.intentId)) return;
        conversions.acceptSeen(order.quote, order.intentId);
        return;
      default:
        unreachable(order, 'operator order');
    }
  }

  #trade({ tradeId, fromCurrency, toCurrency, size, worstRate, via, isDry }: Extract<OperatorOrder, { type: 'trade' }>): void {
    const problem = this.#engine.trades.begin(OPERATOR, tradeId, { fromCurrency, toCurrency, size, worstRate, via, isDry, tag: undefined });
    if (problem !== undefined) this.#refuse(`${fromCurrency}/${toCurrency}`, problem.rule, problem.message, tradeId);
  }

  #execute({ orderId, symbol, side, amount, within, how }: Extract<OperatorOrder, { type: 'execute' }>): void {
    const { state, deskOrders } = this.#engine;
    const market = state.markets.get(symbol);
    if (deskOrders.all.some(({ id }) => id === orderId)) return;
    if (market === undefined || !state.limits.symbols.includes(symbol)) {
      this.#refuse(symbol, 'not-found', `${symbol} is not traded here`, orderId);
      return;
    }
    const price = 'price' in how ? how.price : how.limit;
    if (this.#onGrid(market.pair, { price, amount, intentId: orderId }) === undefined) return;
    const until = within === undefined ? {} : { until: state.now + within };
    deskOrders.place(state.owner(OPERATOR, symbol), market, { side, amount, ...how, ...until }, orderId);
    deskOrders.work(market);
  }

  #withSeat(strategy: string, act: (seat: Seat) => void): void {
    const [seat] = this.#engine.state.seatsOf(strategy);
    if (seat === undefined) this.#refuse(undefined, 'not-found', `there is no strategy named ${strategy}`, undefined);
    else act(seat);
  }

  #resume(seat: Seat): void {
    const { trading, state } = this.#engine;
    trading.lift({ of: 'strategy', name: seat.name });
    for (const { name, symbol, isClosing } of seat.peers) {
      const stop = state.stops.against(name, symbol);
      if (isClosing) this.#refuse(symbol, 'halted', `${name} can't be resumed: ${CLOSING}`, undefined);
      else if (stop?.state === 'halted') this.#refuse(symbol, 'halted', `${name} can't be resumed: ${stop.reason}`, undefined);
    }
  }

  #cancelAll(symbol: string | undefined): void {
    const { orders, dealing } = this.#engine;
    for (const order of orders.live.copy()) {
      if (symbol !== undefined && order.market.symbol !== symbol) continue;
      // One that is not open yet, or is being replaced, is canceled when it rests.
      if (!dealing.cancel(order, undefined, true) && (order.orderId === undefined || order.isReplacing)) dealing.owed.add(order);
    }
  }

  #place(order: OperatorPlace): void {
    const { intentId, symbol, side, orderType, price } = order;
    const { state, dealing } = this.#engine;
    const market = state.markets.get(symbol);
    if (this.#isRepeated(intentId)) return;
    if (market === undefined) {
      this.#refuse(symbol, 'not-found', `${symbol} is not traded here`, intentId);
      return;
    }
    if ((orderType === 'Limit') !== (price !== undefined)) {
      this.#refuse(symbol, 'price', `a ${orderType} order takes ${orderType === 'Limit' ? 'a' : 'no'} price`, intentId);
      return;
    }
    const shape = this.#onGrid(market.pair, order);
    if (shape === undefined) return;
    dealing.place(
      state.owner(OPERATOR, symbol),
      market,
      sideCode(side),
      price === undefined,
      shape.ticks ?? 0,
      shape.lots,
      undefined,
      intentId,
    );
  }

  #replace(order: OperatorReplace): void {
    const { orderId, intentId } = order;
    const known = this.#orders.byOrderId(orderId);
    if (this.#isRepeated(intentId)) return;
    if (known === undefined) {
      this.#refuse(undefined, 'not-found', `order ${orderId} is not known here`, intentId);
      return;
    }
    const shape = this.#onGrid(known.market.pair, order);
    if (shape?.ticks !== undefined) this.#engine.dealing.replace(known, shape.ticks, shape.lots, intentId);
  }

  #cancel({ intentId, orderId, symbol }: OperatorCancel): void {
    const { deskOrders, dealing } = this.#engine;
    const kept = deskOrders.all.find(({ id }) => id === orderId);
    if (kept !== undefined) {
      deskOrders.cancel(kept.seat, orderId);
      deskOrders.work(kept.market);
      return;
    }
    if (deskOrders.leftOut.end(orderId)) return;
    const known = this.#orders.byOrderId(orderId);
    // A person may also cancel an order that is not ours.
    if (known === undefined) {
      this.#unlisted.asked(orderId);
      this.#cancelById(symbol, orderId, intentId);
    } else if (!dealing.cancel(known, intentId)) {
      const why = known.isReplacing ? 'being replaced' : known.state;
      this.#refuse(known.market.symbol, 'not-open', `order ${orderId} can't be canceled now: it is ${why}`, intentId);
    }
  }

  /** A person's digits are not rounded. */
  #onGrid(
    pair: Pair,
    { price, amount, intentId }: Pick<OperatorPlace, 'price' | 'amount' | 'intentId'>,
  ): { ticks: number | undefined; lots: number } | undefined {
    try {
      return { ticks: price && ticksOf(pair.grid, price, 'exact'), lots: lotsOf(pair.grid, amount, 'exact') };
    } catch (error) {
      if (!isFault(error)) throw error;
      this.#refuse(pair.symbol, 'off-grid', error.message, intentId);
      return undefined;
    }
  }

  /** The same request a second time, for instance after a lost answer. The outcome of the first was reported already. */
  #isRepeated(id: string): boolean {
    const { conversions } = this.#engine.state;
    return this.#orders.byIntent(id) !== undefined || this.#orders.byReplacement(id) !== undefined || conversions.get(id) !== undefined;
  }

  #refuse(symbol: string | undefined, rule: string, message: string, intentId: string | undefined): void {
    this.#engine.refusals.refuse(OPERATOR, symbol, rule, () => message, intentId);
  }
}
