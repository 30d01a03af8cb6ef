import { ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { MOST_REMEMBERED, remember } from './remember.ts';
import { lagOf, type VenueBehaviour } from './simulatorOptions.ts';
import { type TradeNote, tradeRowOf } from './tradeNote.ts';
import type { TradeRow } from './tradeRow.ts';

/** A row, as a note of it, with when the list begins to show it, and when its fee. */
export interface ListedTrade {
  readonly note: TradeNote;
  readonly shownAt: Instant;
  readonly feeShownAt: Instant;
  readonly isTwice: boolean;
  /** The row that stands in its place as soon as that one is shown. */
  next: ListedTrade | undefined;
}

/** What of a venue's ways decides how the rows are shown. */
export type TradeListBehaviour = Pick<VenueBehaviour, 'tradesLateMs' | 'feesLateMs' | 'tradesTwice' | 'remembers'>;

/** Some pages of the list. */
const MOST_MADE = 1000;

/** The list of trades as the venue shows it: rows may come late, grow, stand twice and get their fee later. */
export class TradeList {
  /** In the order in which they happened. */
  readonly #rows: ListedTrade[] = [];
  /** Rows that were asked for lately: who polls reads the newest again and again. */
  readonly #made = new Map<TradeNote, TradeRow>();
  readonly #behaviour: TradeListBehaviour;
  #count = 0;

  constructor(behaviour: TradeListBehaviour) {
    this.#behaviour = behaviour;
  }

  /** A new row; with `before` it is that one grown. Answers a handle for the next time it grows. */
  add(note: TradeNote, before?: ListedTrade): ListedTrade {
    const index = this.#count++;
    const { tradesLateMs, feesLateMs, tradesTwice } = this.#behaviour;
    const shownAt = Math.max(note.at + lagOf(tradesLateMs, index), before?.shownAt ?? -Infinity);
    const feeShownAt = note.at + lagOf(feesLateMs, index);
    const listed: ListedTrade = { note, shownAt, feeShownAt, isTwice: tradesTwice?.(index) ?? false, next: undefined };
    if (before !== undefined) before.next = listed;
    remember(this.#rows, listed, this.#behaviour.remembers ?? MOST_REMEMBERED);
    return listed;
  }

  /** What is shown at a time, newest first. */
  shown(at: Instant, matches: (note: TradeNote) => boolean): readonly ListedTrade[] {
    const shown: ListedTrade[] = [];
    for (let i = this.#rows.length - 1; i >= 0; i--) {
      const listed = this.#rows[i]!;
      const { note, shownAt, isTwice, next } = listed;
      if (shownAt > at || (next !== undefined && next.shownAt <= at) || !matches(note)) continue;
      shown.push(listed);
      if (isTwice) shown.push(listed);
    }
    return shown;
  }

  /** A row as it is shown at a time. */
  rowOf({ note, feeShownAt }: ListedTrade, at: Instant): TradeRow {
    let row = this.#made.get(note);
    if (row === undefined) {
      if (this.#made.size === MOST_MADE) this.#made.clear();
      this.#made.set(note, (row = tradeRowOf(note)));
    }
    return feeShownAt > at ? { ...row, fee: ZERO } : row;
  }
}
