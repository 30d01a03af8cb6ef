import type { Instant } from '../base/instant.ts';
import { Sum } from '../base/sum.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import { amountOf, priceOf, wholeLotsOf, wholeTicksOf } from '../model/grid.ts';
import type { Desk } from './desk.ts';
import type { EngineState } from './engineState.ts';
import type { EngineOrder, Market, Seat } from './market.ts';
import type { OrderKeeper } from './orderKeeper.ts';
import type { Orders } from './orders.ts';
import { bookFill, countLots } from './positions.ts';
import { BUY, sideCode } from '../model/side.ts';
import type { StrategyHost } from './strategyHost.ts';
import type { Trades } from './execution/trades.ts';

/** The currency in which a fee was paid. */
export const FEE_IN_BASE = 0;
export const FEE_IN_QUOTE = 1;

/** An incoming execution in whole numbers. One record is reused, since numbers in fields are not boxed. */
export class FillIn {
  ticks = 0;
  lots = 0;
  /** In units of the currency in which it was paid. */
  fee = 0;
  feeIn = FEE_IN_BASE;
  tradedAt: Instant = 0.5;
  /** The id under which the order was executed, where orders have ids. */
  orderId: string | undefined = undefined;
}

/** Books executions on their orders, on positions and on the known balances. */
export class Executions {
  readonly fillIn = new FillIn();
  readonly #state: EngineState;
  readonly #orders: Orders;
  readonly #host: StrategyHost;
  readonly #desk: Desk;
  readonly #trades: Trades;
  readonly #amount = new Sum(0);
  readonly #value = new Sum(0);

  constructor(state: EngineState, orders: Orders, host: StrategyHost, desk: Desk, trades: Trades) {
    this.#state = state;
    this.#orders = orders;
    this.#host = host;
    this.#desk = desk;
    this.#trades = trades;
  }

  /** Reads an execution into `fillIn`. False when whole numbers can't express it. */
  read({ market }: EngineOrder, { price, amount, fee, feeCurrency, tradedAt, orderId }: Fill): boolean {
    const { grid, base, quote } = market.pair;
    const ticks = wholeTicksOf(grid, price);
    const lots = wholeLotsOf(grid, amount);
    const purse = feeCurrency === base ? market.base : feeCurrency === quote ? market.quote : undefined;
    const units = fee.isZero() ? 0 : purse && wholeUnitsOf(fee, purse.decimals);
    if (ticks === undefined || lots === undefined || units === undefined) return false;
    const into = this.fillIn;
    into.ticks = ticks;
    into.lots = lots;
    into.fee = units;
    into.feeIn = purse === market.base ? FEE_IN_BASE : FEE_IN_QUOTE;
    into.tradedAt = tradedAt;
    into.orderId = orderId;
    return true;
  }

  /**
   * Books the execution in `fillIn`. The caller makes sure that each comes once. A fee that came later than its execution is an
   * execution of 0 lots, and strategies are not told of it.
   */
  filled(order: EngineOrder): void {
    const { seat, market } = order;
    const { ticks, lots, fee, feeIn, tradedAt, orderId } = this.fillIn;
    const { decidedAt } = order;
    this.#orders.filled(order, lots, tradedAt, orderId);
    if (order.keeper !== undefined) this.#tellKeeper(order.keeper, ticks, lots, order);
    const isOwn = seat.market === market;
    const { now, balances } = this.#state;
    const amount = this.#amount;
    const value = this.#value;
    amount.setProduct(lots, 1, market.perLot);
    value.setProduct(ticks, lots, market.perTickLot);
    if (order.side === BUY) {
      if (isOwn) {
        seat.base.addProduct(lots, 1, market.perLot);
        seat.flow.addProduct(-ticks, lots, market.perTickLot);
      }
      if (balances.areKnown) market.quote.spend(value, now);
      if (balances.areKnown) market.base.bring(amount, now, decidedAt);
    } else {
      if (isOwn) {
        seat.base.addProduct(-lots, 1, market.perLot);
        seat.flow.addProduct(ticks, lots, market.perTickLot);
      }
      if (balances.areKnown) market.base.spend(amount, now);
      if (balances.areKnown) market.quote.bring(value, now, decidedAt);
    }
    if (fee !== 0) {
      if (isOwn) (feeIn === FEE_IN_BASE ? seat.base : seat.flow).add(-fee);
      amount.clear();
      amount.add(fee);
      if (balances.areKnown) (feeIn === FEE_IN_BASE ? market.base : market.quote).spend(amount, now);
    }
    if (isOwn) {
      if (lots !== 0) seat.fills++;
      countLots(seat);
    }
    if (lots !== 0 && (this.#state.turnover !== undefined || seat.watches !== undefined)) this.#watched(order);
    if (!this.#trades.isEmpty && lots !== 0) this.#trades.filled(this.#state.sink.fillShown(order));
    if (seat.instance.hearsFills && lots !== 0) this.#tellFill(seat, this.#state.sink.fillShown(order));
    this.#desk.work(market);
  }

  /**
   * Books an execution in decimals, for what whole numbers can't express: its digits, its fee, or its owner. `lots` of `order`
   * were filled, where the order is known.
   */
  filledExactly(fill: Fill, seat: Seat | undefined, order?: EngineOrder, lots = 0): void {
    const { balances, markets, now } = this.#state;
    const market = markets.get(fill.symbol);
    const decidedAt = order?.decidedAt;
    if (order !== undefined) this.#orders.filled(order, lots, fill.tradedAt, fill.orderId);
    if (order?.keeper !== undefined)
      order.keeper.filled(fill.price.div(order.market.pair.grid.tick).toNumber(), lots, fill.feeType === 'Taker', order.intentId);
    if (seat !== undefined && seat.market === market) bookFill(seat, fill);
    if (balances.areKnown) balances.filled(fill, now, decidedAt);
    if (!this.#trades.isEmpty) this.#trades.filled(fill);
    if (seat !== undefined && !fill.amount.isZero()) {
      if (market !== undefined) watchFill(this.#state, seat, market, fill);
      this.#tellFill(seat, fill);
    }
    if (market !== undefined) this.#desk.work(market);
  }

  #tellKeeper(keeper: OrderKeeper, ticks: number, lots: number, order: EngineOrder): void {
    keeper.filled(ticks, lots, this.#state.sink.fillShown(order).feeType === 'Taker', order.intentId);
  }

  /** For the few who follow executions in decimals. */
  #watched({ seat, market, side, serial }: EngineOrder): void {
    const { turnover, now } = this.#state;
    const { grid } = market.pair;
    const price = priceOf(grid, this.fillIn.ticks);
    turnover?.add(now, market.quote.currency, price.times(amountOf(grid, this.fillIn.lots)));
    if (seat.market !== market) return;
    for (const watch of seat.watches ?? []) watch.executed({ at: now, side, price, order: serial });
  }

  #tellFill(seat: Seat, fill: Fill): void {
    this.#host.tell(seat, 'onFill', (handlers, context, market) => handlers.onFill?.(fill, context, market));
  }
}

/** Shows an execution in decimals to those who follow them. */
function watchFill({ turnover, now }: EngineState, seat: Seat, market: Market, { price, amount, side, orderId }: Fill): void {
  turnover?.add(now, market.quote.currency, price.times(amount));
  if (seat.market !== market) return;
  for (const watch of seat.watches ?? []) watch.executed({ at: now, side: sideCode(side), price, order: orderId });
}

/** An amount as whole units. Undefined when they are too many for a sum to take at once. */
function wholeUnitsOf(amount: Decimal, decimals: number): number | undefined {
  const units = amount.times(10 ** Math.min(decimals, 22));
  return decimals <= 22 && units.isInteger() && units.abs().lt(1e15) ? units.toNumber() : undefined;
}
