import type { Clock } from '../base/clock.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Report } from '../model/event.ts';
import type { BoundOrder, FillLog, Journal } from '../model/journal.ts';
import { meaningOf, type TradeRow } from './fillRows.ts';
import { filledOf } from './filledOf.ts';
import { mostOf } from './mostOf.ts';

export interface ClosingOptions {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  /** How late an order or an execution may become visible. */
  readonly visibilityMs: number;
  /** Without the venue's word on its end, an order must be absent from this many complete rounds in a row. */
  readonly closeAfterRounds: number;
  /** Reads all executions of an order and books the missing ones. */
  readonly lookAgain: (orderId: string) => Promise<unknown>;
}

/**
 * The executions of an order that nobody asked to cancel are waited for this many times longer than anything takes to become
 * visible.
 */
const UNASKED_FACTOR = 8;

interface Absence {
  readonly sinceMs: number;
  readonly rounds: number;
}

/**
 * Closes our orders that have left the list of open orders, once their fills are final: either all that can be executed of it is booked, or the
 * trades list names their end and their rows add up, or they have been absent for as long as anything may take to become visible. An order whose cancel was
 * accepted gets that time once. Any other gets eight times as long, since it was executed and its executions are late, or it is
 * not listed yet.
 */
export class OrderClosing {
  readonly #options: ClosingOptions;
  readonly #absent = new Map<string, Absence>();

  constructor(options: ClosingOptions) {
    this.#options = options;
  }

  /**
   * `bound` are the orders that were bound before the lists were read, `present` the ids in the list of open orders. All rows
   * of `trades` that are executions of ours must be booked.
   */
  async close(bound: readonly BoundOrder[], present: ReadonlySet<string>, trades: readonly TradeRow[]): Promise<void> {
    const absent = bound.filter((order) => !present.has(order.orderId));
    const ids = new Set(absent.map((order) => order.orderId));
    for (const id of this.#absent.keys()) if (!ids.has(id)) this.#absent.delete(id);
    for (const order of absent) {
      const rows = trades.filter((row) => row.id === order.orderId);
      const filled = await filledOf(this.#options.fillLog, order.orderId);
      if (filled.gte(await mostOf(order, this.#options.journal)) || isFinal(order, filled, rows)) await this.#closeOne(order, filled);
      else if (await this.#isLongGone(order.orderId)) await this.#closeAfterLook(order);
    }
  }

  /** What the rounds have not shown may stand further back in the list. */
  async #closeAfterLook(order: BoundOrder): Promise<void> {
    await this.#options.lookAgain(order.orderId);
    await this.#closeOne(order, await filledOf(this.#options.fillLog, order.orderId));
  }

  async #closeOne({ orderId, amount }: BoundOrder, filled: Decimal): Promise<void> {
    const { journal, clock, report } = this.#options;
    // Asked again: a replacement may have moved it on while the lists were read.
    const isBeingReplaced = (await journal.unresolved()).some((intent) => intent.kind === 'replace' && intent.targetId === orderId);
    const isOpen = (await journal.order(orderId))?.closedAt === undefined;
    this.#absent.delete(orderId);
    if (isBeingReplaced || !isOpen) return;
    const end = filled.gte(amount) ? 'filled' : 'canceled';
    await journal.closeOrder(orderId, end, clock.now());
    report({ type: 'order-closed', orderId, end, filled });
  }

  async #isLongGone(orderId: string): Promise<boolean> {
    const { clock, journal, visibilityMs, closeAfterRounds } = this.#options;
    const nowMs = clock.monotonicMs();
    const before = this.#absent.get(orderId);
    const absence = { sinceMs: before?.sinceMs ?? nowMs, rounds: (before?.rounds ?? 0) + 1 };
    this.#absent.set(orderId, absence);
    const absentMs = nowMs - absence.sinceMs;
    if (absence.rounds < closeAfterRounds || absentMs < visibilityMs) return false;
    if (absentMs >= UNASKED_FACTOR * visibilityMs) return true;
    return (await journal.aimedAt(orderId)).some(({ kind, state }) => kind === 'cancel' && state === 'acknowledged');
  }
}

/** The venue says how it ended, and what was executed and canceled is all of it. */
export function isFinal(order: Pick<BoundOrder, 'amount'>, filled: Decimal, rows: readonly TradeRow[]): boolean {
  const isNamed = rows.some((row) => row.status === 'Executed' || row.status === 'Canceled');
  const canceled = rows.reduce((sum, row) => (meaningOf(row) === 'cancellation' ? sum.plus(row.amount) : sum), ZERO);
  return isNamed && filled.plus(canceled).gte(order.amount);
}
