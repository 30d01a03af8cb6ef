import { HOUR_MS, type Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { AccountLists } from './accountLists.ts';
import type { TradeRow } from './fillRows.ts';
import { tooLong } from './newestFirst.ts';

/** How far back the trades of a lane must be known. */
export interface TradeNeed {
  readonly lane: string;
  readonly since: Instant;
}

export interface TapeReading {
  /** Newest first: everything back to `since`, and the rows of the needed lanes as far back as each needs. */
  readonly rows: readonly TradeRow[];
  /** How far back the venue's list itself was read. */
  readonly since: Instant;
  /** Whether each lane has what it needs, but for those that need more than the list can still be read back to. */
  readonly isWhole: boolean;
}

/** Beyond this many rows, the tape forgets them and reads all the way back again. */
const MOST_KEPT = 100_000;
/** It also reads all the way back once in this time, for a venue that showed something later than it should have. */
const REREAD_AFTER_MS = 600_000;
/** A list whose pages were short is tried again after so long: that takes a thousand requests. */
const SHORT_AGAIN_MS = HOUR_MS;

/**
 * Knows the trades of frozen lanes back to the beginning of their trouble, without reading the whole list in each round: an
 * intent may stay unknown for days while other lanes trade on. Rows older than `settledAfterMs` do not change any more and are
 * kept in memory for the lanes that need them. Newer rows are read anew.
 *
 * What is so old that the list can't be read back to it any more is not asked for: the lanes that trade on must not wait for it.
 *
 * The two parts are joined at the first dated row that is old enough, so that rows without a time of their own keep their place.
 */
export class TradeTape {
  readonly #lists: Pick<AccountLists, 'trades'>;
  readonly #settledAfterMs: number;
  #kept: readonly TradeRow[] = [];
  /** By lane, the time from which on its rows are kept. */
  #keptFrom = new Map<string, Instant>();
  /** Everything older was read before and has settled. */
  #settledTo = -Infinity;
  /** When the needed rows were last read all the way back. */
  #readBackAt = -Infinity;
  /** The list is too long to be read back to here. */
  #tooFar = -Infinity;
  /** Until then, where another reading may go further back. */
  #tooFarUntil = Infinity;

  constructor(lists: Pick<AccountLists, 'trades'>, settledAfterMs: number) {
    this.#lists = lists;
    this.#settledAfterMs = settledAfterMs;
  }

  /**
   * Everything since `base` is wanted, unless it has settled. From `again` on, rows are read again because some did not make
   * sense and may now. Rejects when the list could not be read completely; the tape is then unchanged.
   */
  async read(readAt: Instant, base: Instant, needs: readonly TradeNeed[], again: Instant): Promise<TapeReading> {
    if (readAt >= this.#tooFarUntil) {
      this.#tooFar = -Infinity;
      this.#tooFarUntil = Infinity;
    }
    const isOld = readAt - this.#readBackAt >= REREAD_AFTER_MS;
    const wanted = needs.map(({ lane, since }) => {
      const isKept = !isOld && (this.#keptFrom.get(lane) ?? Infinity) <= since;
      return isKept ? Math.max(since, this.#settledTo) : since;
    });
    const least = Math.max(base, this.#settledTo);
    const since = Math.min(least, ...[again, ...wanted].filter((at) => at > this.#tooFar));
    const read = await this.#readBack(since, least, readAt);
    if (read === undefined) return this.read(readAt, base, needs, again);
    const rows = [...read.slice(0, olderFrom(read, since)), ...this.#kept.slice(olderFrom(this.#kept, since))];
    return { rows, since, isWhole: needs.every((need) => since <= need.since || need.since <= this.#tooFar) };
  }

  /** Undefined where the list is too long for that, and `least` is still to be tried. */
  async #readBack(since: Instant, least: Instant, readAt: Instant): Promise<readonly TradeRow[] | undefined> {
    try {
      return await this.#lists.trades(since);
    } catch (error) {
      const isTooLong = tooLong(error);
      if (isTooLong === undefined || since >= least) throw error;
      this.#tooFar = since;
      if (isTooLong === 'short-pages') this.#tooFarUntil = readAt + SHORT_AGAIN_MS;
      return undefined;
    }
  }

  /** Notes a reading whose rows were handled. `lanes` are those whose rows may be asked for again. */
  keep({ rows, since, isWhole }: TapeReading, readAt: Instant, lanes: ReadonlySet<string>): void {
    const kept = lanes.size === 0 ? [] : rows.filter((row) => lanes.has(orderLane(row.symbol)));
    const forgets = kept.length > MOST_KEPT;
    this.#kept = forgets ? [] : kept;
    this.#keptFrom = new Map(forgets ? [] : [...lanes].map((lane) => [lane, Math.min(since, this.#keptFrom.get(lane) ?? Infinity)]));
    this.#settledTo = forgets ? -Infinity : readAt - this.#settledAfterMs;
    if (isWhole) this.#readBackAt = readAt;
  }
}

/** Where older rows begin. */
function olderFrom(rows: readonly TradeRow[], since: Instant): number {
  const index = rows.findIndex(({ tradeDate }) => tradeDate !== undefined && tradeDate < since);
  return index < 0 ? rows.length : index;
}
