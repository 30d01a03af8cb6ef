import { isDecimal } from '../base/decimal.ts';
import { isoOf } from '../base/instant.ts';
import type { Column } from './column.ts';

/** A cell as text: money exact, times in UTC, absent as the empty text. */
export function cellText<Row>(column: Column<Row>, row: Row): string {
  const value = column.value(row);
  if (value === undefined || value === null) return '';
  if (column.kind === 'time' && typeof value === 'number') return isoOf(value);
  return isDecimal(value) ? value.toFixed() : String(value);
}

/** On one line and without control characters: what a venue says must not drive a terminal. */
export function plainLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to be kept out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ' ');
}

export function titleOf<Row>(column: Column<Row>): string {
  return column.title ?? column.key.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toUpperCase();
}
