import { orderLane } from '../model/command.ts';
import type { FillLog, Journal } from '../model/journal.ts';
import { timeOf } from './fillRows.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import type { TapeReading } from './tradeTape.ts';

const GAP = 'gap';
const GAP_AFTER_ROUNDS = 3;

/**
 * Whether the list of trades overlaps what is booked: our newest fill must be in it. One that is too old, or that keeps fewer rows
 * than have come between two rounds, closes nothing; where that lasts, the lanes are shut and a person is told.
 */
export class ListReach {
  readonly #journal: Pick<Journal, 'openOrders'>;
  readonly #fillLog: Pick<FillLog, 'fills'>;
  readonly #frozen: FrozenLanes;
  #gapRounds = 0;

  constructor(
    { journal, fillLog }: { readonly journal: Pick<Journal, 'openOrders'>; readonly fillLog: Pick<FillLog, 'fills'> },
    frozen: FrozenLanes,
  ) {
    this.#journal = journal;
    this.#fillLog = fillLog;
    this.#frozen = frozen;
  }

  async reachesTheLog({ rows, since }: TapeReading): Promise<boolean> {
    const newest = (await this.#fillLog.fills({ limit: 1 }))[0]?.fill;
    // A row that has grown stands for what was booked of it.
    const isShown = rows.some((row) => row.id === newest?.orderId && row.tradeDate !== undefined && row.tradeDate >= newest.tradedAt);
    const isListed = newest === undefined || newest.tradedAt < since || isShown;
    if (isListed) {
      this.#gapRounds = 0;
      await this.#frozen.thaw(GAP);
      return true;
    }
    if (++this.#gapRounds < GAP_AFTER_ROUNDS) return false;
    const oldest = rows.at(-1);
    const reason = `the trades list lacks the fill ${newest.id} that is booked and goes back to ${oldest === undefined ? 'nothing' : timeOf(oldest)}: fills may be missing; it opens when the list reaches back to it`;
    for (const { symbol } of [newest, ...(await this.#journal.openOrders())]) this.#frozen.freeze(orderLane(symbol), GAP, reason);
    return false;
  }
}
