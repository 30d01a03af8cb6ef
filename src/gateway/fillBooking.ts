import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { BookContext, FillLog, Journal, LoggedFill } from '../model/journal.ts';
import { fillOf, type KeyedRow, keyedRows, meaningOf, timeOf, type TradeRow } from './fillRows.ts';
import type { FrozenLanes } from './frozenLanes.ts';

export interface BookingOptions {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  /** The book around a fill, when there is one. */
  readonly bookContext: (symbol: string) => BookContext | undefined;
  /** How late an execution may become visible. */
  readonly visibilityMs: number;
}

/** One complete reading of the trades list. Times are the venue's. */
export interface TradesRead {
  readonly rows: readonly TradeRow[];
  /** When the reading began. */
  readonly readAt: Instant;
  /** Intents that may have executions of orders whose id is not known yet. */
  readonly pending: readonly Intent[];
}

/** Rows that could not be booked yet. */
export interface WaitingRows {
  /** The lanes that they are of. */
  readonly lanes: ReadonlySet<string>;
  /** The oldest that could not be understood: the venue may come to tell it differently. `Infinity` when there is none. */
  readonly unreadableSince: Instant;
}

/** One watermark for the account: its trades are one list. */
export const WATERMARK = '*';
const MOST_KNOWN = 20_000;
const UNREADABLE = 'unreadable row';
const CHANGED = 'changed row';

/**
 * Books executions, each once. The watermark lags behind the time of reading, so that what becomes visible late is still
 * read, and never passes an execution that waits to be understood.
 */
export class FillBooking {
  readonly #options: BookingOptions;
  readonly #frozen: FrozenLanes;
  /** Keys that are done with: the rows that the overlap reads again and again need not go to the disk each time. */
  readonly #known = new Set<string>();
  #waiting: WaitingRows = { lanes: new Set(), unreadableSince: Infinity };

  constructor(options: BookingOptions, frozen: FrozenLanes) {
    this.#options = options;
    this.#frozen = frozen;
  }

  /** What the last call of `book` has left for the next one. */
  get waiting(): WaitingRows {
    return this.#waiting;
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

  /** Answers how many executions were new. */
  async book({ rows, readAt, pending }: TradesRead): Promise<number> {
    const watermark = await this.watermark(readAt);
    const keyed = keyedRows(rows);
    const lanes = new Set(pending.map((intent) => intent.lane));
    const unreadable = new Set<string>();
    const fresh: LoggedFill[] = [];
    const waitingLanes = new Set<string>();
    let waiting = Infinity;
    let unreadableSince = Infinity;
    const wait = (lane: string, at: Instant): void => {
      waitingLanes.add(lane);
      waiting = Math.min(waiting, at);
    };
    for (const keyedRow of keyed) {
      const { key, row } = keyedRow;
      if (this.#known.has(key)) continue;
      const meaning = meaningOf(row);
      if (meaning === 'cancellation') continue;
      const at = timeOf(row) ?? watermark;
      const lane = orderLane(row.symbol);
      const order = await this.#options.journal.order(row.id);
      const mayBeOurs = order !== undefined || lanes.has(lane);
      if (!mayBeOurs && at < watermark) {
        this.#remember(key);
        continue;
      }
      if (meaning !== 'execution') {
        unreadable.add(lane);
        this.#frozen.freeze(lane, UNREADABLE, `order ${row.id} has a row in the trades list that can't be understood: ${describe(row)}`);
        unreadableSince = Math.min(unreadableSince, at);
        if (mayBeOurs) wait(lane, at);
        continue;
      }
      // It may be the unresolved intent's: booked when it is known whose it is.
      if (order === undefined && mayBeOurs) {
        wait(lane, at);
        continue;
      }
      if (await this.#isChanged(keyedRow, keyed)) {
        this.#frozen.freeze(lane, CHANGED, `an execution of order ${row.id} that is booked reads differently now: ${describe(row)}`);
        this.#remember(key);
        continue;
      }
      fresh.push({ fill: fillOf(key, row, order, this.#options.clock.now()), book: this.#options.bookContext(row.symbol) });
    }
    await this.#frozen.thaw(UNREADABLE, unreadable);
    this.#waiting = { lanes: waitingLanes, unreadableSince };
    return this.#record(fresh.reverse(), watermark, Math.min(readAt - this.#options.visibilityMs, waiting - 1));
  }

  /** Oldest first, in one transaction with the watermark. */
  async #record(fresh: readonly LoggedFill[], watermark: Instant, next: Instant): Promise<number> {
    const { fillLog, report, visibilityMs } = this.#options;
    if (fresh.length === 0 && next - watermark < visibilityMs) return 0;
    const isNew = await fillLog.record(fresh, { symbol: WATERMARK, at: Math.max(watermark, next) });
    let count = 0;
    for (const [i, { fill }] of fresh.entries()) {
      this.#remember(fill.id);
      if (isNew[i] !== true) continue;
      count++;
      report({ type: 'fill', fill });
    }
    return count;
  }

  /** The log has the same execution under another key, and the venue does not list that one any more. */
  async #isChanged({ key, execution, row }: KeyedRow, keyed: readonly KeyedRow[]): Promise<boolean> {
    const logged = (await this.#options.fillLog.fills({ orderId: row.id })).map(({ fill }) => fill.id);
    if (logged.includes(key)) return false;
    const listed = new Set(keyed.map((other) => other.key));
    return logged.some((id) => id.startsWith(`${execution}:`) && !listed.has(id));
  }

  #remember(key: string): void {
    this.#known.add(key);
    if (this.#known.size > MOST_KNOWN) this.#known.delete(this.#known.values().next().value!);
  }
}

function describe(row: TradeRow): string {
  return `status ${row.status}, side ${row.side}, amount ${row.amount}, price ${row.price ?? 'absent'}, fee ${row.fee ?? 'absent'}`;
}
