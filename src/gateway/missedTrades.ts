import { type Instant, isoOf } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { FillLog, Journal } from '../model/journal.ts';
import type { AccountLists } from './accountLists.ts';
import { type FillBooking, WATERMARK } from './fillBooking.ts';
import type { TradeRow } from './fillRows.ts';
import { LEAST_SPAN_MS, MOST_ROWS } from './lateTrades.ts';
import { tooLong } from './newestFirst.ts';

export interface MissedTradesOptions {
  readonly lists: Pick<AccountLists, 'trades' | 'tradesBetween'>;
  readonly journal: Pick<Journal, 'openOrders'>;
  readonly fillLog: Pick<FillLog, 'record' | 'watermark'>;
  readonly booking: Pick<FillBooking, 'book' | 'bookOrder' | 'waiting'>;
  /** Intents that may have executions of orders whose id is not known yet. */
  readonly pending: () => Promise<readonly Intent[]>;
  readonly onTrouble: (message: string) => void;
  readonly visibilityMs: number;
}

/** A list that is too long for less than this is no list that has grown meanwhile: its pages go in circles. */
const LEAST_MISSED_MS = 60_000;
const BALANCES = '`sluice reconcile` shows what the balances differ by, and `sluice ledger adjust` books it';

/**
 * Catches up with what was executed since the watermark, where the trades list can't be read back to there from its newest row: the account
 * has traded too much since. It is read in spans of time then, oldest first, and the watermark moves with each, so that a start that is cut off
 * goes on from there. Each span is booked as a round of that time would have been.
 */
export class MissedTrades {
  readonly #options: MissedTradesOptions;
  #readTo = -Infinity;
  #most = Infinity;

  constructor(options: MissedTradesOptions) {
    this.#options = options;
  }

  /**
   * Up to then all was read. Where an execution waits for the outcome of a request, the watermark stays before it; once nothing of that kind is
   * undecided, it is read from there again.
   */
  async readTo(undecided: number, readAt: Instant): Promise<Instant> {
    const from = this.#most;
    if (undecided === 0 && from < Infinity) {
      this.#most = Infinity;
      try {
        await this.#catchUp(from, readAt);
      } catch (error) {
        this.#most = from;
        throw error;
      }
    }
    return this.#readTo;
  }

  /** The watermark goes no further. */
  get most(): Instant {
    return this.#most;
  }

  /** Handles the failure of a reading back to `since`. Rejects where that has another cause. Afterwards, the round must begin anew. */
  async after(error: unknown, since: Instant, readAt: Instant): Promise<undefined> {
    if (tooLong(error) === undefined || readAt - since < LEAST_MISSED_MS) throw error;
    const { onTrouble } = this.#options;
    const span = `from ${isoOf(since)} to ${isoOf(readAt)}`;
    onTrouble(
      `the account made more executions ${span} than its list is read back for: they are read in spans of time, which takes a while`,
    );
    await this.#catchUp(since, readAt);
    if (this.#most < Infinity) {
      onTrouble(`executions since ${isoOf(this.#most)} wait until the outcome of a request is known: \`sluice status\` names it`);
    }
    return undefined;
  }

  async #catchUp(since: Instant, readAt: Instant): Promise<void> {
    if (!(await this.#inSpans(since, readAt))) await this.#ownAlone(since, readAt);
    this.#readTo = readAt;
  }

  /** Answers false where the venue gives rows of other times. */
  async #inSpans(from: Instant, to: Instant): Promise<boolean> {
    const { fillLog, booking, pending, visibilityMs } = this.#options;
    let isUnreadable = false;
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
      const readAt = Math.min(until + visibilityMs, to);
      const undecided = await pending();
      await booking.book({ rows, since, readAt, pending: undecided, openOrders: [], most: this.#most });
      const watermark = (await fillLog.watermark(WATERMARK)) ?? until;
      if (undecided.length > 0 && watermark < readAt - 2 * visibilityMs) this.#most = Math.min(this.#most, watermark);
      isUnreadable ||= booking.waiting.unreadableSince < Infinity;
    }
    if (isUnreadable)
      this.#options.onTrouble(`rows of the trades list from ${isoOf(from)} to ${isoOf(to)} can't be understood: ${BALANCES}`);
    return true;
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
    const isReadable = await lists.trades(since).then(
      () => true,
      (error: unknown) => {
        if (tooLong(error) === undefined) throw error;
        return false;
      },
    );
    if (isReadable) return;
    for (const { orderId } of await journal.openOrders()) await booking.bookOrder(orderId, { readAt, pending: await pending() });
    await fillLog.record([], { symbol: WATERMARK, at: readAt - visibilityMs });
    onTrouble(
      `what others than this journal executed on the account from ${isoOf(since)} to ${isoOf(readAt)} can't be read, and is not booked; our own orders were read one by one: ${BALANCES}`,
    );
  }
}
