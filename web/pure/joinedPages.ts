/** The newest page and the older ones as one list, newest first, each row once. A new row shifts what was read before. */
export function joinedPages<Row>(newest: readonly Row[], older: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const known = new Set(newest.map(idOf));
  const last = newest.at(-1);
  // What the newest page ends with may stand anywhere among the older ones; what lies before it there is newer, and known.
  const from = last === undefined ? 0 : older.findIndex((row) => idOf(row) === idOf(last)) + 1;
  return [...newest, ...older.slice(from).filter((row) => !known.has(idOf(row)))];
}
