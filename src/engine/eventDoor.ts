import { unreachable } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import type { Event, EventBody, MarketWarning, Reload, Report, Restored } from '../model/event.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import { amountOf, priceOf } from '../model/grid.ts';
import type { Notice } from '../model/notice.ts';
import type { Order } from '../model/order.ts';
import type { WarmUpNeed } from '../model/warmUp.ts';
import type { Book } from '../model/book.ts';
import type { PendingConversion } from './pendingConversions.ts';
import { isOfClosing } from './closing.ts';
import { Engine } from './engine.ts';
import { TRADES_KEY } from './execution/savedTrades.ts';
import { isLeg } from './execution/trade.ts';
import { endLeftOut } from './deskOrders/endLeftOut.ts';
import { deskOrdersKey } from './deskOrders/savedDeskOrders.ts';
import type { EngineOrder } from './market.ts';
import { sideOf } from '../model/side.ts';
import type { EngineSettings, EngineSink, Output } from './engineState.ts';
import { bookPast } from './bookPast.ts';
import { reload } from './reload.ts';
import { KnownOrders } from './knownOrders.ts';
import { OperatorHandler } from './operatorHandler.ts';
import { ReportDoor } from './reportDoor.ts';
import { restoreOrders } from './restoreOrders.ts';
import type { Seat } from './market.ts';
import { warmUpNeeds } from './signals/warmUpNeeds.ts';
import { type KeptState, keptState } from './keptState.ts';
import { type EngineSnapshot, snapshotOf } from './snapshot.ts';
import { UnlistedOrders } from './unlistedOrders.ts';

const NO_OUTPUTS: readonly Output[] = [];

/**
 * The engine as the outside world sees it: `process(event) -> outputs`. Events and commands have ids and decimals; inside there
 * are objects and whole numbers. The same events always give the same outputs.
 */
export class EventDoor implements EngineSink {
  readonly hearsNotices = true;
  readonly #engine: Engine;
  readonly #orders = new KnownOrders();
  readonly #reports: ReportDoor;
  readonly #operator: OperatorHandler;
  readonly #unlisted: UnlistedOrders;
  readonly #ids: Random;
  #outputs: Output[] = [];
  /** What earlier lives did for trades that may still be under way. */
  readonly #legs: { fills: Fill[]; conversions: Conversion[] } = { fills: [], conversions: [] };

  constructor(settings: EngineSettings) {
    this.#ids = seededRandom(`ids:${settings.seed}`);
    this.#engine = new Engine(settings, this);
    this.#reports = new ReportDoor(this.#engine, this.#orders, (strategy, symbol, orderId) => this.#cancel(strategy, symbol, orderId));
    this.#unlisted = new UnlistedOrders(this.#engine.state, (strategy, symbol, orderId) => this.#cancel(strategy, symbol, orderId));
    this.#operator = new OperatorHandler(this.#engine, this.#orders, this.#unlisted, (symbol, orderId, intentId) =>
      this.#cancel('operator', symbol, orderId, intentId),
    );
  }

  /** The one entry. Events must come in the order of their stamps. */
  process(event: Event): readonly Output[] {
    this.#engine.state.now = event.at;
    this.#dispatch(event);
    const { leftOut } = this.#engine.deskOrders;
    if (leftOut.isEnding) endLeftOut(leftOut, this.#orders, this.#unlisted, this.#engine.dealing);
    if (this.#outputs.length === 0) return NO_OUTPUTS;
    const outputs = this.#outputs;
    this.#outputs = [];
    return outputs;
  }

  /** The engine's state for display. Reading it changes nothing. */
  snapshot(): EngineSnapshot {
    return snapshotOf(this.#engine, this.#unlisted.all);
  }

  /** What a strategy keeps over a restart, for display. */
  kept(strategy: string): KeptState {
    return keptState(this.#engine.state, strategy);
  }

  /** What is to be told of earlier times before the strategies start, once they are set up. */
  warmUpNeeds(): readonly WarmUpNeed[] {
    return warmUpNeeds(this.#engine.state);
  }

  #dispatch(event: EventBody): void {
    const engine = this.#engine;
    switch (event.type) {
      case 'pairs':
        engine.pairs(event.pairs);
        return;
      case 'restored':
        this.#restored(event);
        return;
      case 'position-entry':
        engine.entry(event.entry);
        return;
      case 'set-up':
        engine.setUp();
        return;
      case 'reload':
        this.#reload(event);
        return;
      case 'warm-up':
        engine.warmUp(event);
        return;
      case 'book':
        this.#book(event.book);
        return;
      case 'market-warning':
        this.#warning(event);
        return;
      case 'statistics':
        for (const row of event.rows) {
          const market = engine.state.markets.get(row.symbol);
          if (market !== undefined) engine.statistics(market, row);
        }
        return;
      case 'balances':
        engine.balances(event.rows);
        return;
      case 'timer':
        engine.timer();
        this.#unlisted.cancelStopped();
        return;
      case 'report':
        this.#reports.take(event.report);
        this.#unlisted.heard(event.report);
        return;
      case 'operator':
        this.#operator.handle(event.order);
        if (event.order.type === 'cancel-all') this.#unlisted.cancelAll(event.order.symbol);
        else this.#unlisted.cancelStopped();
        return;
      case 'shutdown':
        engine.trading.shutdown(event.onStop, event.spares);
        engine.deskOrders.shutdown();
        this.#unlisted.shutdown(event.spares);
        return;
      default:
        unreachable(event, 'event');
    }
  }

  #book(book: Book): void {
    const market = this.#engine.state.markets.get(book.symbol);
    if (market !== undefined) this.#engine.book(market, book);
  }

  #warning(warning: MarketWarning): void {
    const market = this.#engine.state.markets.get(warning.symbol);
    if (market !== undefined) this.#engine.warning(market, warning);
  }

  #restored(restored: Restored): void {
    const { states, orders, sums, fills, conversions, unknownConversions = [], entries = [], summed = [], childSums } = restored;
    const { state, dealing } = this.#engine;
    if (states !== undefined) {
      this.#engine.restoreStates(states);
      this.#reports.lateRestored();
    }
    const restore = (order: Order): void => this.#reports.restore(order);
    restoreOrders(restored, { state, dealing, known: this.#orders, unlisted: this.#unlisted, restore });
    for (const conversion of unknownConversions) this.#engine.conversions.restore(conversion);
    this.#legs.fills.push(...fills.filter(({ intentId }) => isLeg(intentId)));
    this.#legs.conversions.push(...conversions.filter(({ intentId }) => isLeg(intentId)));
    bookPast(state, this.#reports, { sums, summed, fills, conversions, entries }, undefined);
    if (states?.[TRADES_KEY] !== undefined) this.#engine.trades.restore(states[TRADES_KEY], { ...this.#legs, orders });
    if (states !== undefined) this.#engine.deskOrders.settle(childSums ?? {});
  }

  /** An engine that was given another configuration on purpose keeps that. */
  #reload({ revision, config, onStop, history }: Reload): void {
    const { state } = this.#engine;
    const { revisions, strategies } = state.settings;
    if (revisions === undefined) return;
    const restore = (names: ReadonlySet<string>): void => {
      for (const piece of history) bookPast(state, this.#reports, piece, names);
    };
    const next = revisions(revision);
    const problem = reload(this.#engine, { ...next, revisions }, { onStop, restore });
    if (problem === undefined) this.#unlisted.reconfigured(strategies, next.strategies, onStop);
    this.notice({ type: 'reloaded', revision, config, problem });
  }

  // Turns the engine's decisions into commands and notices.

  name(order: EngineOrder): void {
    order.intentId ??= this.newId();
  }

  place(order: EngineOrder): void {
    const { market, seat, side, isMarket, placedAt, tag } = order;
    const { grid } = market.pair;
    const intentId = (order.intentId ??= this.newId());
    const isSaved = order.keeper !== undefined || (order.isOwnHand && seat.isWanted);
    this.#orders.add(intentId, order, this.#engine.orders.live.length);
    this.#outputs.push({
      type: 'place',
      intentId,
      strategy: seat.name,
      symbol: market.symbol,
      side: sideOf(side),
      orderType: isMarket ? 'Market' : 'Limit',
      price: isMarket ? undefined : priceOf(grid, order.ticks),
      amount: amountOf(grid, order.lots),
      decidedAt: placedAt,
      tag,
      ...((order.keeper?.reduces === true || isOfClosing(order)) && { reduces: true as const }),
      ...this.#keptAs(intentId, isSaved ? deskOrdersKey(seat.name, market.symbol) : undefined),
    });
  }

  replace(order: EngineOrder): void {
    const { market, seat, side } = order;
    const { grid } = market.pair;
    const intentId = (order.replaceId ??= this.newId());
    this.#orders.replacing(intentId, order);
    this.#outputs.push({
      type: 'replace',
      intentId,
      strategy: seat.name,
      symbol: market.symbol,
      side: sideOf(side),
      orderId: order.orderId!,
      price: priceOf(grid, order.nextTicks),
      amount: amountOf(grid, order.nextLots),
      decidedAt: this.#now,
    });
  }

  cancel(order: EngineOrder, intentId?: string): void {
    this.#cancel(order.seat.name, order.market.symbol, order.orderId!, intentId);
  }

  requestQuote({ requestId, strategy, fromCurrency, toCurrency, size }: PendingConversion): void {
    this.#outputs.push({ type: 'request-quote', requestId, strategy, fromCurrency, toCurrency, size, decidedAt: this.#now });
  }

  convert({ intentId, requestId, strategy, quote }: PendingConversion): void {
    const id = intentId!;
    this.#outputs.push({
      type: 'convert',
      intentId: id,
      requestId,
      strategy,
      quote: quote!,
      decidedAt: this.#now,
      ...this.#keptAs(id, undefined),
    });
  }

  notice(notice: Notice): void {
    this.#outputs.push(notice);
  }

  newId(): string {
    return ulid(this.#now, this.#ids);
  }

  reportShown(): Report {
    return this.#reports.current!;
  }

  fillShown(): Fill {
    return (this.#reports.current as Extract<Report, { type: 'fill' }>).fill;
  }

  takeUnfolded(seat: Seat): Iterable<Fill> {
    return this.#reports.unfolded.take(seat);
  }

  /** Under which name that is saved which a later life needs to know an order or a conversion again. */
  #keptAs(intentId: string, deskOrders: string | undefined): { readonly keptAs?: string } {
    const { trades } = this.#engine;
    const isLegOfTrade = !trades.isEmpty && trades.all.some(({ leg }) => leg?.intentId === intentId);
    const key = isLegOfTrade ? TRADES_KEY : deskOrders;
    return key === undefined ? {} : { keptAs: key };
  }

  get #now(): Instant {
    return this.#engine.state.now;
  }

  #cancel(strategy: string, symbol: string, orderId: string, intentId = this.newId()): void {
    this.#outputs.push({ type: 'cancel', intentId, strategy, symbol, orderId, decidedAt: this.#now });
  }
}
