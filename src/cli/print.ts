import { isDecimal } from '../base/decimal.ts';
import { isoOf } from '../base/instant.ts';
import { jsonForPeople } from '../base/json.ts';
import type { Cell, Column } from './column.ts';
import { csvOf } from './csv.ts';
import { htmlOf } from './htmlTable.ts';
import { markdownOf } from './markdown.ts';
import { say, type Shell } from './shell.ts';
import { recordTable, tableOf } from './table.ts';

/**
 * Prints a list in the requested format. A table without rows is said to be one, since headings alone look like a failure: by `none`, which is
 * empty where the command says so itself.
 */
export function printRows<Row>(shell: Shell, columns: readonly Column<Row>[], rows: readonly Row[], none = 'there are none'): void {
  if (rows.length === 0 && none !== '' && shell.options.output === 'table') say(shell, none);
  shell.out.write(render(shell, columns, rows));
}

/** Prints one thing: as an object in JSON, and with a line for each member in a table. */
export function printRecord<Row>(shell: Shell, columns: readonly Column<Row>[], row: Row): void {
  const { output } = shell.options;
  if (output === 'json') shell.out.write(`${jsonForPeople(objectOf(columns, row), indentOf(shell))}\n`);
  else if (output === 'table') shell.out.write(recordTable(columns, row, shell.out));
  else shell.out.write(render(shell, columns, [row]));
}

/** Prints data that is not a list, always as JSON. */
export function printJson(shell: Shell, value: unknown): void {
  shell.out.write(`${jsonForPeople(value, shell.options.output === 'ndjson' ? undefined : 2)}\n`);
}

function render<Row>(shell: Shell, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  switch (shell.options.output) {
    case 'table':
      return tableOf(columns, rows, shell.out);
    case 'json':
      return `${jsonForPeople(
        rows.map((row) => objectOf(columns, row)),
        indentOf(shell),
      )}\n`;
    case 'ndjson':
      return rows.map((row) => `${jsonForPeople(objectOf(columns, row))}\n`).join('');
    case 'csv':
      return csvOf(columns, rows);
    case 'md':
      return markdownOf(columns, rows);
    case 'html':
      return htmlOf(columns, rows);
  }
}

/** One thing as it stands in JSON. An absent value becomes null, so that every row has every member. */
export function objectOf<Row>(columns: readonly Column<Row>[], row: Row): Record<string, Cell> {
  return Object.fromEntries(columns.map((column) => [column.key, jsonCell(column, row)]));
}

function jsonCell<Row>(column: Column<Row>, row: Row): Cell {
  const value = column.value(row) ?? null;
  return column.kind === 'time' && typeof value === 'number' ? isoOf(value) : isDecimal(value) ? value.toFixed() : value;
}

function indentOf(shell: Shell): number | undefined {
  return shell.out.isTTY === true ? 2 : undefined;
}
