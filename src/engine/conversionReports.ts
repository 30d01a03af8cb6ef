import type { Quote } from '../model/conversion.ts';
import type { Report } from '../model/event.ts';
import type { ConversionDealing } from './conversionDealing.ts';
import type { Desk } from './desk.ts';
import type { EngineState } from './engineState.ts';
import { mismatchOf, type PendingConversion } from './pendingConversions.ts';
import { bookConversion } from './positions.ts';
import type { StrategyHost } from './strategyHost.ts';
import type { Trades } from './execution/trades.ts';

type ReportOf<T extends Report['type']> = Extract<Report, { type: T }>;

/** Applies what the venue says about conversions and requests for quotes. */
export class ConversionReports {
  readonly #state: EngineState;
  readonly #conversions: ConversionDealing;
  readonly #host: StrategyHost;
  readonly #desk: Desk;
  readonly #trades: Trades;

  constructor(state: EngineState, conversions: ConversionDealing, host: StrategyHost, desk: Desk, trades: Trades) {
    this.#state = state;
    this.#conversions = conversions;
    this.#host = host;
    this.#desk = desk;
    this.#trades = trades;
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
        this.#trades.noQuote(report.requestId, report.message);
        this.#tell(pending.strategy, report);
      }
      return;
    }
    const pending = conversions.byIntent(report.intentId);
    // A conversion with an unknown outcome keeps its lane and its reservation.
    if (pending !== undefined && report.type !== 'intent-unknown') this.#conversions.end(pending.requestId);
    // A trade goes on over lives, and what it has asked for does not.
    if (report.type === 'intent-unknown') this.#trades.unknown(report.intentId);
    else this.#trades.notConverted(report.intentId, report.type === 'intent-refused' ? report.message : report.reason);
    if (pending === undefined) return;
    this.#tell(pending.strategy, report);
    this.#workFor(pending.strategy);
  }

  #quoted(pending: PendingConversion, quote: Quote): void {
    if (pending.offer !== undefined) return;
    pending.offer = quote;
    pending.offeredAt = this.#state.now;
    const { isShown, strategy, requestId, tag } = pending;
    const seat = this.#state.seatsOf(strategy)[0];
    const mismatch = mismatchOf(pending, quote);
    if (!isShown || mismatch !== undefined) {
      this.#conversions.accept(pending, quote);
      if (mismatch !== undefined) this.#trades.noQuote(requestId, mismatch.message);
      return;
    }
    if (this.#trades.quoted(pending) || seat === undefined) return;
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
    this.#trades.converted(conversion);
    if (strategy !== undefined) bookConversion(state, strategy, conversion);
    state.balances.converted(conversion, state.now, pending?.requestedAt);
    state.turnover?.add(state.now, conversion.fromCurrency, conversion.fromAmount);
    if (strategy === undefined) return;
    this.#tell(strategy, report);
    this.#workFor(strategy);
  }

  #tell(strategy: string, report: Report): void {
    const seat = this.#state.seatsOf(strategy)[0];
    if (seat !== undefined) this.#host.report(seat, report, false);
  }

  #workFor(strategy: string): void {
    for (const { market } of this.#state.seatsOf(strategy)) if (market !== undefined) this.#desk.work(market);
  }
}
