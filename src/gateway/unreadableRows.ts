import { orderLane } from '../model/command.ts';
import type { KeyedRow, TradeRow } from './fillRows.ts';
import type { FrozenLanes } from './frozenLanes.ts';

const UNREADABLE = 'unreadable row';
const HAND = 'if it is no execution, say so by `sluice orders settle`';

/** Rows of the trades list that can't be understood. Each shuts its lane until it can be, or a person says that it is no execution. */
export class UnreadableRows {
  readonly #frozen: FrozenLanes;
  #rows: readonly KeyedRow[] = [];

  constructor(frozen: FrozenLanes) {
    this.#frozen = frozen;
  }

  get all(): readonly KeyedRow[] {
    return this.#rows;
  }

  /** Takes note of all that there are, and shuts and opens lanes by them. */
  async set(rows: readonly KeyedRow[]): Promise<void> {
    for (const { row } of rows) {
      const reason = `order ${row.id} has a row in the trades list that can't be understood: ${describe(row)}; ${HAND}`;
      this.#frozen.freeze(orderLane(row.symbol), UNREADABLE, reason);
    }
    await this.#frozen.thaw(UNREADABLE, new Set(rows.map(({ row }) => orderLane(row.symbol))));
    this.#rows = rows;
  }

  keysOf(orderId: string): readonly string[] {
    return this.#rows.filter(({ row }) => row.id === orderId).map(({ key }) => key);
  }
}

function describe(row: TradeRow): string {
  return `status ${row.status}, side ${row.side}, amount ${row.amount}, price ${row.price ?? 'absent'}, fee ${row.fee ?? 'absent'}`;
}
