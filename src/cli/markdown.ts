import { cellText, titleOf } from './cellText.ts';
import { plainLine } from '../base/plainText.ts';
import type { Column } from './column.ts';

/** A table in GitHub's Markdown, to paste into issues. */
export function markdownOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const heading = line(columns.map((column) => escaped(titleOf(column))));
  const rule = line(columns.map((column) => (column.kind === 'number' ? '---:' : '---')));
  return heading + rule + rows.map((row) => line(columns.map((column) => escaped(cellText(column, row))))).join('');
}

function escaped(text: string): string {
  return plainLine(text).replace(/[\\|`*_<>[\]]/g, '\\$&');
}
