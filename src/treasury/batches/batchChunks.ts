/** 000 Mass withdrawal: a draft has at most so many rows. */
export const MOST_DRAFT_ROWS = 200;

/** The rows of a batch as drafts of the venue, in their order. */
export function batchChunks<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const drafts = Math.ceil(rows.length / MOST_DRAFT_ROWS);
  return Array.from({ length: drafts }, (_, at) => rows.slice(at * MOST_DRAFT_ROWS, (at + 1) * MOST_DRAFT_ROWS));
}
