import type { Decimal } from '../base/decimal.ts';
import { ZERO } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import { executionOf, type KeyedRow } from './fillRows.ts';

/**
 * The rows that count. One that stands twice in an answer is one row, unless what was certainly executed (`floor`) leaves room
 * for both: two executions may be alike to the last digit. As many of them as are booked count, whatever there is room for.
 */
export function countedRows(rows: readonly KeyedRow[], fills: readonly Fill[], floor: Decimal): readonly KeyedRow[] {
  const booked = new Set(fills.map(({ id }) => id));
  const first = new Map<string, KeyedRow>();
  for (const keyed of rows) {
    const known = first.get(nameOf(keyed));
    if (known === undefined || (saysMore(keyed, known) && !booked.has(known.key))) first.set(nameOf(keyed), keyed);
  }
  const single = new Set(first.values());
  let sum = rows.reduce((total, keyed) => (single.has(keyed) ? total.plus(keyed.row.amount) : total), ZERO);
  const spare = rows.filter((keyed) => !single.has(keyed)).sort((a, b) => Number(booked.has(b.key)) - Number(booked.has(a.key)));
  for (const keyed of spare) {
    const more = sum.plus(keyed.row.amount);
    if (more.gt(floor) && !isBookedAgain(keyed, single, fills)) continue;
    single.add(keyed);
    sum = more;
  }
  return rows.filter((keyed) => single.has(keyed));
}

/** Whether more is booked of its execution than the rows that count already. */
function isBookedAgain({ execution, row }: KeyedRow, counted: ReadonlySet<KeyedRow>, fills: readonly Fill[]): boolean {
  const rows = [...counted].filter((keyed) => keyed.execution === execution).length;
  const booked = fills.reduce((sum, { id, amount }) => (executionOf(id) === execution ? sum.plus(amount) : sum), ZERO);
  return booked.gte(row.amount.times(rows + 1));
}

/** Rows of one time, price and amount are the same row, unless they differ in their status: one row has one at a time. */
function nameOf({ execution, row }: KeyedRow): string {
  return `${execution} ${row.status}`;
}

/** Whether this copy of a row has its fee and the other has not. */
function saysMore({ row }: KeyedRow, { row: other }: KeyedRow): boolean {
  return other.fee?.isZero() !== false && row.fee?.isZero() === false;
}
