/**
 * Times and touches of many books, a row for each in two arrays: what has to be known of most books is known without
 * looking at their levels, row after row. A side without levels has 0 as its touch.
 *
 * Who goes over rows copies the columns first: what is imported is loaded and checked each time that it is used.
 */
export interface TouchRows {
  readonly looks: Float64Array;
  /** In the kind of number that the book's ticks have. */
  readonly places: Int32Array | Float64Array;
}

/** Columns of `looks`: times, and the lots of the touch. */
export const LOOK = { receivedAt: 0, exchangeAt: 1, bidLots: 2, askLots: 3, columns: 4 } as const;

/** Columns of `places`: where the levels are, and the prices of the touch. The asks follow the bids, which begin at `start`. */
export const PLACE = { start: 0, bidLength: 1, askLength: 2, depth: 3, bidTicks: 4, askTicks: 5, columns: 6 } as const;
