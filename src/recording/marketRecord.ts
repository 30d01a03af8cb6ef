import type { GapReason } from './marketCursor.ts';

/** The first byte of each record that is not a book. */
export const STATISTICS_RECORD = 1;
export const GAP_RECORD = 2;
export const DEPTH_RECORD = 3;

/**
 * The first byte of a book: this value, plus `COUNTS` times the number of bid edits, plus the number of ask edits, each up to
 * `MANY_EDITS`.
 */
export const BOOK_RECORD = 0x80;
export const COUNTS = 11;
/** From this value on, the rest of a count follows as a varint. */
export const MANY_EDITS = 10;

/** In the order of their numbers in the file. */
export const GAP_REASONS: readonly GapReason[] = ['poll-failed', 'withheld', 'stopped', 'crashed', 'damaged', 'disk-full', 'not-published'];

/** Longer details of a gap are cut. */
export const MOST_DETAIL_CHARACTERS = 200;

/** The fields of a statistics row, in the order of their bits. */
export const STATISTICS_FIELDS = [
  'lastPrice',
  'lowestAsk',
  'highestBid',
  'baseVolume',
  'quoteVolume',
  'priceChangePercent',
  'highestPrice',
  'lowestPrice',
] as const;
