import { unreachable } from '../base/assert.ts';
import { BookView } from '../market/bookView.ts';
import type { Book } from '../model/book.ts';
import type { Event, EventBody, MarketWarning, Restored } from '../model/event.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { Bookkeeper } from './bookkeeper.ts';
import { ConversionDealing } from './conversionDealing.ts';
import { DailyLossGuard } from './dailyLossGuard.ts';
import { Dealing } from './dealing.ts';
import { EngineState, type EngineSettings, type Output } from './engineState.ts';
import { OperatorHandler } from './operatorHandler.ts';
import { QuoteDesk } from './quoteDesk.ts';
import { Refusals } from './refusals.ts';
import { ReportHandler } from './reportHandler.ts';
import { type EngineSnapshot, snapshotOf } from './snapshot.ts';
import { StrategyHost } from './strategyHost.ts';
import { reservedOf } from './valuation.ts';

const LOSS_REACHED = "today's loss has reached the limit";

/**
 * The engine: `process(event) -> outputs`. It has no clock and waits for nothing; the same events give the same outputs,
 * always. What the venue answers comes back as events too.
 *
 * Here is who deals with which event; the parts do the work on one shared state.
 */
export class Engine {
  readonly #state: EngineState;
  readonly #refusals: Refusals;
  readonly #books: Bookkeeper;
  readonly #dealing: Dealing;
  readonly #conversions: ConversionDealing;
  readonly #desk: QuoteDesk;
  readonly #host: StrategyHost;
  readonly #reports: ReportHandler;
  readonly #operator: OperatorHandler;
  readonly #lossGuard: DailyLossGuard;

  constructor(settings: EngineSettings) {
    const state = new EngineState(settings);
    const refusals = new Refusals(state);
    const books = new Bookkeeper(state);
    const dealing = new Dealing(state, refusals);
    const conversions = new ConversionDealing(state, refusals);
    const desk = new QuoteDesk(state, dealing);
    const host = new StrategyHost(state, desk, { dealing, conversions, refusals });
    this.#state = state;
    this.#refusals = refusals;
    this.#books = books;
    this.#dealing = dealing;
    this.#conversions = conversions;
    this.#desk = desk;
    this.#host = host;
    this.#reports = new ReportHandler({ state, books, dealing, conversions, desk, host });
    this.#operator = new OperatorHandler({ state, refusals, dealing, conversions, host });
    this.#lossGuard = new DailyLossGuard(state);
  }

  /** The one entry. Events must come in order of their stamps. */
  process(event: Event): readonly Output[] {
    this.#state.now = event.at;
    this.#dispatch(event);
    return this.#state.takeOutputs();
  }

  /** What there is to show. Reading it changes nothing. */
  snapshot(): EngineSnapshot {
    return snapshotOf(this.#state, this.#refusals.counts);
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
        for (const row of event.rows) this.#statistics(row);
        return;
      case 'balances':
        this.#state.account.told(event.rows, (currency) => reservedOf(this.#state, currency), this.#state.now);
        return;
      case 'timer':
        this.#timer();
        return;
      case 'report':
        this.#reports.handle(event.report);
        return;
      case 'operator':
        this.#operator.handle(event.order);
        return;
      case 'shutdown':
        this.#shutdown(event.onStop);
        return;
      default:
        unreachable(event, 'event');
    }
  }

  #restored(event: Restored): void {
    this.#host.restore(event.states);
    this.#lossGuard.restore(event.states['']);
    for (const order of event.orders) this.#state.orders.restore(order);
    this.#books.restore(event.fills, event.conversions);
  }

  #book(book: Book): void {
    const view = new BookView(book);
    if (this.#state.markets.setBook(view) === undefined) return;
    this.#lossGuard.openDay();
    this.#host.callOn(book.symbol, 'onBook', (handlers, context) => handlers.onBook?.(view, context), true);
    this.#desk.work(book.symbol);
  }

  #warning(warning: MarketWarning): void {
    this.#state.markets.warn(warning);
    this.#host.callOn(warning.symbol, 'onWarning', (handlers, context) => handlers.onWarning?.(warning, context));
    this.#desk.work(warning.symbol);
  }

  #statistics(row: PairStatistics): void {
    const market = this.#state.markets.get(row.symbol);
    if (market === undefined) return;
    market.statistics = row;
    this.#host.callOn(row.symbol, 'onStats', (handlers, context) => handlers.onStats?.(row, context));
    this.#desk.work(row.symbol);
  }

  #timer(): void {
    this.#conversions.expire();
    const loss = this.#lossGuard.check();
    if (loss === 'reached') this.#halt(LOSS_REACHED);
    // The strategies stay paused until a person resumes them.
    if (loss === 'lifted' && this.#state.halted === LOSS_REACHED) this.#state.halted = undefined;
    for (const symbol of this.#state.symbols) {
      if (this.#state.markets.get(symbol) === undefined) continue;
      this.#host.callOn(symbol, 'onTimer', (handlers, context) => handlers.onTimer?.(context), true);
      this.#desk.work(symbol);
    }
    if (this.#reports.cancelsAll) this.#cancelAll();
  }

  /** No new risk until a new day or a restart; what rests is canceled. */
  #halt(reason: string): void {
    if (this.#state.halted !== undefined) return;
    this.#state.halted = reason;
    this.#state.put({ type: 'halted', reason });
    for (const run of this.#state.runs.values()) this.#host.stop(run, 'paused', reason);
  }

  #shutdown(onStop: 'cancel' | 'keep'): void {
    this.#state.halted = 'shutting down';
    this.#host.shutdown(onStop);
    this.#reports.cancelsAll = onStop === 'cancel';
    if (onStop === 'cancel') this.#cancelAll();
  }

  #cancelAll(): void {
    for (const order of this.#state.orders.live) this.#dealing.cancel(order);
  }
}
