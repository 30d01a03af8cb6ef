import type { GapReason } from './marketCursor.ts';

/** First byte of each record that is no book. */
export const STATISTICS_RECORD = 1;
export const GAP_RECORD = 2;
export const DEPTH_RECORD = 3;

/** First byte of a book: this, plus `COUNTS` times the number of bid edits, plus that of ask edits, each up to `MANY_EDITS`. */
export const BOOK_RECORD = 0x80;
export const COUNTS = 11;
/** From here on the rest of a count follows as a varint. */
export const MANY_EDITS = 10;

/** By their number in the file. */
export const GAP_REASONS: readonly GapReason[] = ['poll-failed', 'withheld', 'stopped', 'crashed', 'damaged', 'disk-full'];

/** Longer texts of a gap are cut. */
export const MOST_DETAIL_CHARACTERS = 200;

/** The fields of a statistics row, by their bit. */
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
