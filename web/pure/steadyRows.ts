/** Rows as the page shows them. */
export interface SteadyRows<Row> {
  readonly shown: readonly { readonly key: string; readonly row: Row; readonly isGone: boolean }[];
  /** How many wait until nobody points at the table any more. */
  readonly waiting: number;
}

/**
 * Rows keep their places while somebody points at them or has the focus in them: new ones wait, and those that are gone stay and
 * say so. Otherwise they are as they come.
 */
export function steadyRows<Row>(
  before: SteadyRows<Row> | undefined,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  isHeld: boolean,
): SteadyRows<Row> {
  const fresh = rows.map((row) => ({ key: keyOf(row), row, isGone: false }));
  if (!isHeld || before === undefined || before.shown.length === 0) return { shown: fresh, waiting: 0 };
  const byKey = new Map(fresh.map((one) => [one.key, one]));
  const shown = before.shown.map((one) => byKey.get(one.key) ?? { ...one, isGone: true });
  const known = new Set(before.shown.map(({ key }) => key));
  return { shown, waiting: fresh.filter(({ key }) => !known.has(key)).length };
}
