import type { Report } from '../model/event.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { Order } from '../model/order.ts';
import type { Bookkeeper } from './bookkeeper.ts';
import type { ConversionDealing } from './conversionDealing.ts';
import type { Dealing } from './dealing.ts';
import type { EngineState } from './engineState.ts';
import type { Applied, OrderReport } from './orders.ts';
import type { QuoteDesk } from './quoteDesk.ts';
import type { StrategyHost } from './strategyHost.ts';

/** The parts of the engine that reports bear on. */
export interface ReportTargets {
  readonly state: EngineState;
  readonly books: Bookkeeper;
  readonly dealing: Dealing;
  readonly conversions: ConversionDealing;
  readonly desk: QuoteDesk;
  readonly host: StrategyHost;
}

/** Draws the consequences of what the venue says: on orders, positions and lanes, and then on the strategy concerned. */
export class ReportHandler {
  readonly #to: ReportTargets;
  /** At shutdown, orders that open late are canceled as well. */
  cancelsAll = false;

  constructor(targets: ReportTargets) {
    this.#to = targets;
  }

  handle(report: Report): void {
    const { state, conversions, host } = this.#to;
    switch (report.type) {
      case 'fill':
        this.#fill(report);
        return;
      case 'quoted': {
        const pending = state.conversions.get(report.requestId);
        if (pending !== undefined && pending.intentId === undefined) conversions.accept(pending, report.quote);
        return;
      }
      case 'quote-refused': {
        const pending = state.conversions.get(report.requestId);
        // Once it was accepted there is nothing left to refuse.
        if (pending === undefined || pending.intentId !== undefined) return;
        state.conversions.end(report.requestId);
        host.report(pending.strategy, report);
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
        state.orders.external(report.orderId, report);
        return;
      case 'intent-unknown':
        if (report.kind !== 'cancel') state.frozen.set(report.lane, report.reason);
        this.#intentReport(report);
        return;
      case 'intent-refused':
      case 'intent-not-sent':
        this.#intentReport(report);
        return;
      default:
        this.#orderReport(report);
    }
  }

  #intentReport(report: Extract<OrderReport, { type: 'intent-refused' | 'intent-not-sent' | 'intent-unknown' }>): void {
    if (report.kind !== 'convert') {
      this.#orderReport(report);
      return;
    }
    const { state, host, desk } = this.#to;
    const pending = state.conversions.byIntent(report.intentId);
    if (pending === undefined) return;
    // An unknown one keeps its lane and its reservation.
    if (report.type !== 'intent-unknown') state.conversions.end(pending.requestId);
    host.report(pending.strategy, report);
    this.#workFor(pending.strategy, desk);
  }

  #orderReport(report: OrderReport): void {
    const { state, host, desk } = this.#to;
    if (report.type === 'order-replaced') this.#watchReplacement(report);
    const applied = state.orders.apply(report, state.now);
    const { order } = applied;
    if (order === undefined) {
      if (report.type === 'order-closed') state.orders.hold(report.orderId, report);
      return;
    }
    const { strategy, symbol } = order;
    if (report.type === 'intent-refused') host.refused(strategy, report.kind, report.message);
    else if (report.type === 'intent-not-sent' || report.type === 'cancel-failed') host.notSent(strategy);
    else if (report.type === 'order-opened' || report.type === 'order-replaced') host.accepted(strategy);
    host.report(strategy, report);
    this.#followUp(applied);
    desk.work(symbol);
  }

  /**
   * A venue that leaves open what was asked for less what had been filled takes the amount as the order's total. Going on would
   * ask for the difference again and again: from here on orders are canceled and placed.
   */
  #watchReplacement(report: Extract<OrderReport, { type: 'order-replaced' }>): void {
    const { state } = this.#to;
    const order = state.orders.byOrderId(report.orderId);
    const asked = order && state.orders.replacementOf(order)?.amount;
    if (order === undefined || asked === undefined || order.filled.isZero() || !state.replaces) return;
    if (!report.amount.lt(asked) || !report.amount.eq(asked.minus(order.filled))) return;
    state.replaces = false;
    const message = 'the venue takes the amount of a replacement as the total: from now on orders are canceled and placed again';
    state.put({ type: 'log', strategy: order.strategy, level: 'warn', message });
  }

  #followUp({ order, early, stray }: Applied): void {
    const { state, dealing } = this.#to;
    if (order === undefined) return;
    if (stray !== undefined) dealing.cancelById(order.strategy, order.symbol, stray);
    for (const report of early) this.handle(report);
    const now = state.orders.get(order.intentId) ?? order;
    if (now.state === 'closed') state.runs.get(now.strategy)?.ownHand.delete(now.intentId);
    else if (this.cancelsAll) dealing.cancel(now);
  }

  #fill(report: Extract<Report, { type: 'fill' }>): void {
    const { state, books, host, desk } = this.#to;
    const { fill } = report;
    if (books.isBooked(fill)) return;
    const order = state.orders.filled(fill, state.now);
    if (order === undefined && fill.strategy === undefined) {
      state.orders.hold(fill.orderId, report);
      return;
    }
    const owned = order === undefined ? fill : ownedBy(order, fill);
    books.fill(owned);
    state.account.filled(owned, state.now);
    if (order?.state === 'closed') state.runs.get(order.strategy)?.ownHand.delete(order.intentId);
    host.tell(owned.strategy, 'onFill', (handlers, context) => handlers.onFill?.(owned, context));
    desk.work(fill.symbol);
  }

  #converted(conversion: Conversion, report: Report): void {
    const { state, books, host, desk } = this.#to;
    const pending = conversion.intentId === undefined ? undefined : state.conversions.byIntent(conversion.intentId);
    const strategy = conversion.strategy ?? pending?.strategy;
    if (pending !== undefined) state.conversions.end(pending.requestId);
    if (!books.conversion(conversion, strategy)) return;
    state.account.converted(conversion, state.now);
    if (strategy === undefined) return;
    host.report(strategy, report);
    this.#workFor(strategy, desk);
  }

  #workFor(strategy: string, desk: QuoteDesk): void {
    const symbol = this.#to.state.runs.get(strategy)?.symbol;
    if (symbol !== undefined) desk.work(symbol);
  }
}

/** The fill with whose order it was. */
function ownedBy({ strategy, intentId, tag }: Order, fill: Fill): Fill {
  if (fill.intentId === intentId && fill.strategy === strategy && fill.tag === tag) return fill;
  return { ...fill, strategy, intentId, tag };
}
