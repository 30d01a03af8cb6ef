import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Book } from '../model/book.ts';
import type { MarketWarning } from '../model/event.ts';
import type { OrderEnd } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import type { WarmUp } from '../model/warmUp.ts';
import { ConversionDealing } from './conversionDealing.ts';
import { ConversionReports } from './conversionReports.ts';
import { Closing } from './closing.ts';
import { isCoarseEnough } from './coarseEnough.ts';
import { Dealing } from './dealing.ts';
import { DeskOrders } from './deskOrders/deskOrders.ts';
import { Desk } from './desk.ts';
import { Executions } from './executions.ts';
import type { EngineOrder } from './market.ts';
import { type EngineSettings, type EngineSink, EngineState } from './engineState.ts';
import { Market } from './market.ts';
import { Orders } from './orders.ts';
import { refineSeat } from './refineSeat.ts';
import { Refusals } from './refusals.ts';
import { bookEntry } from './positions.ts';
import { ENTOMBED_KEY, restoreEntombed } from './savedEntombed.ts';
import type { MarketSignals } from './signals/marketSignals.ts';
import { endInheritance, inherits } from './inheritance.ts';
import { StrategyHost } from './strategyHost.ts';
import { takeSeat } from './takeSeat.ts';
import { Trades } from './execution/trades.ts';
import { TradingControl } from './tradingControl.ts';
import type { UnseenReplacement } from './unseenExecutions.ts';

/** Why a request was not carried out. */
export type NotDone = 'refused' | 'not-sent' | 'not-placed';

/**
 * The engine. It is told what happens, in order of time, and passes its decisions to a sink. It has no clock and waits for
 * nothing: set `state.now` before each call. The same calls always lead to the same decisions.
 *
 * The outside world with its ids, texts and decimals enters through `EventDoor`. Backtests call these methods directly.
 */
export class Engine {
  readonly state: EngineState;
  readonly orders: Orders;
  readonly refusals: Refusals;
  readonly dealing: Dealing;
  readonly deskOrders: DeskOrders;
  readonly conversions: ConversionDealing;
  readonly trades: Trades;
  readonly host: StrategyHost;
  readonly conversionReports: ConversionReports;
  readonly executions: Executions;
  readonly trading: TradingControl;
  /** The venue's time of the replacement that is reported next. */
  replacedAt: Instant = -Infinity;
  readonly desk: Desk;
  readonly #closing: Closing;

  constructor(settings: EngineSettings, sink: EngineSink) {
    const state = new EngineState(settings, sink);
    this.state = state;
    this.orders = new Orders(state);
    this.refusals = new Refusals(state);
    this.dealing = new Dealing(state, this.orders, this.refusals);
    this.conversions = new ConversionDealing(state, this.orders, this.refusals);
    this.trades = new Trades(state, this.dealing, this.conversions);
    this.deskOrders = new DeskOrders(state, this.dealing, this.refusals);
    this.desk = new Desk(state, this.dealing, this.deskOrders);
    this.host = new StrategyHost(state, this.desk, this);
    this.conversionReports = new ConversionReports(state, this.conversions, this.host, this.desk, this.trades);
    this.executions = new Executions(state, this.orders, this.host, this.desk, this.trades);
    this.#closing = new Closing(state, this.dealing);
    this.trading = new TradingControl(state, this.orders, this.dealing, this.host, this.#closing);
    this.deskOrders.onChange = (order) => this.trading.deskOrderChanged(order);
  }

  /** Sets the rules of the pairs. A symbol's rules must come before anything else about it. */
  pairs(all: readonly Pair[]): void {
    const { state } = this;
    const { balances, markets, seats } = state;
    const pairs = all.filter((pair) => isCoarseEnough(pair, state));
    const isFine = pairs.map((pair) => balances.suit(pair)).every((one) => one);
    if (!isFine) this.orders.refine();
    for (const pair of pairs) {
      if (markets.get(pair.symbol) !== undefined) continue;
      const { symbol, base, quote } = pair;
      const market = new Market(pair, balances.purse(base), balances.purse(quote));
      markets.add(market);
      for (const seat of seats) if (seat.symbol === symbol) takeSeat(seat, market);
    }
    for (const market of markets.all) {
      market.define(pairs.find(({ symbol }) => symbol === market.symbol) ?? market.pair);
      for (const seat of market.seats) refineSeat(seat, market);
    }
    for (const order of this.deskOrders.all) order.isQuiet = false;
  }

  /** Takes what the strategies, the daily loss and the trading state saved in earlier lives. */
  restoreStates(states: Readonly<Record<string, string>>): void {
    this.host.restore(states);
    this.trading.restore(states);
    if (!restoreEntombed(this.state, states[ENTOMBED_KEY])) this.trading.unreadable('which orders may still turn up');
    const problem = this.deskOrders.restore(states);
    if (problem !== undefined) this.trading.unreadable(problem);
  }

  /** Books what changes a position without an execution. */
  entry(entry: PositionEntry): void {
    bookEntry(this.state, entry);
    this.trading.countEntries();
    const market = this.state.markets.get(entry.symbol);
    if (market !== undefined) this.desk.work(market);
  }

  /** Sets the strategies up that wait for the first news of their markets. */
  setUp(): void {
    for (const seat of this.state.seats) if (seat.market !== undefined) this.host.setUp(seat);
  }

  /** Warms the signals of strategies up that are set up and have not started. */
  warmUp({ symbol, since, looks }: Omit<WarmUp, 'type'>): void {
    const market = this.state.markets.get(symbol);
    market?.signals?.warmUp(market.pair, since, looks);
  }

  // Calls about the market.

  book(market: Market, book: Book): void {
    market.show(book);
    if (market.signals !== undefined) this.#signal(market, market.signals, book);
    if (this.state.limits.maxDailyLoss !== undefined) this.trading.openDay();
    const { seats } = market;
    for (let i = 0; i < seats.length; i++) {
      const seat = seats[i]!;
      const { instance } = seat;
      if (instance.state === 'waiting') this.host.start(seat);
      if (instance.state === 'running' && instance.onBook !== undefined) this.host.showBook(seat);
    }
    this.desk.work(market);
    if (!this.state.stops.isEmpty) this.#closing.work(market);
  }

  warning(market: Market, warning: MarketWarning): void {
    market.warn(warning);
    for (const seat of market.seats)
      this.host.call(seat, 'onWarning', (handlers, context, its) => handlers.onWarning?.(warning, context, its));
    this.desk.work(market);
  }

  statistics(market: Market, row: PairStatistics): void {
    market.statistics = row;
    market.signals?.volume(row.baseVolume.toNumber(), this.state.now);
    for (const seat of market.seats) this.host.call(seat, 'onStats', (handlers, context, its) => handlers.onStats?.(row, context, its));
    this.desk.work(market);
  }

  /** The balances that the venue reports. */
  balances(rows: readonly Balance[]): void {
    const { state, orders } = this;
    // What is executed already is held by nobody.
    state.unseen.aside(() => state.balances.told(rows, state.now, (currency) => orders.neededByMarketBuys(currency, undefined)));
  }

  /** Whether a heartbeat would change anything. */
  get heedsTimer(): boolean {
    const { seats, conversions } = this.state;
    if (this.trading.heedsTimer || !conversions.isEmpty || !this.trades.isEmpty || !this.deskOrders.isEmpty || !this.dealing.owed.isEmpty)
      return true;
    for (let i = 0; i < seats.length; i++) {
      const seat = seats[i]!;
      if (seat.instance.hearsTimer || (seat.isWanted && !seat.isQuiet) || seat.state === 'waiting' || inherits(seat)) return true;
    }
    return false;
  }

  /** The heartbeat, about once a second. */
  timer(): void {
    const { state } = this;
    this.conversions.expire();
    if (!this.trades.isEmpty) this.trades.timer();
    this.trading.timer();
    this.deskOrders.timer();
    const { seats } = state;
    for (let i = 0; i < seats.length; i++) {
      const { market } = seats[i]!;
      // Each market is handled once, with the first of its strategies.
      if (market !== undefined && market.seats[0] === seats[i]) this.#beat(market);
    }
    this.trading.cancelStopped();
    this.dealing.owed.repeat();
  }

  // Calls about what the venue reports of an order. The caller then calls `settled`, after everything that belongs to the report.

  opened(order: EngineOrder, ticks: number, lots: number): void {
    this.orders.opened(order, ticks, lots);
    this.accepted(order);
  }

  /** The order goes on with `lots` still to be filled. Executions up to `replacedAt` are not part of them: see `Orders.replaced`. */
  replaced(order: EngineOrder, ticks: number, lots: number, unseen?: UnseenReplacement): void {
    this.orders.replaced(order, ticks, lots, this.replacedAt, unseen);
    this.accepted(order);
  }

  /** All that was executed before a replacement is known. */
  replacementFinal(replaceId: string): void {
    const market = this.state.unseen.release(replaceId);
    if (market !== undefined) this.desk.work(market);
  }

  /** The venue accepted something that changes nothing about the order. */
  accepted(order: EngineOrder): void {
    order.seat.refusals = 0;
    this.#report(order);
  }

  /** An order was not placed. A late report does not undo an order that the venue has. */
  placeEnded(order: EngineOrder, end: NotDone, message: () => string): void {
    if (order.state !== 'open') this.orders.close(order, end);
    this.#notDone(order, 'place', end, message);
  }

  /** A replacement did not happen, so the order stays as it was. */
  replaceEnded(order: EngineOrder, end: NotDone, message: () => string): void {
    this.orders.replacementAnswered(order);
    if (end !== 'refused') order.keeper?.neverReplaced(order.ticks, order.lots - order.filled);
    this.orders.replacementEnded(order);
    this.#notDone(order, 'replace', end, message);
  }

  /** Nobody can say what became of an order or of its replacement. */
  unknown(order: EngineOrder, isReplacement: boolean): void {
    if (isReplacement) order.isReplaceUnknown = true;
    else this.orders.unknown(order);
    this.#report(order);
  }

  cancelAccepted(order: EngineOrder): void {
    this.#report(order);
  }

  cancelFailed(order: EngineOrder): void {
    this.orders.cancelFailed(order);
    this.host.notSent(order.seat);
    this.#report(order);
  }

  closed(order: EngineOrder, end: OrderEnd): void {
    this.orders.close(order, end);
    this.#report(order);
  }

  /** Ends a report, after all its parts. */
  settled(order: EngineOrder): void {
    this.dealing.owed.heard(order);
    this.trading.settled(order);
    if (!this.trades.isEmpty) this.trades.settled(order);
    this.desk.work(order.market);
  }

  /** Closes or opens the lane of a symbol's orders or of a conversion. */
  freeze(lane: string, market: Market | undefined, reason: string | undefined): void {
    const { frozen } = this.state;
    if (reason === undefined) frozen.delete(lane);
    else frozen.set(lane, reason);
    if (market !== undefined) market.frozen = reason;
  }

  /** The strategies have started when they are told of candles, the first of which this book may close. */
  #signal({ seats }: Market, signals: MarketSignals, book: Book): void {
    for (let i = 0; i < seats.length; i++) if (seats[i]!.state === 'waiting') this.host.start(seats[i]!);
    signals.book(book);
  }

  #beat(market: Market): void {
    const { seats } = market;
    for (let i = 0; i < seats.length; i++) {
      const seat = seats[i]!;
      if (seat.state === 'waiting') this.host.start(seat);
      if (inherits(seat)) endInheritance(seat, this.state.now);
      if (seat.instance.hearsTimer && seat.isFirst) this.host.call(seat, 'onTimer', (handlers, context) => handlers.onTimer?.(context));
    }
    this.desk.work(market);
    if (!this.state.stops.isEmpty) this.#closing.work(market);
  }

  #report(order: EngineOrder): void {
    const { seat } = order;
    if (seat.instance.hearsReports) this.host.report(seat, this.state.sink.reportShown(order), true);
  }

  #notDone(order: EngineOrder, kind: 'place' | 'replace', end: NotDone, message: () => string): void {
    if (end === 'refused') this.host.refused(order.seat, kind, message);
    else this.host.notSent(order.seat);
    this.#report(order);
  }
}
