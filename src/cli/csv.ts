import { csvLine, type CsvValue } from '../base/csvLine.ts';
import { cellText } from './cellText.ts';
import type { Column } from './column.ts';

/** A list as CSV, with a heading. Texts are safe in a spreadsheet, and numbers stay numbers. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return [columns.map(({ key }) => ({ number: key })), ...rows.map((row) => columns.map((column) => cell(column, row)))]
    .map(csvLine)
    .join('');
}

function cell<Row>(column: Column<Row>, row: Row): CsvValue {
  const text = cellText(column, row);
  return (column.kind ?? 'text') === 'text' ? text : { number: text };
}
