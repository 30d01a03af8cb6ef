import { assert } from '../base/assert.ts';
import { ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { PlaceCommand, ReplaceCommand } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import { advanceOrder, isLive, type Order } from '../model/order.ts';

/** How many closed orders are kept for late news about them. */
const CLOSED_KEPT = 5000;

/** A replacement on its way: what the order becomes when the venue agrees. */
export interface PendingReplacement {
  readonly command: ReplaceCommand;
  readonly unknown: boolean;
}

/**
 * Our orders by intent and by the venue's id. News only moves an order forward, so reports may come late, twice or out of
 * order.
 */
export class Orders {
  readonly #byIntent = new Map<string, Order>();
  /** Every id that an order ever had: a replacement may give a new one, and fills of the old one still count. */
  readonly #intentByOrderId = new Map<string, string>();
  readonly #live = new Map<string, Order>();
  readonly #replacements = new Map<string, PendingReplacement>();
  /** The venue's time of the last replacement by intent: fills up to then were not part of what it left open. */
  readonly #replacedAt = new Map<string, Instant>();
  /** Fills that came before the answer that names their order. */
  readonly #early = new Map<string, Fill[]>();

  get live(): Iterable<Order> {
    return this.#live.values();
  }

  get liveCount(): number {
    return this.#live.size;
  }

  get(intentId: string): Order | undefined {
    return this.#byIntent.get(intentId);
  }

  byOrderId(orderId: string): Order | undefined {
    const intentId = this.#intentByOrderId.get(orderId);
    return intentId === undefined ? undefined : this.#byIntent.get(intentId);
  }

  replacementOf(order: Order): PendingReplacement | undefined {
    return order.replacing === undefined ? undefined : this.#replacements.get(order.replacing);
  }

  /** Whether the symbol has an intent on its way or unresolved: then no other may start. */
  isLaneBusy(symbol: string): boolean {
    for (const order of this.#live.values()) {
      if (order.symbol === symbol && (order.state === 'pending' || order.state === 'unknown')) return true;
    }
    for (const { command } of this.#replacements.values()) if (command.symbol === symbol) return true;
    return false;
  }

  restore(order: Order): void {
    this.#put(order);
    if (order.orderId !== undefined) this.#intentByOrderId.set(order.orderId, order.intentId);
  }

  placed(command: PlaceCommand): void {
    assert(!this.#byIntent.has(command.intentId), `intent ${command.intentId} was placed before`);
    this.#put({
      intentId: command.intentId,
      strategy: command.strategy,
      symbol: command.symbol,
      side: command.side,
      type: command.orderType,
      price: command.price,
      amount: command.amount,
      filled: ZERO,
      state: 'pending',
      closedBy: undefined,
      orderId: undefined,
      placedAt: command.decidedAt,
      updatedAt: command.decidedAt,
      canceling: false,
      replacing: undefined,
      tag: command.tag,
    });
  }

  replacing(order: Order, command: ReplaceCommand): void {
    this.#replacements.set(command.intentId, { command, unknown: false });
    this.#advance(order, { replacing: command.intentId });
  }

  canceling(order: Order, at: Instant): void {
    this.#advance(order, { canceling: true, updatedAt: at });
  }

  /**
   * Applies a report. Answers the order that it was about as it is now, or undefined when it is about none of ours, and the
   * fills that had been waiting for it.
   */
  apply(report: Report, at: Instant): { readonly order: Order | undefined; readonly early: readonly Fill[] } {
    switch (report.type) {
      case 'order-opened':
        return this.#opened(report, at);
      case 'order-replaced':
        return this.#replaced(report, at);
      case 'intent-refused':
      case 'intent-not-sent':
        return { order: this.#ended(report.intentId, report.type === 'intent-refused' ? 'refused' : 'not-sent', at), early: [] };
      case 'intent-unknown':
        return { order: this.#unknown(report.intentId, at), early: [] };
      case 'cancel-accepted':
        return { order: this.byOrderId(report.orderId), early: [] };
      case 'cancel-failed': {
        const order = this.byOrderId(report.orderId);
        return { order: order && this.#advance(order, { canceling: false, updatedAt: at }), early: [] };
      }
      case 'order-closed': {
        const order = this.byOrderId(report.orderId);
        return { order: order && this.#close(order, report.end, at), early: [] };
      }
      default:
        return { order: undefined, early: [] };
    }
  }

  /** Books a fill on its order; one that comes before its order's id is known waits for it. */
  filled(fill: Fill, at: Instant): Order | undefined {
    const order = this.byOrderId(fill.orderId) ?? (fill.intentId === undefined ? undefined : this.#byIntent.get(fill.intentId));
    if (order === undefined) return undefined;
    const filled = order.filled.plus(fill.amount);
    // What a replacement left open does not include what was filled before it.
    const before = fill.tradedAt <= (this.#replacedAt.get(order.intentId) ?? -Infinity);
    const amount = before || filled.gt(order.amount) ? (before ? order.amount.plus(fill.amount) : filled) : order.amount;
    const booked = this.#advance(order, { filled, amount, updatedAt: at });
    return isLive(booked) && booked.state === 'open' && booked.replacing === undefined && booked.filled.gte(booked.amount)
      ? this.#close(booked, 'filled', at)
      : booked;
  }

  /** Keeps a fill whose order is not known yet. */
  hold(fill: Fill): void {
    const waiting = this.#early.get(fill.orderId) ?? [];
    waiting.push(fill);
    this.#early.set(fill.orderId, waiting);
    if (this.#early.size > CLOSED_KEPT) this.#early.delete(this.#early.keys().next().value!);
  }

  #opened(report: Extract<Report, { type: 'order-opened' }>, at: Instant): { order: Order | undefined; early: readonly Fill[] } {
    const order = this.#byIntent.get(report.intentId);
    if (order === undefined) return { order: undefined, early: [] };
    this.#intentByOrderId.set(report.orderId, order.intentId);
    const opened = this.#advance(order, {
      state: 'open',
      orderId: report.orderId,
      amount: report.amount,
      price: report.price,
      updatedAt: at,
    });
    const early = this.#early.get(report.orderId) ?? [];
    this.#early.delete(report.orderId);
    return { order: opened, early };
  }

  #replaced(report: Extract<Report, { type: 'order-replaced' }>, at: Instant): { order: Order | undefined; early: readonly Fill[] } {
    const order = this.byOrderId(report.orderId);
    this.#replacements.delete(report.intentId);
    if (order === undefined) return { order: undefined, early: [] };
    this.#intentByOrderId.set(report.newOrderId, order.intentId);
    this.#replacedAt.set(order.intentId, report.replacedAt);
    const replaced = this.#advance(order, {
      orderId: report.newOrderId,
      price: report.price,
      amount: order.filled.plus(report.amount),
      replacing: undefined,
      updatedAt: at,
    });
    const early = this.#early.get(report.newOrderId) ?? [];
    this.#early.delete(report.newOrderId);
    return { order: replaced, early };
  }

  /** A place or a replacement that did not happen. The order behind a replacement stays as it was. */
  #ended(intentId: string, end: 'refused' | 'not-sent', at: Instant): Order | undefined {
    const replaced = this.#behindReplacement(intentId);
    if (replaced !== undefined) {
      this.#replacements.delete(intentId);
      const back = this.#advance(replaced, { replacing: undefined, updatedAt: at });
      return back.state === 'open' && back.filled.gte(back.amount) ? this.#close(back, 'filled', at) : back;
    }
    const order = this.#byIntent.get(intentId);
    return order === undefined ? undefined : this.#close(order, end, at);
  }

  #unknown(intentId: string, at: Instant): Order | undefined {
    const replaced = this.#behindReplacement(intentId);
    if (replaced !== undefined) {
      this.#replacements.set(intentId, { ...this.#replacements.get(intentId)!, unknown: true });
      return replaced;
    }
    const order = this.#byIntent.get(intentId);
    return order && this.#advance(order, { state: 'unknown', updatedAt: at });
  }

  #behindReplacement(intentId: string): Order | undefined {
    const pending = this.#replacements.get(intentId);
    return pending === undefined ? undefined : this.byOrderId(pending.command.orderId);
  }

  #close(order: Order, end: NonNullable<Order['closedBy']>, at: Instant): Order {
    // An order that is filled to the last lot was filled, whatever closed it in the venue's list.
    const closedBy = end === 'canceled' && order.filled.gte(order.amount) ? 'filled' : end;
    return this.#advance(order, { state: 'closed', closedBy, canceling: false, replacing: undefined, updatedAt: at });
  }

  #advance(order: Order, next: Partial<Order>): Order {
    const advanced = advanceOrder(order, next);
    this.#put(advanced);
    return advanced;
  }

  #put(order: Order): void {
    this.#byIntent.set(order.intentId, order);
    if (isLive(order)) {
      this.#live.set(order.intentId, order);
      return;
    }
    if (!this.#live.delete(order.intentId)) return;
    this.#forgetOldest();
  }

  #forgetOldest(): void {
    if (this.#byIntent.size <= CLOSED_KEPT + this.#live.size) return;
    for (const [intentId, order] of this.#byIntent) {
      if (isLive(order)) continue;
      this.#byIntent.delete(intentId);
      this.#replacedAt.delete(intentId);
      if (order.orderId !== undefined) this.#intentByOrderId.delete(order.orderId);
      return;
    }
  }
}
