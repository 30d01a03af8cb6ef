import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { Order } from '../model/order.ts';
import { countLate } from './deskOrders/countLate.ts';
import { EarlyReports } from './earlyReports.ts';
import type { Engine, NotDone } from './engine.ts';
import type { EngineOrder, Seat } from './market.ts';
import { sideCode, sideOf } from '../model/side.ts';
import type { KnownOrders } from './knownOrders.ts';
import { countLateFill, entombLate, lateIsNone, lateOrders, lateReplaced } from './savedEntombed.ts';
import { noteExternal } from './noteExternal.ts';
import { OffGridLanes } from './offGridLanes.ts';
import { ownedBy } from './ownedFill.ts';
import { ownerBefore } from './ownerBefore.ts';
import { ownerNow } from './ownerNow.ts';
import { RecentIds } from './recentIds.ts';
import { UnfoldedFills } from './unfoldedFills.ts';
import { watchReplacement } from './watchReplacement.ts';

type ReportOf<T extends Report['type']> = Extract<Report, { type: T }>;

/**
 * Passes the venue's reports to the engine. It turns ids into orders and decimals into whole numbers, and handles reports that
 * come twice, too early or too late.
 */
export class ReportDoor {
  /** The report that is being passed to the engine. */
  current: Report | undefined = undefined;
  readonly unfolded = new UnfoldedFills();
  readonly #engine: Engine;
  readonly #orders: KnownOrders;
  readonly #cancelById: (strategy: string, symbol: string, orderId: string) => void;
  readonly #early = new EarlyReports();
  /** Executions that were booked lately, so that none is booked twice. Repeats come soon after. */
  readonly #fills = new RecentIds();
  readonly #conversions = new RecentIds();
  /** Orders of ours that should not be there: their executions are none of the order that was asked for. */
  readonly #unwanted = new RecentIds();
  readonly #lanes: OffGridLanes;

  constructor(engine: Engine, orders: KnownOrders, cancelById: (strategy: string, symbol: string, orderId: string) => void) {
    this.#engine = engine;
    this.#orders = orders;
    this.#cancelById = cancelById;
    this.#lanes = new OffGridLanes(engine);
  }

  /** False when it was booked before. */
  isNewFill(id: string): boolean {
    return this.#fills.add(id);
  }

  /** False when it was booked before. */
  isNewConversion(id: string): boolean {
    return this.#conversions.add(id);
  }

  /** Restores an order of an earlier life, which is open or unknown. */
  restore(shown: Order): void {
    const { intentId, orderId, symbol, side, type, price, amount, filled } = shown;
    const { state, orders } = this.#engine;
    const market = state.markets.get(symbol);
    if (market === undefined) return;
    const isMarket = type === 'Market';
    const order = orders.add(ownerBefore(shown, state), market, sideCode(side), isMarket, 0, 0);
    this.#orders.add(intentId, order, orders.live.length);
    order.intentId = intentId;
    order.orderId = orderId;
    order.tag = shown.tag;
    this.#engine.deskOrders.adopt(order);
    if (orderId !== undefined) {
      this.#orders.bind(order, orderId);
      lateIsNone(orderId, state);
    }
    const lots = this.#lanes.lots(order, amount);
    orders.restored(order, shown, isMarket ? 0 : this.#lanes.ticks(order, price), lots, this.#lanes.filledLots(order, filled));
    // What was canceled in an earlier life, and goes on all the same.
    if (shown.canceling) this.#engine.dealing.cancelUntilOver(order);
  }

  /** What was told of late orders before it was read which ones an earlier life has seen. */
  lateRestored(): void {
    for (const orderId of lateOrders(this.#engine.state)) for (const report of this.#early.take(orderId)) this.take(report);
  }

  take(report: Report): void {
    this.current = report;
    switch (report.type) {
      case 'fill':
        this.#fill(report);
        return;
      case 'order-opened':
        this.#opened(report);
        return;
      case 'order-replaced':
        this.#replaced(report);
        return;
      case 'replacement-final':
        this.#engine.replacementFinal(report.intentId);
        return;
      case 'intent-refused':
        this.#ended(report, 'refused', report.message);
        return;
      case 'intent-not-sent':
        this.#ended(report, 'not-sent', report.reason);
        return;
      case 'intent-not-placed':
        this.#ended(report, 'not-placed', report.reason);
        return;
      case 'intent-unknown':
        this.#unknown(report);
        return;
      case 'cancel-accepted':
      case 'cancel-failed':
        this.#canceled(report);
        return;
      case 'order-closed':
        this.#closed(report);
        return;
      case 'order-late':
        this.#late(report);
        return;
      case 'external-order':
        noteExternal(report, this.#engine);
        return;
      case 'lane-frozen':
        this.#lanes.report(report.lane, report.reason);
        return;
      case 'lane-opened':
        this.#lanes.report(report.lane, undefined);
        return;
      case 'converted':
        this.#engine.conversionReports.converted(report, this.isNewConversion(report.conversion.id));
        return;
      default:
        this.#engine.conversionReports.take(report);
    }
  }

  #opened(report: ReportOf<'order-opened'>): void {
    const { intentId, orderId, price, amount } = report;
    const order = this.#orders.byIntent(intentId);
    if (order === undefined) return;
    if (this.#orders.byOrderId(orderId) !== undefined) {
      this.#engine.accepted(order);
      this.#settled(order);
      return;
    }
    const isFirst = !this.#orders.isBound(order);
    this.#orders.bind(order, orderId);
    const early = this.#early.take(orderId);
    const isExpected = isFirst && order.isLive;
    if (isExpected) {
      order.orderId = orderId;
      this.#engine.opened(order, this.#lanes.ticks(order, price), this.#lanes.lots(order, amount));
    } else this.#engine.accepted(order);
    if (isFirst && !isExpected) entombLate({ ...report, symbol: order.market.symbol, side: sideOf(order.side) }, this.#engine.state);
    this.#followUp(order, early, isExpected ? undefined : orderId);
  }

  #replaced(report: ReportOf<'order-replaced'>): void {
    const { intentId, orderId, newOrderId, price, amount, replacedAt, isFinal } = report;
    const order = this.#orders.byOrderId(orderId);
    if (order === undefined) return;
    lateReplaced(intentId, order.market, this.#engine.state);
    watchReplacement(this.#engine.state, order, amount);
    if (replacedAt <= order.replacedAt && !(order.isReplacing && order.replaceId === intentId)) {
      // News of a replacement that was settled before is late. The fills since then count.
      this.#engine.accepted(order);
      this.#settled(order);
      return;
    }
    const answered = this.#orders.byReplacement(intentId);
    if (answered !== undefined) {
      this.#orders.replacementAnswered(intentId);
      this.#engine.orders.replacementAnswered(answered);
    }
    // What an earlier life was to replace it by is this order from here on.
    const next = this.#orders.byIntent(intentId);
    const isAwaited = order.isReplacing && order.replaceId === intentId;
    const asked = next !== undefined && next !== order ? next.lots : isAwaited ? order.nextLots : 0;
    if (next !== undefined && next !== order) this.#engine.closed(next, 'canceled');
    const isNewId = this.#orders.byOrderId(newOrderId) === undefined;
    if (isNewId) this.#orders.bind(order, newOrderId);
    const early = this.#early.take(newOrderId);
    const { isLive } = order;
    if (isLive) order.orderId = newOrderId;
    this.#engine.replacedAt = replacedAt;
    const [ticks, lots] = [this.#lanes.ticks(order, price), this.#lanes.lots(order, amount)];
    this.#engine.replaced(order, ticks, lots, isFinal === false ? { replaceId: intentId, asked } : undefined);
    this.#orders.earlierKnown(intentId);
    this.#followUp(order, early, isLive || !isNewId ? undefined : newOrderId);
  }

  #ended(report: ReportOf<'intent-refused' | 'intent-not-sent' | 'intent-not-placed'>, end: NotDone, message: string): void {
    const { intentId, kind } = report;
    if (kind === 'convert') return this.#engine.conversionReports.take(report);
    const replaced = this.#orders.byReplacement(intentId);
    const order = replaced ?? this.#orders.byIntent(intentId);
    if (order === undefined) return;
    this.#orders.earlierKnown(intentId);
    if (replaced === undefined) this.#engine.placeEnded(order, end, () => message);
    else {
      this.#orders.replacementAnswered(intentId);
      this.#engine.replaceEnded(order, end, () => message);
    }
    this.#settled(order);
  }

  #unknown(report: ReportOf<'intent-unknown'>): void {
    const { intentId, kind, lane, reason, goesOn } = report;
    if (kind !== 'cancel' && !goesOn) this.#lanes.report(lane, reason);
    if (kind === 'convert') return this.#engine.conversionReports.take(report);
    const replaced = this.#orders.byReplacement(intentId);
    const order = replaced ?? this.#orders.byIntent(intentId);
    if (order === undefined) return;
    this.#engine.unknown(order, replaced !== undefined);
    this.#settled(order);
  }

  #canceled({ type, orderId }: ReportOf<'cancel-accepted' | 'cancel-failed'>): void {
    const order = this.#orders.byOrderId(orderId);
    if (order === undefined) return;
    if (type === 'cancel-accepted') this.#engine.cancelAccepted(order);
    else this.#engine.cancelFailed(order);
    this.#settled(order);
  }

  #closed(report: ReportOf<'order-closed'>): void {
    const { orderId, end } = report;
    lateIsNone(orderId, this.#engine.state);
    const order = this.#orders.byOrderId(orderId);
    if (order === undefined) return this.#early.hold(orderId, report);
    // An id that a replacement has left behind says nothing about the order that goes on.
    if (order.orderId === orderId) this.#engine.closed(order, end);
    else this.#engine.cancelAccepted(order);
    this.#followUp(order, [], undefined);
  }

  #late(report: ReportOf<'order-late'>): void {
    const { orderId, strategy, symbol } = report;
    this.#unwanted.add(orderId);
    // One that goes on here counts as open.
    if (this.#orders.byOrderId(orderId)?.isLive !== true) entombLate(report, this.#engine.state);
    this.#cancelById(strategy, symbol, orderId);
  }

  #followUp(order: EngineOrder, early: readonly Report[], stray: string | undefined): void {
    if (stray !== undefined) this.#cancelById(order.seat.name, order.market.symbol, stray);
    for (const report of early) this.take(report);
    this.#settled(order);
  }

  #settled(order: EngineOrder): void {
    this.#lanes.release(order);
    this.#engine.settled(order);
  }

  #fill(report: ReportOf<'fill'>): void {
    const { fill } = report;
    const { orderId } = fill;
    if (this.#fills.has(fill.id)) return;
    const order = this.#orders.byOrderId(orderId) ?? this.#orderOfIntent(fill);
    if (order === undefined && fill.strategy === undefined) {
      this.#early.hold(orderId, report);
      return;
    }
    this.#fills.add(fill.id);
    countLateFill(fill, this.#engine.state);
    if (order === undefined) {
      const seat = this.#engine.state.seat(fill.strategy!, fill.symbol);
      this.#keep(seat, fill);
      countLate(fill, this.#engine.deskOrders.all);
      this.#engine.executions.filledExactly(fill, seat);
      return;
    }
    const owned = ownedBy(order, fill);
    if (owned !== fill) this.current = { type: 'fill', fill: owned };
    const seat = ownerNow(order, this.#engine.state);
    this.#keep(seat, owned);
    const lots = this.#lanes.filledLots(order, fill.amount);
    if (seat === order.seat && this.#engine.executions.read(order, owned)) this.#engine.executions.filled(order);
    else {
      this.#lanes.watchPrice(order, fill.price);
      this.#engine.executions.filledExactly(owned, seat, order, lots);
    }
    this.#lanes.release(order);
  }

  #orderOfIntent({ orderId, intentId }: Fill): EngineOrder | undefined {
    return intentId === undefined || this.#unwanted.has(orderId) ? undefined : this.#orders.byIntent(intentId);
  }

  /** Keeps an execution of a strategy until its position is asked for. */
  #keep(seat: Seat | undefined, fill: Fill): void {
    if (seat?.market !== undefined && seat.market.symbol === fill.symbol) this.unfolded.add(seat, fill);
  }
}
