import { type Instant, isoOf } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { FillLog, Journal } from '../model/journal.ts';
import type { AccountLists } from './accountLists.ts';
import { type FillBooking, WATERMARK } from './fillBooking.ts';
import type { TradeRow } from './fillRows.ts';
import { BALANCES, HeldOrders, type HeldOrdersOptions } from './heldOrders.ts';
import { LEAST_SPAN_MS, MOST_ROWS } from './lateTrades.ts';
import { tooLong } from './newestFirst.ts';
import type { TradesRead } from './tradesRead.ts';

export interface MissedTradesOptions extends HeldOrdersOptions {
  readonly lists: Pick<AccountLists, 'trades' | 'tradesBetween' | 'tradesOf'>;
  readonly journal: Pick<Journal, 'openOrders'>;
  readonly fillLog: Pick<FillLog, 'record' | 'watermark'>;
  readonly booking: Pick<FillBooking, 'book' | 'bookOrder' | 'settled' | 'waiting' | 'watermark'>;
  /** Intents that may have executions of orders whose id is not known yet. */
  readonly pending: () => Promise<readonly Intent[]>;
}

/** A list that is too long for less than this is no list that has grown meanwhile: its pages go in circles. */
const LEAST_MISSED_MS = 60_000;

/**
 * Catches up with what was executed since the watermark, where the trades list can't be read back to there from its newest row: the account
 * has traded too much since. It is read in spans of time then, oldest first, and the watermark moves with each, so that a start that is cut off
 * goes on from there. Each span is booked as a round of that time would have been.
 *
 * What can't be booked yet keeps the watermark back, for the next life. In this one it is read by its order, and no span is read twice.
 */
export class MissedTrades {
  readonly #options: MissedTradesOptions;
  readonly #held: HeldOrders;
  #readTo = -Infinity;

  constructor(options: MissedTradesOptions) {
    this.#options = options;
    this.#held = new HeldOrders(options);
  }

  /** Up to then all was read. What waited for the outcome of a request is booked where that is known by now. */
  async readTo(pending: readonly Intent[], readAt: Instant): Promise<Instant> {
    await this.#held.look(pending, readAt);
    return this.#readTo;
  }

  /** What the booking of later readings must heed. */
  get held(): HeldOrders['held'] {
    return this.#held.held;
  }

  /** Handles the failure of a reading back to `since`. Rejects where that has another cause. Afterwards, the round must begin anew. */
  async after(error: unknown, since: Instant, readAt: Instant): Promise<undefined> {
    if (tooLong(error) === undefined || readAt - since < LEAST_MISSED_MS) throw error;
    const span = `from ${isoOf(since)} to ${isoOf(readAt)}`;
    this.#options.onTrouble(
      `the account made more executions ${span} than its list is read back for: they are read in spans of time, which takes a while`,
    );
    if (!(await this.#inSpans(since, readAt))) await this.#ownAlone(Math.max(since, this.#readTo), readAt);
    this.#held.tell(await this.#options.pending());
    return undefined;
  }

  /** Answers false where the venue gives rows of other times. */
  async #inSpans(from: Instant, to: Instant): Promise<boolean> {
    const { visibilityMs } = this.#options;
    const spans: (readonly [Instant, Instant])[] = [[from, to]];
    for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
      const [begin, until] = span;
      // What a span leaves unread within the visibility, the next one has once more.
      const since = begin - visibilityMs;
      const rows = await this.#read(since, until);
      if (rows === 'unheeded') return false;
      if (rows === 'too-many') {
        const middle = Math.floor((begin + until) / 2);
        spans.push([middle, until], [begin, middle]);
        continue;
      }
      // As a round that began so late that it passes the whole span.
      await this.#book({ rows, since, readAt: Math.min(until + visibilityMs, to) });
      this.#readTo = Math.max(this.#readTo, until);
    }
    return true;
  }

  async #book(read: Pick<TradesRead, 'rows' | 'since' | 'readAt'>): Promise<void> {
    const { booking, pending } = this.#options;
    const whole = { ...read, pending: await pending(), openOrders: [], ...this.#held.held };
    await booking.book(whole);
    this.#held.note(whole);
  }

  async #read(since: Instant, until: Instant): Promise<readonly TradeRow[] | 'too-many' | 'unheeded'> {
    const isShortest = until - since <= LEAST_SPAN_MS + this.#options.visibilityMs;
    try {
      return await this.#options.lists.tradesBetween(since, until, { most: isShortest ? Infinity : MOST_ROWS });
    } catch (error) {
      if (tooLong(error) === undefined || isShortest) throw error;
      return 'too-many';
    }
  }

  /** The executions of each of our own orders are read by its id. What others have executed meanwhile is left out, and told. */
  async #ownAlone(since: Instant, readAt: Instant): Promise<void> {
    const { lists, journal, booking, fillLog, pending, visibilityMs, onTrouble } = this.#options;
    // One page that was cut short may have made the list too long.
    const rows = await lists.trades(since - visibilityMs).catch((error: unknown) => {
      if (tooLong(error) === undefined) throw error;
      return undefined;
    });
    if (rows !== undefined) await this.#book({ rows, since: since - visibilityMs, readAt });
    else {
      for (const { orderId } of await journal.openOrders()) await booking.bookOrder(orderId, { readAt, pending: await pending() });
      const at = Math.min(readAt - visibilityMs, this.#held.held.most);
      await fillLog.record([], { symbol: WATERMARK, at: Math.max(at, await booking.watermark(readAt)) });
      onTrouble(
        `what others than this journal executed on the account from ${isoOf(since)} to ${isoOf(readAt)} can't be read, and is not booked; our own orders were read one by one: ${BALANCES}`,
      );
    }
    this.#readTo = readAt;
  }
}
