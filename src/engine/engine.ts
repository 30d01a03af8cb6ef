import { unreachable } from '../base/assert.ts';
import { BookView } from '../market/bookView.ts';
import type { Event, EventBody, MarketWarning, OperatorOrder, Report, Restored } from '../model/event.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import { lotsOf, ticksOf } from '../model/grid.ts';
import type { IntentKind } from '../model/intent.ts';
import type { Book } from '../model/book.ts';
import type { Balance } from '../model/balance.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { DailyLossGuard } from './dailyLossGuard.ts';
import { Dealing } from './dealing.ts';
import { EngineState, type EngineSettings, type Output } from './engineState.ts';
import { isFault } from '../base/fault.ts';
import { positionAfterConversion, positionAfterFill } from './portfolio.ts';
import { QuoteDesk } from './quoteDesk.ts';
import { snapshotOf, type EngineSnapshot } from './snapshot.ts';
import type { StrategyContext } from './strategy.ts';
import { strategyContext } from './strategyContext.ts';
import { StrategyRun } from './strategyRun.ts';

/** A strategy whose orders the venue refuses so often in a row is paused. */
const REFUSALS_BEFORE_PAUSE = 5;
/** A replacement is often refused because the order was filled meanwhile: it counts for less. */
const REPLACE_REFUSAL_WEIGHT = 0.2;
/** First wait after a refusal; it doubles with each one in a row. */
const REFUSAL_BACKOFF_MS = 1000;
/** Wait after a replacement was refused or anything was not sent: until the lists have been read. */
const RETRY_MS = 300;

/**
 * The engine: `process(event) -> outputs`. It has no clock and waits for nothing; the same events give the same outputs,
 * always. What the venue answers comes back as events too.
 */
export class Engine {
  readonly #state: EngineState;
  readonly #dealing: Dealing;
  readonly #desk: QuoteDesk;
  readonly #lossGuard: DailyLossGuard;
  readonly #contexts = new Map<string, StrategyContext>();
  #saved: Readonly<Record<string, string>> = {};
  #ending = false;

  constructor(settings: EngineSettings) {
    this.#state = new EngineState(settings);
    this.#dealing = new Dealing(this.#state);
    this.#desk = new QuoteDesk(this.#state, this.#dealing);
    this.#lossGuard = new DailyLossGuard(this.#state);
    for (const strategy of settings.strategies) this.#addRun(strategy);
  }

  /** The one entry. Events must come in order of their stamps. */
  process(event: Event): readonly Output[] {
    this.#state.now = event.at;
    this.#dispatch(event);
    return this.#state.takeOutputs();
  }

  /** What there is to show. Reading it changes nothing. */
  snapshot(): EngineSnapshot {
    return snapshotOf(this.#state, this.#dealing.refusals);
  }

  #dispatch(event: EventBody): void {
    switch (event.type) {
      case 'pairs':
        this.#state.markets.setPairs(event.pairs);
        return;
      case 'restored':
        this.#restored(event);
        return;
      case 'book':
        this.#book(event.book);
        return;
      case 'market-warning':
        this.#warning(event);
        return;
      case 'statistics':
        this.#statistics(event.rows);
        return;
      case 'balances':
        this.#balances(event.rows);
        return;
      case 'timer':
        this.#timer();
        return;
      case 'report':
        this.#report(event.report);
        return;
      case 'operator':
        this.#operator(event.order);
        return;
      case 'shutdown':
        this.#shutdown(event.onStop);
        return;
      default:
        unreachable(event, 'event');
    }
  }

  #addRun(settings: EngineSettings['strategies'][number], saved: Readonly<Record<string, string>> = {}): StrategyRun {
    const run = new StrategyRun(settings, saved, (thrown, reason) => this.#stop(thrown, 'stopped', reason));
    this.#state.runs.set(run.name, run);
    return run;
  }

  #restored(event: Restored): void {
    this.#saved = event.states;
    this.#lossGuard.restore(event.states['']);
    for (const order of event.orders) this.#state.orders.restore(order);
    const history = [
      ...event.fills.map((fill) => ({ at: fill.tradedAt, fill, conversion: undefined })),
      ...event.conversions.map((conversion) => ({ at: conversion.executedAt, fill: undefined, conversion })),
    ].sort((a, b) => a.at - b.at);
    for (const { fill, conversion } of history) {
      if (fill !== undefined) this.#position(fill.strategy, fill, undefined);
      else this.#position(conversion.strategy, undefined, conversion);
    }
  }

  #book(book: Book): void {
    const view = new BookView(book);
    if (this.#state.markets.setBook(view) === undefined) return;
    for (const run of this.#runsOn(book.symbol)) {
      this.#ensureStarted(run);
      run.call('onBook', (handlers) => handlers.onBook?.(view, this.#contextOf(run)));
    }
    this.#desk.work(book.symbol);
  }

  #warning(warning: MarketWarning): void {
    this.#state.markets.warn(warning);
    for (const run of this.#runsOn(warning.symbol)) {
      run.call('onWarning', (handlers) => handlers.onWarning?.(warning, this.#contextOf(run)));
    }
  }

  #statistics(rows: readonly PairStatistics[]): void {
    for (const row of rows) {
      const market = this.#state.markets.get(row.symbol);
      if (market === undefined) continue;
      market.statistics = row;
      for (const run of this.#runsOn(row.symbol)) run.call('onStats', (handlers) => handlers.onStats?.(row, this.#contextOf(run)));
    }
  }

  #balances(rows: readonly Balance[]): void {
    this.#state.account.told(rows, (currency) => this.#state.reserved(currency));
  }

  #timer(): void {
    for (const { strategy, fromCurrency, toCurrency, requestId } of this.#state.conversions.expire(this.#state.now)) {
      this.#dealing.refuse(
        strategy,
        `${fromCurrency}/${toCurrency}`,
        'quote-unanswered',
        'the request for a quote was not answered',
        requestId,
      );
    }
    if (this.#lossGuard.check() === 'reached') this.#halt("today's loss has reached the limit");
    for (const run of this.#state.runs.values()) {
      if (this.#state.markets.get(run.symbol) === undefined) continue;
      this.#ensureStarted(run);
      run.call('onTimer', (handlers) => handlers.onTimer?.(this.#contextOf(run)));
    }
    for (const { pair } of this.#state.markets.all()) this.#desk.work(pair.symbol);
  }

  #report(report: Report): void {
    const state = this.#state;
    switch (report.type) {
      case 'fill':
        this.#fill(report.fill);
        return;
      case 'quoted': {
        const pending = state.conversions.get(report.requestId);
        if (pending !== undefined && pending.intentId === undefined) this.#dealing.acceptQuote(pending, report.quote);
        return;
      }
      case 'quote-refused': {
        const pending = state.conversions.end(report.requestId);
        if (pending !== undefined) this.#tell(pending.strategy, report);
        return;
      }
      case 'converted':
        this.#converted(report.conversion, report);
        return;
      case 'lane-frozen':
        state.frozen.set(report.lane, report.reason);
        return;
      case 'lane-opened':
        state.frozen.delete(report.lane);
        return;
      case 'external-order':
        return;
      default:
        this.#orderReport(report);
    }
  }

  #orderReport(
    report: Exclude<Report, { type: 'fill' | 'quoted' | 'quote-refused' | 'converted' | 'lane-frozen' | 'lane-opened' | 'external-order' }>,
  ): void {
    const state = this.#state;
    if ('intentId' in report && 'kind' in report) {
      if (report.type === 'intent-unknown') state.frozen.set(report.lane, report.reason);
      if (report.kind === 'convert') {
        this.#conversionEnded(report.intentId, report);
        return;
      }
    }
    const { order, early } = state.orders.apply(report, state.now);
    if (order === undefined) return;
    if (report.type === 'intent-refused') this.#countRefusal(order.strategy, report.kind, report.message);
    else if (report.type === 'intent-not-sent') this.#holdOff(order.strategy);
    else if (report.type === 'order-opened' || report.type === 'order-replaced') this.#acceptedBy(order.strategy);
    if (order.state === 'closed') state.runs.get(order.strategy)?.ownHand.delete(order.intentId);
    this.#tell(order.strategy, report);
    for (const fill of early) this.#fill(fill);
    this.#desk.work(order.symbol);
  }

  #fill(fill: Fill): void {
    const state = this.#state;
    const order = state.orders.filled(fill, state.now);
    if (order === undefined && fill.strategy === undefined) {
      state.orders.hold(fill);
      return;
    }
    const owned = order === undefined ? fill : { ...fill, strategy: order.strategy, intentId: order.intentId, tag: order.tag };
    state.account.filled(owned);
    this.#position(owned.strategy, owned, undefined);
    const run = owned.strategy === undefined ? undefined : state.runs.get(owned.strategy);
    run?.call('onFill', (handlers) => handlers.onFill?.(owned, this.#contextOf(run)), true);
    this.#desk.work(fill.symbol);
  }

  #converted(conversion: Conversion, report: Report): void {
    const state = this.#state;
    const pending = conversion.intentId === undefined ? undefined : state.conversions.byIntent(conversion.intentId);
    const strategy = conversion.strategy ?? pending?.strategy;
    if (pending !== undefined) state.conversions.end(pending.requestId);
    state.account.converted(conversion);
    this.#position(strategy, undefined, conversion);
    if (strategy !== undefined) this.#tell(strategy, report);
  }

  /** A conversion that was refused or not sent has ended; an unknown one keeps its lane. */
  #conversionEnded(intentId: string, report: Report): void {
    const pending = this.#state.conversions.byIntent(intentId);
    if (pending === undefined) return;
    if (report.type !== 'intent-unknown') this.#state.conversions.end(pending.requestId);
    this.#tell(pending.strategy, report);
  }

  #position(strategy: string | undefined, fill: Fill | undefined, conversion: Conversion | undefined): void {
    const state = this.#state;
    const run = strategy === undefined ? undefined : state.runs.get(strategy);
    const pair = run === undefined ? undefined : state.markets.get(run.symbol)?.pair;
    if (strategy === undefined || pair === undefined) return;
    const before = state.positionOf(strategy);
    if (fill !== undefined && fill.symbol === pair.symbol) state.positions.set(strategy, positionAfterFill(before, pair, fill));
    if (conversion !== undefined) state.positions.set(strategy, positionAfterConversion(before, pair, conversion));
  }

  #countRefusal(strategy: string, kind: IntentKind, message: string): void {
    const run = this.#state.runs.get(strategy);
    if (run === undefined || kind === 'cancel') return;
    const isReplace = kind === 'replace';
    run.refusals += isReplace ? REPLACE_REFUSAL_WEIGHT : 1;
    run.notBefore = this.#state.now + (isReplace ? RETRY_MS : REFUSAL_BACKOFF_MS * 2 ** Math.min(Math.ceil(run.refusals) - 1, 6));
    if (run.refusals >= REFUSALS_BEFORE_PAUSE)
      this.#stop(run, 'paused', `the venue refused orders again and again, the last one with: ${message}`);
  }

  #holdOff(strategy: string): void {
    const run = this.#state.runs.get(strategy);
    if (run !== undefined) run.notBefore = Math.max(run.notBefore, this.#state.now + RETRY_MS);
  }

  #acceptedBy(strategy: string): void {
    const run = this.#state.runs.get(strategy);
    if (run !== undefined) run.refusals = 0;
  }

  #operator(order: OperatorOrder): void {
    const state = this.#state;
    switch (order.type) {
      case 'pause':
      case 'stop': {
        const run = state.runs.get(order.strategy);
        if (run !== undefined) this.#stop(run, order.type === 'stop' ? 'stopped' : 'paused', 'the operator asked for it');
        return;
      }
      case 'resume': {
        const run = state.runs.get(order.strategy);
        if (run !== undefined) this.#resume(run);
        return;
      }
      case 'place':
      case 'replace':
        this.#operatorOrder(order);
        return;
      case 'cancel': {
        const known = state.orders.byOrderId(order.orderId);
        // An order that is not ours may be canceled by a person all the same.
        if (known === undefined) {
          state.put({
            type: 'cancel',
            intentId: order.intentId,
            strategy: 'operator',
            symbol: order.symbol,
            orderId: order.orderId,
            decidedAt: state.now,
          });
        } else if (!this.#dealing.cancel(known, order.intentId)) {
          this.#dealing.refuse(
            'operator',
            order.symbol,
            'not-open',
            `order ${order.orderId} can't be canceled now: it is ${known.state}`,
            order.intentId,
          );
        }
        return;
      }
      case 'convert':
        this.#dealing.requestQuote('operator', { ...order, worstRate: undefined, tag: undefined }, order.requestId);
        return;
      case 'accept':
        this.#dealing.acceptSeen(order.quote, order.intentId);
        return;
      default:
        unreachable(order, 'operator order');
    }
  }

  #operatorOrder(order: Extract<OperatorOrder, { type: 'place' | 'replace' }>): void {
    const state = this.#state;
    const known = order.type === 'replace' ? state.orders.byOrderId(order.orderId) : undefined;
    const symbol = order.type === 'place' ? order.symbol : known?.symbol;
    const pair = symbol === undefined ? undefined : state.markets.get(symbol)?.pair;
    if (symbol === undefined || pair === undefined || (order.type === 'replace' && known === undefined)) {
      this.#dealing.refuse(
        'operator',
        symbol,
        'not-found',
        order.type === 'replace' ? `order ${order.orderId} is not known here` : `${symbol} is not traded here`,
        order.intentId,
      );
      return;
    }
    try {
      const ticks = order.price === undefined ? undefined : ticksOf(pair.grid, order.price, 'exact');
      const lots = lotsOf(pair.grid, order.amount, 'exact');
      if (order.type === 'place') {
        this.#dealing.place(
          'operator',
          symbol,
          { side: order.side, orderType: order.orderType, ticks, lots, tag: undefined, exact: true },
          order.intentId,
        );
      } else if (ticks !== undefined && known !== undefined && !this.#dealing.replace(known, ticks, lots, order.intentId)) {
        this.#dealing.refuse('operator', symbol, 'not-replaced', `order ${order.orderId} can't be replaced now`, order.intentId);
      }
    } catch (error) {
      if (!isFault(error)) throw error;
      this.#dealing.refuse('operator', symbol, 'off-grid', error.message, order.intentId);
    }
  }

  #resume(run: StrategyRun): void {
    if (run.state !== 'paused') return;
    run.state = 'running';
    run.reason = undefined;
    run.refusals = 0;
    run.notBefore = 0;
    this.#state.put({ type: 'strategy-state', strategy: run.name, state: 'running' });
  }

  /** Stops or pauses one strategy: its orders are canceled, the others run on. */
  #stop(run: StrategyRun, state: 'stopped' | 'paused', reason: string): void {
    if (run.state === 'stopped' || run.state === state) return;
    run.end(this.#contextOf(run), state, reason);
    this.#state.put({ type: 'strategy-state', strategy: run.name, state });
    if (state === 'stopped' || reason !== 'the operator asked for it')
      this.#state.put({ type: 'strategy-stopped', strategy: run.name, reason });
    this.#desk.work(run.symbol);
  }

  #halt(reason: string): void {
    if (this.#state.halted !== undefined) return;
    this.#state.halted = reason;
    this.#state.put({ type: 'halted', reason });
    for (const run of this.#state.runs.values()) this.#stop(run, 'paused', reason);
  }

  #shutdown(onStop: 'cancel' | 'keep'): void {
    this.#ending = true;
    this.#state.halted = 'shutting down';
    for (const run of this.#state.runs.values()) run.end(this.#contextOf(run), 'stopped', 'shutting down');
    if (onStop === 'cancel') for (const order of this.#state.orders.live) this.#dealing.cancel(order);
    else for (const run of this.#state.runs.values()) run.wanted = undefined;
  }

  #ensureStarted(run: StrategyRun): void {
    if (run.state !== 'waiting' || this.#ending) return;
    const text = this.#saved[run.name];
    if (text !== undefined) Object.assign(run.saved, JSON.parse(text) as Record<string, string>);
    this.#state.put({ type: 'strategy-state', strategy: run.name, state: 'running' });
    run.start(this.#contextOf(run));
  }

  #tell(strategy: string, report: Report): void {
    const run = this.#state.runs.get(strategy);
    run?.call('onReport', (handlers) => handlers.onReport?.(report, this.#contextOf(run)), true);
  }

  #runsOn(symbol: string): StrategyRun[] {
    return [...this.#state.runs.values()].filter((run) => run.symbol === symbol);
  }

  #contextOf(run: StrategyRun): StrategyContext {
    let context = this.#contexts.get(run.name);
    if (context === undefined) {
      context = strategyContext(run, this.#state, this.#dealing);
      this.#contexts.set(run.name, context);
    }
    return context;
  }
}
