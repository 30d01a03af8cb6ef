/**
 * Times and touches of many books, as one row per book in two arrays. Most books need nothing else, so whole runs of rows can be
 * read without looking at levels. A side without levels has 0 as its touch.
 *
 * Copy the column numbers into local constants before a loop over rows: an imported binding is loaded and checked on every use.
 */
export interface TouchRows {
  readonly looks: Float64Array;
  /** The same kind of array as the book's ticks. */
  readonly places: Int32Array | Float64Array;
}

/** Columns of `looks`: times, and the lots of the touch. */
export const LOOK = { receivedAt: 0, exchangeAt: 1, bidLots: 2, askLots: 3, columns: 4 } as const;

/**
 * Columns of `places`: where the levels are, and the prices of the touch. The bids begin at `start`, and the asks follow them.
 */
export const PLACE = { start: 0, bidLength: 1, askLength: 2, depth: 3, bidTicks: 4, askTicks: 5, columns: 6 } as const;
