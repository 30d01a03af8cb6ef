import type { Clock } from '../base/clock.ts';
import { ZERO } from '../base/decimal.ts';
import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { BookContext, BoundOrder, FillLog, Journal, LoggedFill } from '../model/journal.ts';
import type { AccountLists, OpenOrderRow } from './accountLists.ts';
import { adoptConversions, adoptOrders } from './adoption.ts';
import { fillOf, keyedRows, meaningOf, timeOf, type TradeRow } from './fillRows.ts';

export interface OwnOrdersOptions {
  readonly lists: AccountLists;
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  /** The book around a fill, when there is one. */
  readonly bookContext: (symbol: string) => BookContext | undefined;
  /** How late an order or an execution may become visible (V of the order-safety rules). */
  readonly visibilityMs: number;
  /** How far the venue's clock may be off ours when times are compared. */
  readonly skewMs: number;
  /** An order is closed when it is absent from this many complete rounds in a row. */
  readonly closeAfterRounds: number;
}

/** What one complete round has found. */
export interface Round {
  readonly openOrders: readonly OpenOrderRow[];
  readonly newFills: number;
}

const WATERMARK = '*';

/**
 * Keeps our orders in step with the venue's lists: books executions, notices what closed, adopts what had become unknown, and
 * points out orders that nobody here has placed. A round that could not be read completely counts as nothing.
 *
 * Open orders are read before executions, so that an order that is gone from the first has all its executions in the second.
 */
export class OwnOrders {
  readonly #options: OwnOrdersOptions;
  readonly #absentRounds = new Map<string, number>();
  readonly #external = new Map<string, number>();
  readonly #known = new Set<string>();
  readonly #frozen = new Set<string>();

  constructor(options: OwnOrdersOptions) {
    this.#options = options;
  }

  /** Reads the lists once, completely, and draws the conclusions. Rejects when a list could not be read. */
  async round(): Promise<Round> {
    const { lists, journal, clock, fillLog } = this.#options;
    const startedAt = clock.now();
    const unresolved = (await journal.unresolved()).filter((intent) => intent.kind !== 'cancel');
    const openOrders = await lists.openOrders();
    const watermark = (await fillLog.watermark(WATERMARK)) ?? startedAt - this.#options.visibilityMs;
    const since = Math.min(watermark, ...unresolved.map((intent) => intent.createdAt - this.#options.skewMs)) - this.#options.visibilityMs;
    const trades = await lists.trades(since);
    // Asked again: what was acknowledged while the lists were read is bound by now.
    const pending = (await journal.unresolved()).filter((intent) => intent.kind !== 'cancel');
    await this.#adopt(unresolved, openOrders, trades);
    const newFills = await this.#book(trades, pending, watermark, startedAt);
    await this.#close(openOrders, pending, startedAt);
    await this.#pointOut(openOrders, pending);
    return { openOrders, newFills };
  }

  /** Looks for conversions whose answer was lost. */
  async conversionRound(): Promise<void> {
    const { journal, lists } = this.#options;
    const lost = (await journal.unresolved()).filter((intent) => intent.kind === 'convert' && intent.state !== 'sending');
    if (lost.length === 0) return;
    const since = Math.min(...lost.map((intent) => intent.createdAt)) - this.#options.skewMs;
    const rows = await lists.conversions(since);
    await adoptConversions(lost, rows, this.#options);
  }

  async #adopt(unresolved: readonly Intent[], openOrders: readonly OpenOrderRow[], trades: readonly TradeRow[]): Promise<void> {
    const lost = unresolved.filter((intent) => intent.kind !== 'convert' && intent.state !== 'sending');
    if (lost.length > 0) await adoptOrders(lost, openOrders, trades, this.#options);
  }

  /** Books executions that are new. The watermark lags, so that what becomes visible late is still read. */
  async #book(trades: readonly TradeRow[], pending: readonly Intent[], watermark: Instant, startedAt: Instant): Promise<number> {
    const { journal, fillLog, clock, report, bookContext, visibilityMs } = this.#options;
    const receivedAt = clock.now();
    const fresh: LoggedFill[] = [];
    let postponed = Infinity;
    for (const { key, row } of keyedRows(trades)) {
      if (this.#known.has(key)) continue;
      const meaning = meaningOf(row);
      if (meaning === 'cancellation') continue;
      if (meaning !== 'execution') {
        this.#freeze(row.symbol, `a row of the trades list can't be read: order ${row.id}, status ${row.status}`);
        postponed = Math.min(postponed, timeOf(row) ?? watermark);
        continue;
      }
      const order = await journal.order(row.id);
      // While an intent of the lane is open it may be this one's: booked when it is known whose it is.
      if (order === undefined && pending.some((intent) => intent.lane === orderLane(row.symbol))) {
        postponed = Math.min(postponed, timeOf(row) ?? watermark);
        continue;
      }
      if (order === undefined && (timeOf(row) ?? 0) < watermark) {
        this.#known.add(key);
        continue;
      }
      fresh.push({ fill: fillOf(key, row, order, receivedAt), book: bookContext(row.symbol) });
    }
    fresh.reverse();
    const next = Math.max(watermark, Math.min(startedAt - visibilityMs, postponed - 1));
    if (fresh.length === 0 && next - watermark < visibilityMs) return 0;
    const isNew = await fillLog.record(fresh, { symbol: WATERMARK, at: next });
    let count = 0;
    for (const [i, { fill }] of fresh.entries()) {
      this.#remember(fill.id);
      if (isNew[i] !== true) continue;
      count++;
      report({ type: 'fill', fill });
    }
    return count;
  }

  /** Orders of ours that are gone from the list for long enough, or filled to the last lot, are closed. */
  async #close(openOrders: readonly OpenOrderRow[], pending: readonly Intent[], startedAt: Instant): Promise<void> {
    const { journal, report, closeAfterRounds, visibilityMs } = this.#options;
    const present = new Set(openOrders.map((row) => row.id));
    for (const order of await journal.openOrders()) {
      const isBeingReplaced = pending.some((intent) => intent.targetId === order.orderId);
      // Bound after the list was read: it could not be in it.
      if (present.has(order.orderId) || isBeingReplaced || order.openedAt >= startedAt) {
        this.#absentRounds.delete(order.orderId);
        continue;
      }
      const filled = await this.#filledOf(order);
      const rounds = (this.#absentRounds.get(order.orderId) ?? 0) + 1;
      this.#absentRounds.set(order.orderId, rounds);
      const isFilled = filled.gte(order.amount);
      const isYoung = startedAt - order.openedAt < Math.min(visibilityMs, 2000);
      if (!isFilled && (rounds < closeAfterRounds || isYoung)) continue;
      this.#absentRounds.delete(order.orderId);
      const end = isFilled ? 'filled' : 'canceled';
      await journal.closeOrder(order.orderId, end, startedAt);
      report({ type: 'order-closed', orderId: order.orderId, end, filled });
    }
  }

  async #filledOf(order: BoundOrder) {
    const logged = await this.#options.fillLog.fills({ orderId: order.orderId });
    return logged.reduce((sum, { fill }) => sum.plus(fill.amount), ZERO);
  }

  /** Orders that are not ours are told of once, when no intent under way can explain them and a second round agrees. */
  async #pointOut(openOrders: readonly OpenOrderRow[], pending: readonly Intent[]): Promise<void> {
    const { journal, report } = this.#options;
    const present = new Set(openOrders.map((row) => row.id));
    for (const id of this.#external.keys()) if (!present.has(id)) this.#external.delete(id);
    for (const row of openOrders) {
      if ((await journal.order(row.id)) !== undefined) continue;
      if (pending.some((intent) => intent.lane === orderLane(row.symbol))) continue;
      const rounds = (this.#external.get(row.id) ?? 0) + 1;
      this.#external.set(row.id, rounds);
      if (rounds !== 2) continue;
      report({ type: 'external-order', orderId: row.id, symbol: row.symbol, side: row.side, price: row.price, amount: row.amount });
    }
  }

  #freeze(symbol: string, reason: string): void {
    const lane = orderLane(symbol);
    if (this.#frozen.has(lane)) return;
    this.#frozen.add(lane);
    this.#options.report({ type: 'lane-frozen', lane, reason });
  }

  /** The rows that the overlap reads again and again need not go to the disk each time. */
  #remember(key: string): void {
    this.#known.add(key);
    if (this.#known.size > 20_000) this.#known.delete(this.#known.values().next().value!);
  }
}

/** A failed round as one line for people. */
export function roundFailure(error: unknown): string {
  return `the account's lists could not be read: ${messageOf(error)}`;
}
