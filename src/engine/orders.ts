import { assert } from '../base/assert.ts';
import { ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { PlaceCommand, ReplaceCommand } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import { isLive, type Order, type OrderEnd } from '../model/order.ts';
import { EarlyReports } from './earlyReports.ts';
import { OrderEntries, type OrderEntry } from './orderEntries.ts';
import { type Shape, Shapes } from './shapes.ts';

type ReportOf<T extends Report['type']> = Extract<Report, { type: T }>;

/** The reports that are about an order of ours. */
export type OrderReport = ReportOf<
  | 'order-opened'
  | 'order-replaced'
  | 'intent-refused'
  | 'intent-not-sent'
  | 'intent-unknown'
  | 'cancel-accepted'
  | 'cancel-failed'
  | 'order-closed'
>;

/** What a report has changed. */
export interface Applied {
  /** The order that it was about, as it is now; undefined when it is about none of ours. */
  readonly order: Order | undefined;
  /** Reports that had been waiting for the order's id, in the order in which they came. */
  readonly early: readonly Report[];
  /** An order that the venue has although it should not be there, such as one that was held to be refused. */
  readonly stray?: string | undefined;
}

const NOTHING: Applied = { order: undefined, early: [] };

/**
 * Our orders by intent and by the venue's id. News only moves an order forward, so reports may come late, twice or out of
 * order.
 */
export class Orders {
  readonly #entries = new OrderEntries();
  /** The intents of replacements that are on their way, with their orders. A list, since there is at most one for each symbol. */
  readonly #underway: { readonly intentId: string; readonly entry: OrderEntry }[] = [];
  readonly #shapes = new Shapes();
  readonly #early = new EarlyReports();

  get live(): readonly Order[] {
    return this.#entries.live.map(({ order }) => order);
  }

  /** The live orders with what belongs to them. */
  get liveEntries(): readonly OrderEntry[] {
    return this.#entries.live;
  }

  /** The live orders of one strategy, oldest first. */
  liveOf(strategy: string): readonly OrderEntry[] {
    return this.#entries.liveOf(strategy);
  }

  /** Grows with every change of an order: as long as it stays, so does every order. */
  get version(): number {
    return this.#entries.version;
  }

  get liveCount(): number {
    return this.#entries.live.length;
  }

  get(intentId: string): Order | undefined {
    return this.#entries.get(intentId)?.order;
  }

  byOrderId(orderId: string): Order | undefined {
    return this.#entries.byOrderId(orderId)?.order;
  }

  replacementOf(order: Order): ReplaceCommand | undefined {
    return this.#entries.get(order.intentId)?.replacement;
  }

  /** Whether this is the intent of a replacement that is on its way. */
  isReplacing(intentId: string): boolean {
    return this.#replacedBy(intentId) !== undefined;
  }

  /** When the order was last canceled; minus infinity when never. */
  cancelTriedAt(order: Order): Instant {
    return this.#entries.get(order.intentId)?.cancelTriedAt ?? -Infinity;
  }

  /** Whether the symbol has an intent on its way or unresolved: then no other may start. */
  isLaneBusy(symbol: string): boolean {
    for (const { order } of this.liveEntries) {
      if (order.symbol === symbol && (order.state === 'pending' || order.state === 'unknown')) return true;
    }
    for (const { entry } of this.#underway) if (entry.order.symbol === symbol) return true;
    return false;
  }

  /** Whether an order of this very shape may be at the venue: one of ours, one that failed lately, or somebody else's. */
  isTaken(shape: Shape, now: Instant): boolean {
    return this.#shapes.isTaken(shape, this.liveEntries, now);
  }

  /** Somebody else's order of the same account. */
  external(orderId: string, shape: Shape): void {
    this.#shapes.external(orderId, shape);
  }

  restore(order: Order): void {
    if (this.#entries.get(order.intentId) !== undefined) return;
    const entry = this.#entries.add(order);
    if (order.orderId !== undefined) this.#entries.bind(entry, order.orderId);
  }

  placed(command: PlaceCommand): void {
    assert(this.#entries.get(command.intentId) === undefined, () => `intent ${command.intentId} was placed before`);
    const { intentId, strategy, symbol, side, orderType: type, price, amount, decidedAt, tag } = command;
    this.#entries.add({
      intentId,
      strategy,
      symbol,
      side,
      type,
      price,
      amount,
      filled: ZERO,
      state: 'pending',
      closedBy: undefined,
      orderId: undefined,
      canceling: false,
      replacing: undefined,
      tag,
      placedAt: decidedAt,
      updatedAt: decidedAt,
    });
  }

  replacing(order: Order, command: ReplaceCommand): void {
    const entry = this.#entryOf(order);
    assert(entry.replacement === undefined, () => `order ${command.orderId} is being replaced already`);
    entry.replacement = command;
    entry.since = [];
    this.#underway.push({ intentId: command.intentId, entry });
    this.#entries.advance(entry, { replacing: command.intentId });
  }

  canceling(order: Order, at: Instant): void {
    const entry = this.#entryOf(order);
    entry.cancelTriedAt = at;
    this.#entries.advance(entry, { canceling: true, updatedAt: at });
  }

  apply(report: OrderReport, at: Instant): Applied {
    switch (report.type) {
      case 'order-opened':
        return this.#opened(report, at);
      case 'order-replaced':
        return this.#replaced(report, at);
      case 'intent-refused':
        return this.#ended(report.intentId, 'refused', at);
      case 'intent-not-sent':
        return this.#ended(report.intentId, 'not-sent', at);
      case 'intent-unknown':
        return this.#unknown(report.intentId, at);
      case 'cancel-accepted':
        return { order: this.byOrderId(report.orderId), early: [] };
      case 'cancel-failed':
        return this.#change(report.orderId, (entry) => this.#entries.advance(entry, { canceling: false, updatedAt: at }));
      case 'order-closed':
        // An id that a replacement has left behind says nothing about the order that goes on.
        return this.#change(report.orderId, (entry) =>
          entry.order.orderId === report.orderId ? this.#close(entry, report.end, at) : entry.order,
        );
    }
  }

  /** Keeps a report that names an order which is not known yet. */
  hold(orderId: string, report: Report): void {
    this.#early.hold(orderId, report);
  }

  /** Books a fill on its order; undefined when the order is not known (yet). The caller sees to it that each comes once. */
  filled(fill: Fill, at: Instant): Order | undefined {
    const entry = this.#entries.byOrderId(fill.orderId) ?? (fill.intentId === undefined ? undefined : this.#entries.get(fill.intentId));
    if (entry === undefined) return undefined;
    if (entry.replacement !== undefined) entry.since.push(fill);
    const { order } = entry;
    // What the last replacement left open does not include what was filled before it.
    const amount = isBefore(fill, entry.replacedAt, order.orderId) ? order.amount.plus(fill.amount) : order.amount;
    this.#entries.advance(entry, { filled: order.filled.plus(fill.amount), amount, updatedAt: at });
    return this.#closeWhenFilled(entry, at);
  }

  #opened(report: ReportOf<'order-opened'>, at: Instant): Applied {
    const entry = this.#entries.get(report.intentId);
    if (entry === undefined || this.#entries.byOrderId(report.orderId) !== undefined) return { order: entry?.order, early: [] };
    const isFirst = entry.ids.length === 0;
    this.#entries.bind(entry, report.orderId);
    const early = this.#early.take(report.orderId);
    if (!isFirst || !isLive(entry.order)) return { order: entry.order, early, stray: report.orderId };
    const { orderId, amount, price } = report;
    this.#entries.advance(entry, { state: 'open', orderId, amount, price, updatedAt: at });
    return { order: this.#closeWhenFilled(entry, at), early };
  }

  #replaced(report: ReportOf<'order-replaced'>, at: Instant): Applied {
    const { intentId, newOrderId, price, replacedAt } = report;
    const entry = this.#entries.byOrderId(report.orderId);
    // News of a replacement that was settled before is late: the fills since then count.
    const isLate = entry !== undefined && replacedAt <= entry.replacedAt && entry.replacement?.intentId !== intentId;
    if (entry === undefined || isLate) return { order: entry?.order, early: [] };
    this.#endReplacement(intentId);
    const since = entry.since.filter((fill) => !isBefore(fill, replacedAt, newOrderId));
    const later = since.reduce((sum, fill) => sum.plus(fill.amount), ZERO);
    entry.replacement = undefined;
    entry.since = [];
    entry.replacedAt = replacedAt;
    const isNewId = this.#entries.byOrderId(newOrderId) === undefined;
    if (isNewId) this.#entries.bind(entry, newOrderId);
    const early = this.#early.take(newOrderId);
    if (!isLive(entry.order)) return { order: entry.order, early, stray: isNewId ? newOrderId : undefined };
    const amount = entry.order.filled.minus(later).plus(report.amount);
    this.#entries.advance(entry, { orderId: newOrderId, price, amount, replacing: undefined, updatedAt: at });
    return { order: this.#closeWhenFilled(entry, at), early };
  }

  /** A place or a replacement that did not happen. The order behind a replacement stays as it was. */
  #ended(intentId: string, end: 'refused' | 'not-sent', at: Instant): Applied {
    const replaced = this.#replacedBy(intentId);
    if (replaced !== undefined) {
      this.#endReplacement(intentId);
      replaced.replacement = undefined;
      replaced.since = [];
      this.#entries.advance(replaced, { replacing: undefined, updatedAt: at });
      return { order: this.#closeWhenFilled(replaced, at), early: [] };
    }
    const entry = this.#entries.get(intentId);
    // An order that the venue has was not refused, whatever comes late.
    if (entry === undefined || entry.order.state === 'open') return { order: entry?.order, early: [] };
    return { order: this.#close(entry, end, at), early: [] };
  }

  #unknown(intentId: string, at: Instant): Applied {
    const replaced = this.#replacedBy(intentId);
    if (replaced !== undefined) return { order: replaced.order, early: [] };
    const entry = this.#entries.get(intentId);
    return entry === undefined ? NOTHING : { order: this.#entries.advance(entry, { state: 'unknown', updatedAt: at }), early: [] };
  }

  #change(orderId: string, change: (entry: OrderEntry) => Order): Applied {
    const entry = this.#entries.byOrderId(orderId);
    return entry === undefined ? NOTHING : { order: change(entry), early: [] };
  }

  /** While a replacement is on its way nobody can say what is left. */
  #closeWhenFilled(entry: OrderEntry, at: Instant): Order {
    const { state, filled, amount } = entry.order;
    return state === 'open' && entry.replacement === undefined && filled.gte(amount) ? this.#close(entry, 'filled', at) : entry.order;
  }

  #close(entry: OrderEntry, end: OrderEnd, at: Instant): Order {
    const { order } = entry;
    if (!isLive(order)) return order;
    // An order that is filled to the last lot was filled, whatever closed it in the venue's list.
    const closedBy = end === 'canceled' && order.filled.gte(order.amount) ? 'filled' : end;
    if (closedBy !== 'filled' && closedBy !== 'canceled') this.#shapes.failed(order, at);
    return this.#entries.advance(entry, { state: 'closed', closedBy, canceling: false, replacing: undefined, updatedAt: at });
  }

  #replacedBy(intentId: string): OrderEntry | undefined {
    for (const underway of this.#underway) if (underway.intentId === intentId) return underway.entry;
    return undefined;
  }

  #endReplacement(intentId: string): void {
    const at = this.#underway.findIndex((underway) => underway.intentId === intentId);
    if (at >= 0) this.#underway.splice(at, 1);
  }

  #entryOf(order: Order): OrderEntry {
    const entry = this.#entries.get(order.intentId);
    assert(entry !== undefined, () => `the order of intent ${order.intentId} is not one of ours`);
    return entry;
  }
}

/** Whether a fill was made before the order's last replacement: by the venue's times, or because it bears an older id. */
function isBefore(fill: Fill, replacedAt: Instant, orderId: string | undefined): boolean {
  if (replacedAt === -Infinity) return false;
  return fill.tradedAt <= replacedAt || (orderId !== undefined && fill.orderId !== orderId);
}
