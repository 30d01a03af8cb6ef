import { ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { lagOf, type VenueBehaviour } from './simulatorOptions.ts';
import type { TradeRow } from './tradeRow.ts';

/** More rows than any test or demo makes. The oldest are forgotten. */
const MOST_ROWS = 500_000;

/** A row with when the list begins to show it, and when its fee. */
interface ListedRow {
  readonly row: TradeRow;
  readonly shownAt: Instant;
  readonly feeShownAt: Instant;
  readonly isTwice: boolean;
  /** The row that stands in its place as soon as that one is shown. */
  next: ListedRow | undefined;
}

/** What of a venue's ways decides how the rows are shown. */
export type TradeListBehaviour = Pick<VenueBehaviour, 'tradesLateMs' | 'feesLateMs' | 'tradesTwice'>;

/** The list of trades as the venue shows it: rows may come late, grow, stand twice and get their fee later. */
export class TradeList {
  /** In the order in which they happened. */
  readonly #rows: ListedRow[] = [];
  readonly #behaviour: TradeListBehaviour;
  #count = 0;

  constructor(behaviour: TradeListBehaviour) {
    this.#behaviour = behaviour;
  }

  /** A new row; with `before` it is that one grown. Answers a handle for the next time it grows. */
  add(row: TradeRow, before?: ListedRow): ListedRow {
    const index = this.#count++;
    const { tradesLateMs, feesLateMs, tradesTwice } = this.#behaviour;
    const shownAt = Math.max(row.tradeDate + lagOf(tradesLateMs, index), before?.shownAt ?? -Infinity);
    const feeShownAt = row.tradeDate + lagOf(feesLateMs, index);
    const listed: ListedRow = { row, shownAt, feeShownAt, isTwice: tradesTwice?.(index) ?? false, next: undefined };
    if (before !== undefined) before.next = listed;
    this.#rows.push(listed);
    if (this.#rows.length > MOST_ROWS) this.#rows.splice(0, MOST_ROWS / 10);
    return listed;
  }

  /** What is shown at a time, newest first. */
  shown(at: Instant, matches: (row: TradeRow) => boolean): readonly TradeRow[] {
    const rows: TradeRow[] = [];
    for (let i = this.#rows.length - 1; i >= 0; i--) {
      const { row, shownAt, feeShownAt, isTwice, next } = this.#rows[i]!;
      if (shownAt > at || (next !== undefined && next.shownAt <= at) || !matches(row)) continue;
      const shown = feeShownAt > at ? { ...row, fee: ZERO } : row;
      rows.push(shown);
      if (isTwice) rows.push(shown);
    }
    return rows;
  }
}
