import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { LoggedFill, StateStore } from '../model/journal.ts';
import type { OpenOrderRow } from './accountLists.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { filledOf } from './filledOf.ts';
import { executionsOf, type KeyedRow, keyedRows, meaningOf, timeOf, type TradeRow } from './fillRows.ts';
import { EarlierDoubts } from './earlierDoubts.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import { mayBeOf } from './mayBeOf.ts';
import { OpenQuestions } from './openQuestions.ts';
import { OrderBooking, type OrderBookingOptions, type OrderFills, type OrderReading } from './orderBooking.ts';
import { type OrderTrouble, OrderTroubles } from './orderTroubles.ts';
import { RowCopies } from './rowCopies.ts';
import { SettledExecutions } from './settledExecutions.ts';
import type { TradesRead } from './tradesRead.ts';
import { UnreadableRows } from './unreadableRows.ts';
import type { WaitingOrder, WaitingRows } from './waitingRows.ts';

export interface BookingOptions extends OrderBookingOptions {
  readonly state: StateStore;
  readonly report: (report: Report) => void;
  readonly onTrouble: (message: string) => void;
  /** How late an execution may become visible. */
  readonly visibilityMs: number;
}

/** One watermark for the account: its trades are one list. */
export const WATERMARK = '*';
/** Where the log begins: what was executed before is not ours to book. */
const BEGINNING = 'beginning';
const MOST_KNOWN = 20_000;

/**
 * Books executions, so that the log has of each order what the list shows of it. The watermark lags behind the time of reading,
 * so that what becomes visible late is still read, and never passes an execution that waits to be understood.
 */
export class FillBooking {
  /** What a person has said. The next look at an order heeds it. */
  readonly settled: SettledExecutions;
  /** Rows that count as one with another, as the last look at their orders has found. */
  readonly copies = new RowCopies();
  readonly #options: BookingOptions;
  readonly #orders: OrderBooking;
  readonly #questions: OpenQuestions;
  readonly #troubles: OrderTroubles;
  readonly #unreadable: UnreadableRows;
  /** Keys that are done with: the rows that the overlap reads again and again need not go to the disk each time. */
  readonly #known = new Set<string>();
  /** What the list of open orders says was executed, of orders of which just that is booked. */
  #agreed: ReadonlyMap<string, Decimal> = new Map();
  readonly #earlier: EarlierDoubts;
  #waiting: WaitingRows = { lanes: new Set(), unreadableSince: Infinity, unreadable: [], orders: new Map() };

  constructor(options: BookingOptions, frozen: FrozenLanes) {
    this.#options = options;
    this.#unreadable = new UnreadableRows(frozen);
    this.#orders = new OrderBooking(options);
    this.#questions = new OpenQuestions(options.clock);
    this.#troubles = new OrderTroubles(frozen, options.state);
    this.settled = new SettledExecutions(options.state);
    this.#earlier = new EarlierDoubts({ ...options, settled: this.settled, troubles: this.#troubles, questions: this.#questions });
  }

  /** What the last call of `book` has left for the next one. */
  get waiting(): WaitingRows {
    return this.#waiting;
  }

  /** By order, executions that can't be what the list says. */
  get troubles(): ReadonlyMap<string, string> {
    return this.#troubles.all;
  }

  /** All executions up to then are in the log. The first time it is set to before anything that may have been executed. */
  async watermark(now: Instant): Promise<Instant> {
    const { fillLog, journal, visibilityMs } = this.#options;
    const stored = await fillLog.watermark(WATERMARK);
    if (stored !== undefined) return stored;
    const orders = await journal.openOrders();
    const intents = await journal.unresolved();
    const at = Math.min(now, ...orders.map((order) => order.openedAt), ...intents.map((intent) => intent.createdAt)) - visibilityMs;
    await fillLog.record([], { symbol: WATERMARK, at });
    return at;
  }

  /** Nothing that was executed before then is booked. */
  async beginning(now: Instant): Promise<Instant> {
    const stored = await this.#options.fillLog.watermark(BEGINNING);
    if (stored !== undefined) return stored;
    const at = await this.watermark(now);
    await this.#options.fillLog.record([], { symbol: BEGINNING, at });
    return at;
  }

  /** Answers how many executions were new. */
  async book(read: TradesRead): Promise<number> {
    const { readAt, pending } = read;
    await this.#earlier.restore();
    const watermark = await this.watermark(readAt);
    const triage = await this.#triage(read, watermark);
    // The list is newest first, and the log is not.
    const ids = new Set([...triage.orderIds, ...this.#questions.due()].reverse());
    const open = new Map(read.openOrders.map((row) => [row.id, row]));
    const rowsOf = Map.groupBy(read.rows, ({ id }) => id);
    const found: Found = { fills: [], settled: [] };
    let oldest = triage.waitingSince;
    for (const orderId of ids) {
      const rows = rowsOf.get(orderId) ?? [];
      const since = rows.length === 0 ? Infinity : read.since;
      const verdict = await this.#look({ orderId, rows, since, readAt, pending, open: open.get(orderId) }, found);
      if (verdict !== 'wait') continue;
      this.#questions.ask(orderId);
      for (const row of rows) triage.wait(row, timeOf(row) ?? watermark);
      oldest = Math.min(oldest, ...rows.map((row) => timeOf(row) ?? watermark));
    }
    await this.#troubles.tell();
    const count = await this.#record(found, watermark, Math.min(readAt - this.#options.visibilityMs, oldest - 1, read.most ?? Infinity));
    await this.#askAbout(read.openOrders);
    return count;
  }

  /** Reads all executions of an order and books what is missing. Answers how many were new. */
  async bookOrder(orderId: string, { readAt, pending }: Pick<TradesRead, 'readAt' | 'pending'>): Promise<number> {
    await this.#earlier.restore();
    const watermark = await this.watermark(readAt);
    const found: Found = { fills: [], settled: [] };
    const verdict = await this.#look({ orderId, rows: [], since: Infinity, readAt, pending, open: undefined }, found);
    if (verdict === 'wait') this.#questions.ask(orderId);
    await this.#troubles.tell();
    return this.#record(found, watermark, watermark);
  }

  /** What is surely wrong with the executions of an order. */
  troubleOf(orderId: string): OrderTrouble | undefined {
    return this.#troubles.of(orderId);
  }

  /** Keys of the rows of an order that can't be understood. */
  unreadableOf(orderId: string): readonly string[] {
    return this.#unreadable.keysOf(orderId);
  }

  /** The orders of which these rows show executions that are not dealt with. */
  async unbookedOrders(rows: readonly TradeRow[]): Promise<ReadonlySet<string>> {
    const executions = executionsOf(rows).filter(({ key }) => !this.#known.has(key));
    const booked = await this.#options.fillLog.has(executions.map(({ key }) => key));
    return new Set(executions.filter(({ key }) => !booked.has(key)).map(({ row }) => row.id));
  }

  /** Which orders a reading has news of, and which of its rows wait for something else. */
  async #triage({ rows, openOrders, pending, readAt, unreadable: before = [] }: TradesRead, watermark: Instant): Promise<Triage> {
    const beginning = await this.beginning(readAt);
    const orderIds = new Set<string>();
    const unreadable: KeyedRow[] = [];
    const lanes = new Set<string>();
    const orders = new Map<string, WaitingOrder>();
    let waitingSince = Infinity;
    let unreadableSince = Infinity;
    const wait = ({ id, symbol }: TradeRow, at: Instant): void =>
      void orders.set(id, { at: Math.min(at, orders.get(id)?.at ?? Infinity), lane: orderLane(symbol) });
    const read = keyedRows(rows);
    const shown = new Set(read.map(({ key }) => key));
    const all = [...read, ...before.filter(({ key }) => !shown.has(key))];
    const candidates =
      pending.length === 0
        ? undefined
        : candidatesOf(
            openOrders,
            all.map(({ row }) => row),
          );
    for (const keyed of all) {
      const { key, row } = keyed;
      const meaning = meaningOf(row);
      if (this.#known.has(key) || meaning === 'cancellation' || (meaning === 'execution' && orderIds.has(row.id))) continue;
      if (meaning !== 'execution' && (await this.settled.isPassedOver(key))) continue;
      const at = timeOf(row) ?? watermark;
      const isOurs = (await this.#options.journal.order(row.id)) !== undefined;
      const mayBeOurs = isOurs || (candidates !== undefined && this.#mayBeOf(pending, candidates.get(row.id)!, readAt));
      if (!mayBeOurs && at < (meaning === 'execution' ? beginning : watermark)) {
        this.#remember(key);
      } else if (meaning === 'execution' && (isOurs || !mayBeOurs)) {
        orderIds.add(row.id);
      } else {
        // It may be the unresolved intent's: booked when it is known whose it is.
        if (mayBeOurs || meaning !== 'execution') {
          lanes.add(orderLane(row.symbol));
          waitingSince = Math.min(waitingSince, at);
        }
        if (meaning === 'execution') {
          wait(row, at);
          continue;
        }
        unreadable.push(keyed);
        if (shown.has(key)) unreadableSince = Math.min(unreadableSince, at);
      }
    }
    await this.#unreadable.set(unreadable);
    this.#waiting = { lanes, unreadableSince, unreadable, orders };
    return { orderIds, waitingSince, wait };
  }

  /** Adds what is to be booked of an order to `found`. */
  async #look({ pending, ...reading }: Look, found: Found): Promise<OrderFills['verdict']['type']> {
    const { orderId, readAt, open } = reading;
    const settled = await this.settled.of(orderId);
    const { verdict, fills, order, rows, contradiction } = await this.#orders.look({ ...reading, settled }, await this.beginning(readAt));
    const candidate = order === undefined ? candidatesOf(open === undefined ? [] : [open], rows).get(orderId) : undefined;
    if (candidate !== undefined && this.#mayBeOf(pending, candidate, readAt)) return 'wait';
    if (!this.#troubles.note(orderId, { verdict, order, rows, contradiction, settled })) this.#questions.ask(orderId);
    else if (verdict.type !== 'wait' && open === undefined) this.#questions.answered(orderId);
    const executions = executionsOf(rows);
    this.copies.note(orderId, executions, verdict, settled);
    found.fills.push(...fills);
    if (verdict.type === 'book' && verdict.isSettled && contradiction === undefined)
      found.settled.push(...executions.map(({ key }) => key));
    return verdict.type;
  }

  #mayBeOf(pending: readonly Intent[], candidate: Candidate, readAt: Instant): boolean {
    return mayBeOf(pending, candidate, readAt - this.#options.visibilityMs);
  }

  /** In one transaction with the watermark. */
  async #record({ fills, settled }: Found, watermark: Instant, next: Instant): Promise<number> {
    const { fillLog, report, visibilityMs } = this.#options;
    let count = 0;
    if (fills.length > 0 || next - watermark >= visibilityMs) {
      const fresh = fills.toSorted((a, b) => a.fill.tradedAt - b.fill.tradedAt);
      const isNew = await fillLog.record(fresh, { symbol: WATERMARK, at: Math.max(watermark, next) });
      for (const [i, { fill }] of fresh.entries()) {
        if (isNew[i] !== true) continue;
        count++;
        report({ type: 'fill', fill });
      }
    }
    for (const key of settled) this.#remember(key);
    return count;
  }

  /** The list of open orders may say that more was executed than is booked: then that is looked for. */
  async #askAbout(openOrders: readonly OpenOrderRow[]): Promise<void> {
    const { journal, fillLog } = this.#options;
    const agreed = new Map<string, Decimal>();
    for (const { id, amount, initialAmount } of openOrders) {
      if (initialAmount === undefined || initialAmount.lte(amount)) continue;
      const executed = initialAmount.minus(amount);
      if (this.#agreed.get(id)?.eq(executed) !== true) {
        if ((await journal.order(id))?.amount.eq(initialAmount) !== true) continue;
        if ((await filledOf(fillLog, id)).lt(executed)) {
          this.#questions.ask(id);
          continue;
        }
        this.#questions.answered(id);
      }
      agreed.set(id, executed);
    }
    this.#agreed = agreed;
  }

  #remember(key: string): void {
    this.#known.add(key);
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.values().next().value!);
  }
}

/** One order to look at. */
type Look = Omit<OrderReading, 'settled'> & Pick<TradesRead, 'pending'>;

interface Triage {
  readonly orderIds: ReadonlySet<string>;
  /** The oldest row that waits for something else than its order; `Infinity` when there is none. */
  readonly waitingSince: Instant;
  /** Says of a row that its order waits. */
  readonly wait: (row: TradeRow, at: Instant) => void;
}

/** What is to be written, and the keys that are done with once it is. */
interface Found {
  readonly fills: LoggedFill[];
  readonly settled: string[];
}
