import { csvCell, csvQuoted } from '../base/plainText.ts';
import { cellText } from './cellText.ts';
import type { Column } from './column.ts';

/** RFC 4180 with a heading. A text that a spreadsheet would read as a formula gets an apostrophe; numbers stay numbers. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const heading = columns.map((column) => csvQuoted(column.key)).join(',');
  const lines = rows.map((row) => columns.map((column) => cell(column, row)).join(','));
  return [heading, ...lines].map((line) => `${line}\r\n`).join('');
}

function cell<Row>(column: Column<Row>, row: Row): string {
  const text = cellText(column, row);
  return (column.kind ?? 'text') === 'text' ? csvCell(text) : csvQuoted(text);
}
