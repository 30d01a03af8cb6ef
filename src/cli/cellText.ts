import { isDecimal } from '../base/decimal.ts';
import { isoOf } from '../base/instant.ts';
import type { Column } from './column.ts';

/** A cell as text: money is exact, times are in UTC, and an absent value is empty. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  const value = column.value(row);
  if (value === undefined || value === null) return '';
  if (column.kind === 'time' && typeof value === 'number') return isoOf(value);
  return isDecimal(value) ? value.toFixed() : String(value);
}

/** A value as a table shows it. */
export function shortCellText<Row>(column: Column<Row>, row: Row): string {
  return column.short === undefined ? cellText(column, row) : (column.short(row) ?? '');
}

export function titleOf<Row>(column: Column<Row>): string {
  return column.title ?? column.key.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toUpperCase();
}

/** Whether a table must not cut the texts of a column: numbers, times, and what is copied into the next command. */
export function isWhole<Row>({ key, kind = 'text', isWhole: isCopied = /^id$|Id$/.test(key) }: Column<Row>): boolean {
  return kind !== 'text' || isCopied;
}
