/** More are not told apart in one chart. */
export const MOST_RUNS = 4;

/** The runs that an address names: `a,b`. */
export function chosenRuns(what: string | undefined): readonly string[] {
  const named = (what ?? '').split(',').filter((id) => id !== '');
  return [...new Set(named)].slice(0, MOST_RUNS);
}

/** The same with one more or one less. Undefined where none is left. */
export function withRun(chosen: readonly string[], id: string, isChosen: boolean): string | undefined {
  const others = chosen.filter((one) => one !== id);
  const next = isChosen ? [...others, id] : others;
  return next.length === 0 ? undefined : next.join(',');
}
