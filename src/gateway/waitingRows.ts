import type { Instant } from '../base/instant.ts';
import type { KeyedRow } from './fillRows.ts';

/** An order with executions that wait for something else. */
export interface WaitingOrder {
  /** When the oldest of them was. */
  readonly at: Instant;
  readonly lane: string;
}

/** Rows that could not be booked yet. */
export interface WaitingRows {
  /** The lanes that they are of. */
  readonly lanes: ReadonlySet<string>;
  /** The oldest of this reading that could not be understood: the venue may come to tell it differently. `Infinity` when there is none. */
  readonly unreadableSince: Instant;
  readonly unreadable: readonly KeyedRow[];
  /** Orders whose executions may be of an unknown request, or are to be looked at once more. */
  readonly orders: ReadonlyMap<string, WaitingOrder>;
}
