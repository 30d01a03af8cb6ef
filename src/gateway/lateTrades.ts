import { type Clock, sleep } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';
import type { AccountLists } from './accountLists.ts';
import type { TradeRow } from './fillRows.ts';

export interface LateTradesOptions {
  readonly lists: Pick<AccountLists, 'tradesBetween' | 'trades'>;
  readonly clock: Clock;
  /** The orders for which a reading shows executions that are not booked. */
  readonly unbooked: (rows: readonly TradeRow[]) => Promise<ReadonlySet<string>>;
  /** Reads all executions of an order and books the missing ones. Returns how many were new. */
  readonly book: (orderId: string) => Promise<number>;
}

/** What a rereading has found. */
export interface Rereading {
  readonly rows: number;
  readonly booked: number;
}

/** How many rows are in memory at a time. A span with more is read in halves. */
export const MOST_ROWS = 2000;
/** A span as short as this is not halved any more. */
export const LEAST_SPAN_MS = 1000;
const PAGE_ROWS = 100;
/** How long a page leaves the rate budget to others before the next span is read. */
const PAUSE_A_PAGE_MS = 1000;

/**
 * Reads a span of the trades list once more, for rows that became visible after the rounds had passed it. It costs a request for
 * each hundred rows, at the lowest priority and about one a second, and holds some thousand rows at a time.
 */
export class LateTrades {
  readonly #options: LateTradesOptions;

  constructor(options: LateTradesOptions) {
    this.#options = options;
  }

  /** Rejects when a part could not be read; what was found before is booked. */
  async reread(from: Instant, to: Instant, signal?: AbortSignal): Promise<Rereading> {
    const { clock, unbooked, book } = this.#options;
    let sum: Rereading = { rows: 0, booked: 0 };
    const spans: (readonly [Instant, Instant])[] = [[from, to]];
    for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
      const [since, until] = span;
      const rows = await this.#read(since, until, signal);
      if (rows === undefined) {
        const middle = Math.floor((since + until) / 2);
        spans.push([since, middle], [middle, until]);
        continue;
      }
      let booked = 0;
      for (const orderId of await unbooked(rows)) booked += await book(orderId);
      sum = { rows: sum.rows + rows.length, booked: sum.booked + booked };
      if (spans.length > 0) await sleep(clock, Math.ceil(rows.length / PAGE_ROWS) * PAUSE_A_PAGE_MS, signal);
    }
    return sum;
  }

  /** Undefined when there are too many to read at once. */
  async #read(since: Instant, until: Instant, signal: AbortSignal | undefined): Promise<readonly TradeRow[] | undefined> {
    const { lists } = this.#options;
    const most = until - since <= LEAST_SPAN_MS ? Infinity : MOST_ROWS;
    const rows = await lists.tradesBetween(since, until, { most, signal });
    if (rows === 'unheeded') return lists.trades(since);
    return rows === 'too-many' ? undefined : rows;
  }
}
