import { markdownRow, markdownRule } from '../base/markdownRow.ts';
import { cellText, titleOf } from './cellText.ts';
import type { Column } from './column.ts';

/** A table in GitHub's Markdown, to paste into issues. */
export function markdownOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const heading = markdownRow(columns.map(titleOf)) + markdownRule(columns.map((column) => column.kind === 'number'));
  return heading + rows.map((row) => markdownRow(columns.map((column) => cellText(column, row)))).join('');
}
