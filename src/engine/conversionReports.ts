import type { Quote } from '../model/conversion.ts';
import type { Report } from '../model/event.ts';
import type { ConversionDealing } from './conversionDealing.ts';
import type { Desk } from './desk.ts';
import type { EngineState } from './engineState.ts';
import { mismatchOf, type PendingConversion } from './pendingConversions.ts';
import { bookConversion } from './positions.ts';
import type { StrategyHost } from './strategyHost.ts';

type ReportOf<T extends Report['type']> = Extract<Report, { type: T }>;

/** Applies what the venue says about conversions and requests for quotes. */
export class ConversionReports {
  readonly #state: EngineState;
  readonly #conversions: ConversionDealing;
  readonly #host: StrategyHost;
  readonly #desk: Desk;

  constructor(state: EngineState, conversions: ConversionDealing, host: StrategyHost, desk: Desk) {
    this.#state = state;
    this.#conversions = conversions;
    this.#host = host;
    this.#desk = desk;
  }

  take(report: ReportOf<'quoted' | 'quote-refused' | 'intent-refused' | 'intent-not-sent' | 'intent-not-placed' | 'intent-unknown'>): void {
    const { conversions } = this.#state;
    if (report.type === 'quoted' || report.type === 'quote-refused') {
      const pending = conversions.get(report.requestId);
      // After it was accepted, there is nothing left to accept or refuse.
      if (pending === undefined || pending.intentId !== undefined) return;
      if (report.type === 'quoted') this.#quoted(pending, report.quote);
      else {
        this.#conversions.end(report.requestId);
        this.#tell(pending.strategy, report);
      }
      return;
    }
    const pending = conversions.byIntent(report.intentId);
    if (pending === undefined) return;
    // A conversion with an unknown outcome keeps its lane and its reservation.
    if (report.type !== 'intent-unknown') this.#conversions.end(pending.requestId);
    this.#tell(pending.strategy, report);
    this.#workFor(pending.strategy);
  }

  #quoted(pending: PendingConversion, quote: Quote): void {
    if (pending.offer !== undefined) return;
    pending.offer = quote;
    pending.offeredAt = this.#state.now;
    const { isShown, strategy, requestId, tag } = pending;
    const seat = this.#state.seat(strategy);
    if (!isShown || seat === undefined || mismatchOf(pending, quote) !== undefined) {
      this.#conversions.accept(pending, quote);
      return;
    }
    this.#host.call(seat, 'onQuote', (handlers, context) => handlers.onQuote?.({ ...quote, requestId, tag }, context));
    this.#workFor(strategy);
  }

  /** `isNew` says that it was not booked before. */
  converted(report: ReportOf<'converted'>, isNew: boolean): void {
    const state = this.#state;
    const { conversion } = report;
    const pending = conversion.intentId === undefined ? undefined : state.conversions.byIntent(conversion.intentId);
    const strategy = conversion.strategy ?? pending?.strategy;
    if (pending !== undefined) this.#conversions.end(pending.requestId);
    if (!isNew) return;
    const seat = strategy === undefined ? undefined : state.seat(strategy);
    if (seat?.market !== undefined) bookConversion(state, seat, conversion);
    state.balances.converted(conversion, state.now);
    state.turnover?.add(state.now, conversion.fromCurrency, conversion.fromAmount);
    if (strategy === undefined) return;
    this.#tell(strategy, report);
    this.#workFor(strategy);
  }

  #tell(strategy: string, report: Report): void {
    const seat = this.#state.seat(strategy);
    if (seat !== undefined) this.#host.report(seat, report, false);
  }

  #workFor(strategy: string): void {
    const market = this.#state.seat(strategy)?.market;
    if (market !== undefined) this.#desk.work(market);
  }
}
