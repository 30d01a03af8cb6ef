/**
 * What became of a body. `dropped` counts levels of amount zero, which hold nothing to trade with; `reordered` says that
 * the venue's levels were not best first and have been sorted.
 */
export type DecodeOutcome = BookDecoded | BookRefused;

export interface BookDecoded {
  readonly ok: true;
  readonly dropped: number;
  readonly reordered: boolean;
}

/** Nothing of the body was taken. `detail` names field and value. */
export interface BookRefused {
  readonly ok: false;
  readonly reason: BookRefusal;
  readonly detail: string;
}

export type BookRefusal =
  /** No JSON, or not the shape of an order book. */
  | 'unreadable'
  /** A price or an amount that is no multiple of the pair's tick or lot. */
  | 'off-grid'
  /** A price at or below zero, or an amount below zero. */
  | 'not-positive'
  /** Two levels of one side at one price: nobody can say whether they add up or one replaces the other. */
  | 'duplicate-level'
  /** More levels than the book has room for. */
  | 'too-many-levels'
  /** Beyond 2^53 ticks or lots. */
  | 'out-of-range'
  /** Ticks that need a wide book (`createBook`, `wide`). */
  | 'needs-wide';
