/**
 * What became of a body. `dropped` counts levels with amount zero, which hold nothing to trade with. `reordered` says that the
 * venue's levels were not best first and have been sorted.
 */
export type DecodeOutcome = BookDecoded | BookRefused;

export interface BookDecoded {
  readonly ok: true;
  readonly dropped: number;
  readonly reordered: boolean;
}

/** Nothing of the body was used. `detail` names field and value. */
export interface BookRefused {
  readonly ok: false;
  readonly reason: BookRefusal;
  readonly detail: string;
}

export type BookRefusal =
  /** Not JSON, or not the shape of an order book. */
  | 'unreadable'
  /** A price or an amount is not a multiple of the pair's tick or lot. */
  | 'off-grid'
  /** A price is at or below zero, or an amount is below zero. */
  | 'not-positive'
  /** One side has two levels at one price. Nobody can say whether they add up or one replaces the other. */
  | 'duplicate-level'
  /** There are more levels than the book has room for. */
  | 'too-many-levels'
  /** A value is beyond 2^53 ticks or lots. */
  | 'out-of-range'
  /** The ticks need a wide book (`createBook`, `wide`). */
  | 'needs-wide';
