/** An execution as far as its place in a list goes. */
interface Placed {
  readonly id: string;
  readonly tradedAt: string;
}

/**
 * Two readings of executions as one list, the latest trade first, each once. Nothing is left out: what is told late, such as a fee that
 * comes after its execution, has its place among those that were told before.
 */
export function joinedPages<Row extends Placed>(newest: readonly Row[], older: readonly Row[]): readonly Row[] {
  const known = new Set(newest.map(({ id }) => id));
  const all = [...newest, ...older.filter(({ id }) => !known.has(id))];
  return all.toSorted((a, b) => Date.parse(b.tradedAt) - Date.parse(a.tradedAt));
}
