import type { Clock } from '../base/clock.ts';
import { counted } from '../base/counted.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import { Fault, isFault } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { BoundOrder, FillLog, Journal } from '../model/journal.ts';
import type { OpenOrderRow } from './accountLists.ts';
import type { EndWitness, GoneOrder, MissingSince } from './endWitness.ts';
import { meaningOf, type TradeRow } from './fillRows.ts';
import { filledOf } from './filledOf.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import { mostOf } from './mostOf.ts';
import { OpenQuestions } from './openQuestions.ts';

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
  /** Says of an order that no list shows whether the balances have something of it. */
  readonly witness: Pick<EndWitness, 'since' | 'over'>;
  readonly frozen: FrozenLanes;
}

/**
 * The executions of an order that nobody asked to cancel are waited for this many times longer than anything takes to become
 * visible.
 */
const UNASKED_FACTOR = 8;
/** Balances that have room for an order are asked again so soon. */
const ASK_AGAIN_MS = 5000;
/** For so long they must have room for it until its lane is shut: while others trade they do for moments. */
const SHUT_AFTER_MS = 30_000;
const NO_END = 'order without an end';
const UNREAD = 'order without an end, and balances without an answer';

interface Absence {
  readonly sinceMs: number;
  readonly since: MissingSince;
  rounds: number;
  /** Since when the balances have had room for it, or could not be read. */
  roomSinceMs: number | undefined;
  /** Why the balances could not be read, where they never were. */
  unread: string | undefined;
  /** How often in a row they must still have none. */
  looksLeft: number;
}

/**
 * Closes our orders that have left the list of open orders, once their fills are final: either all that can be executed of it is booked, or the
 * trades list names its end and its rows add up, or it has been absent for as long as anything may take to become visible and the balances have
 * nothing of it either. An order whose cancel was accepted gets that time once. Any other gets eight times as long, since it was executed and its
 * executions are late, or it is not listed yet.
 *
 * What is absent and may still be held, since the lists are wrong, stays open and reserved. Its lane is shut until a list or the balances tell.
 */
export class OrderClosing {
  readonly #options: ClosingOptions;
  readonly #absent = new Map<string, Absence>();
  /** Gone ones whose executions are looked for once more. */
  readonly #questions: OpenQuestions;
  #askedMs = -Infinity;

  constructor(options: ClosingOptions) {
    this.#options = options;
    this.#questions = new OpenQuestions(options.clock);
  }

  /**
   * `bound` are the orders that were bound before the lists were read, `openOrders` is the list of open orders. All rows of `trades` that are
   * executions of ours must be booked.
   */
  async close(bound: readonly BoundOrder[], openOrders: readonly OpenOrderRow[], trades: readonly TradeRow[]): Promise<void> {
    const present = new Set(openOrders.map(({ id }) => id));
    const absent = bound.filter((order) => !present.has(order.orderId));
    const ids = new Set(absent.map((order) => order.orderId));
    for (const id of this.#absent.keys()) if (!ids.has(id)) this.#forget(id);
    const gone: GoneOrder[] = [];
    for (const order of absent) {
      const rows = trades.filter((row) => row.id === order.orderId);
      const filled = await filledOf(this.#options.fillLog, order.orderId);
      if (filled.gte(await mostOf(order, this.#options.journal)) || isFinal(order, filled, rows)) await this.#closeOne(order, filled);
      else if (await this.#isLongGone(order))
        gone.push({ order, left: order.amount.minus(filled), since: this.#absent.get(order.orderId)!.since });
    }
    if (gone.length > 0) await this.#closeGone(gone, openOrders, trades);
    await this.#lookForExecutions();
    await this.#shutLanes(bound);
  }

  /**
   * A person says that an order is over, with what is booked of it. Answers false where it is none of our open ones, or where the list shows it.
   * Rejects with a `Fault` where it has not been absent for long enough: one that was just placed may not be listed yet.
   */
  async closeByHand(orderId: string, openOrders: readonly OpenOrderRow[]): Promise<boolean> {
    const { journal, fillLog } = this.#options;
    const order = await journal.order(orderId);
    if (order === undefined || order.closedAt !== undefined || openOrders.some(({ id }) => id === orderId)) return false;
    this.#assertAbsent(orderId);
    const isClosed = await this.#closeOne(order, await filledOf(fillLog, orderId));
    await this.#shutLanes(await journal.openOrders());
    return isClosed;
  }

  async #closeGone(gone: readonly GoneOrder[], openOrders: readonly OpenOrderRow[], trades: readonly TradeRow[]): Promise<void> {
    const { clock, witness, fillLog, lookAgain } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#askedMs < ASK_AGAIN_MS) return;
    this.#askedMs = nowMs;
    const over = await witness.over(gone, openOrders, trades);
    for (const { order } of gone) {
      const absence = this.#absent.get(order.orderId)!;
      if (!isFault(over)) absence.unread = undefined;
      else if (absence.roomSinceMs === undefined) absence.unread = over.message;
      if (isFault(over) || !over.has(order.orderId)) {
        absence.roomSinceMs ??= nowMs;
        // What others do between two readings may hide it in one look, and hardly in two.
        absence.looksLeft = 2;
        this.#questions.ask(order.orderId);
        continue;
      }
      if (--absence.looksLeft > 0) continue;
      await lookAgain(order.orderId);
      await this.#closeOne(order, await filledOf(fillLog, order.orderId));
    }
  }

  /** What the rounds have not shown may stand further back in the list. */
  async #lookForExecutions(): Promise<void> {
    for (const orderId of this.#questions.due()) await this.#options.lookAgain(orderId);
  }

  #forget(orderId: string): void {
    this.#absent.delete(orderId);
    this.#questions.answered(orderId);
  }

  /** Shuts the lanes of orders that may be held and opens those of all others. */
  async #shutLanes(bound: readonly BoundOrder[]): Promise<void> {
    const { clock, frozen } = this.#options;
    const nowMs = clock.monotonicMs();
    const held = bound.filter(({ orderId }) => nowMs - (this.#absent.get(orderId)?.roomSinceMs ?? nowMs) >= SHUT_AFTER_MS);
    const lanes = Map.groupBy(held, ({ symbol }) => orderLane(symbol));
    const unread = new Set<string>();
    for (const [lane, [first, ...more]] of lanes) {
      const others =
        more.length === 0 ? '' : ` (as has ${more.length === 1 ? 'another' : `${more.length} others`}, see \`sluice reconcile\`)`;
      const problem = this.#absent.get(first!.orderId)!.unread;
      if (problem !== undefined) unread.add(lane);
      const balances = problem === undefined ? 'the balances have room for it' : `the balances can't be read (${problem})`;
      const what = `order ${first!.orderId} has left the list of open orders${others}, nothing says how it ended, and ${balances}`;
      const how = `if it is over, say so by \`sluice orders settle ${first!.orderId} --as-booked\``;
      frozen.freeze(
        lane,
        problem === undefined ? NO_END : UNREAD,
        `${what}: it counts as open, and the lane opens when the lists show it or its end, or the balances do; ${how}`,
      );
    }
    await frozen.thaw(UNREAD, unread);
    await frozen.thaw(NO_END, new Set([...lanes.keys()].filter((lane) => !unread.has(lane))));
  }

  async #closeOne({ orderId, amount }: BoundOrder, filled: Decimal): Promise<boolean> {
    const { journal, clock, report } = this.#options;
    // Asked again: a replacement may have moved it on while the lists were read.
    const isBeingReplaced = (await journal.unresolved()).some((intent) => intent.kind === 'replace' && intent.targetId === orderId);
    const isOpen = (await journal.order(orderId))?.closedAt === undefined;
    this.#forget(orderId);
    if (isBeingReplaced || !isOpen) return false;
    const end = filled.gte(amount) ? 'filled' : 'canceled';
    await journal.closeOrder(orderId, end, clock.now());
    report({ type: 'order-closed', orderId, end, filled });
    return true;
  }

  #assertAbsent(orderId: string): void {
    const { clock, visibilityMs, closeAfterRounds } = this.#options;
    const nowMs = clock.monotonicMs();
    const { rounds, sinceMs } = this.#absent.get(orderId) ?? { rounds: 0, sinceMs: nowMs };
    const leftMs = sinceMs + visibilityMs - nowMs;
    if (rounds >= closeAfterRounds && leftMs <= 0) return;
    const wait = leftMs > 0 ? `for ${durationText(leftMs)} more` : `in ${counted(closeAfterRounds - rounds, 'reading')} more`;
    const reason = `order ${orderId} has not been missing from the list of open orders for long, and may only not be listed yet`;
    throw new Fault('refused', `${reason}: it can be closed by hand when it is missing ${wait}`, {
      outcome: 'not-sent',
      retryable: true,
      retryAfterMs: Math.max(leftMs, 1000),
      suggestion: 'repeat it then',
    });
  }

  async #isLongGone(order: BoundOrder): Promise<boolean> {
    const { clock, journal, visibilityMs, closeAfterRounds, witness } = this.#options;
    const nowMs = clock.monotonicMs();
    const fresh = (): Absence => ({
      sinceMs: nowMs,
      since: witness.since(order),
      rounds: 0,
      roomSinceMs: undefined,
      unread: undefined,
      looksLeft: 1,
    });
    const absence = this.#absent.get(order.orderId) ?? fresh();
    this.#absent.set(order.orderId, absence);
    absence.rounds++;
    const absentMs = nowMs - absence.sinceMs;
    if (absence.rounds < closeAfterRounds || absentMs < visibilityMs) return false;
    if (absentMs >= UNASKED_FACTOR * visibilityMs) return true;
    return (await journal.aimedAt(order.orderId)).some(({ kind, state }) => kind === 'cancel' && state === 'acknowledged');
  }
}

/** The venue says how it ended, and what was executed and canceled is all of it. */
export function isFinal(order: Pick<BoundOrder, 'amount'>, filled: Decimal, rows: readonly TradeRow[]): boolean {
  const isNamed = rows.some((row) => row.status === 'Executed' || row.status === 'Canceled');
  const canceled = rows.reduce((sum, row) => (meaningOf(row) === 'cancellation' ? sum.plus(row.amount) : sum), ZERO);
  return isNamed && filled.plus(canceled).gte(order.amount);
}
