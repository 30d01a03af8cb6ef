import type { EntrySums } from './entrySums.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { BookView } from '../market/bookView.ts';
import type { DeskOrder } from '../model/deskOrder.ts';
import type { Order } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { MarketContext } from './marketContext.ts';
import type { Position } from './portfolio.ts';
import type { StrategyContext } from './strategy.ts';
import type { InstanceContext } from './strategyContext.ts';

/**
 * The context of a strategy of one market: what the instance has, and what it has in its market, in one object. Whatever is added
 * to either of the two is named here once more.
 */
export class SoleContext implements StrategyContext {
  readonly markets = {};
  readonly name: StrategyContext['name'];
  readonly symbol: StrategyContext['symbol'];
  readonly random: StrategyContext['random'];
  readonly state: StrategyContext['state'];
  readonly balance: StrategyContext['balance'];
  readonly cancel: StrategyContext['cancel'];
  readonly amend: StrategyContext['amend'];
  readonly convert: StrategyContext['convert'];
  readonly requestQuote: StrategyContext['requestQuote'];
  readonly accept: StrategyContext['accept'];
  readonly trade: StrategyContext['trade'];
  readonly plot: StrategyContext['plot'];
  readonly log: StrategyContext['log'];
  readonly alert: StrategyContext['alert'];
  readonly isDue: StrategyContext['isDue'];
  readonly candles: StrategyContext['candles'];
  readonly orderFlow: StrategyContext['orderFlow'];
  readonly quote: StrategyContext['quote'];
  readonly quoteTicks: StrategyContext['quoteTicks'];
  readonly quoteRows: StrategyContext['quoteRows'];
  readonly place: StrategyContext['place'];
  readonly #shared: InstanceContext;
  readonly #market: MarketContext;

  constructor(shared: InstanceContext, market: MarketContext) {
    this.#shared = shared;
    this.#market = market;
    ({ name: this.name, random: this.random, state: this.state, balance: this.balance } = shared);
    ({ cancel: this.cancel, convert: this.convert, plot: this.plot, log: this.log, alert: this.alert } = shared);
    ({ requestQuote: this.requestQuote, accept: this.accept, trade: this.trade, isDue: this.isDue, amend: this.amend } = shared);
    ({ candles: this.candles, orderFlow: this.orderFlow } = market);
    ({ symbol: this.symbol, quote: this.quote, quoteTicks: this.quoteTicks, place: this.place } = market);
    ({ quoteRows: this.quoteRows } = market);
  }

  get now(): Instant {
    return this.#shared.now;
  }
  get pair(): Pair {
    return this.#market.pair;
  }
  get position(): Position {
    return this.#market.position;
  }
  get entered(): EntrySums {
    return this.#market.entered;
  }
  get positionLots(): number {
    return this.#market.positionLots;
  }
  get book(): BookView | undefined {
    return this.#market.book;
  }
  get statistics(): PairStatistics | undefined {
    return this.#market.statistics;
  }
  get worth(): Decimal {
    return this.#market.worth;
  }
  get equity(): Decimal {
    return this.#shared.equity;
  }
  get isFresh(): boolean {
    return this.#shared.isFresh;
  }
  get orders(): readonly Order[] {
    return this.#market.orders;
  }
  get deskOrders(): readonly DeskOrder[] {
    return this.#market.deskOrders;
  }
  get liveOrders(): number {
    return this.#market.liveOrders;
  }
}
