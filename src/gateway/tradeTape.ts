import type { Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { AccountLists } from './accountLists.ts';
import type { TradeRow } from './fillRows.ts';

/** How far back the trades of a lane must be known. */
export interface TradeNeed {
  readonly lane: string;
  readonly since: Instant;
}

export interface TapeReading {
  /** Newest first: everything back to `since`, and the rows of the needed lanes back to where each is needed from. */
  readonly rows: readonly TradeRow[];
  /** How far back the venue's list itself was read. */
  readonly since: Instant;
  /** Whether that is as far as any lane needs it. */
  readonly isWhole: boolean;
}

/** Beyond this many the tape forgets, and reads all the way back again. */
const MOST_KEPT = 100_000;
/** It also does so once in a while, for a venue that has shown something later than it should have. */
const REREAD_AFTER_MS = 600_000;

/**
 * Knows the trades of frozen lanes back to the beginning of what froze them without reading all of the list in each round: an
 * intent may stay unknown for days while the other lanes trade on. What is older than `settledAfterMs` does not change any more
 * and is kept in memory, of the lanes that ask for it; what is newer is read anew.
 *
 * The two are joined at the first dated row that is old enough, so that rows without a time of their own stay where they stand.
 */
export class TradeTape {
  readonly #lists: Pick<AccountLists, 'trades'>;
  readonly #settledAfterMs: number;
  #kept: readonly TradeRow[] = [];
  /** By lane, from when on its rows are kept. */
  #keptFrom = new Map<string, Instant>();
  /** Whatever is older was read before and has settled. */
  #settledTo = -Infinity;
  /** When the rows that are needed were last read all the way back. */
  #readBackAt = -Infinity;

  constructor(lists: Pick<AccountLists, 'trades'>, settledAfterMs: number) {
    this.#lists = lists;
    this.#settledAfterMs = settledAfterMs;
  }

  /**
   * `base`: everything since then is wanted, unless it has settled. `again`: rows that did not make sense may make some now, and
   * are read again from here on. Rejects when the list could not be read completely; the tape is then as it was.
   */
  async read(readAt: Instant, base: Instant, needs: readonly TradeNeed[], again: Instant): Promise<TapeReading> {
    const isOld = readAt - this.#readBackAt >= REREAD_AFTER_MS;
    const wanted = needs.map(({ lane, since }) => {
      const isKept = !isOld && (this.#keptFrom.get(lane) ?? Infinity) <= since;
      return isKept ? Math.max(since, this.#settledTo) : since;
    });
    const since = Math.min(Math.max(base, this.#settledTo), again, ...wanted);
    const read = await this.#lists.trades(since);
    const rows = [...read.slice(0, olderFrom(read, since)), ...this.#kept.slice(olderFrom(this.#kept, since))];
    return { rows, since, isWhole: needs.every((need) => since <= need.since) };
  }

  /** Takes note of a reading whose rows were dealt with. `lanes` are those whose rows may be asked for again. */
  keep({ rows, since, isWhole }: TapeReading, readAt: Instant, lanes: ReadonlySet<string>): void {
    const kept = lanes.size === 0 ? [] : rows.filter((row) => lanes.has(orderLane(row.symbol)));
    const forgets = kept.length > MOST_KEPT;
    this.#kept = forgets ? [] : kept;
    this.#keptFrom = new Map(forgets ? [] : [...lanes].map((lane) => [lane, Math.min(since, this.#keptFrom.get(lane) ?? Infinity)]));
    this.#settledTo = forgets ? -Infinity : readAt - this.#settledAfterMs;
    if (isWhole) this.#readBackAt = readAt;
  }
}

/** Where the rows begin that are older. */
function olderFrom(rows: readonly TradeRow[], since: Instant): number {
  const index = rows.findIndex(({ tradeDate }) => tradeDate !== undefined && tradeDate < since);
  return index < 0 ? rows.length : index;
}
