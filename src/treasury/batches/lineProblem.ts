import { counted } from '../../base/counted.ts';
import type { BatchProblem } from './batchProblem.ts';
import type { CsvRecord } from './csvRecords.ts';

/** What is wrong with a line as a whole: it has to have as many cells as the heading, since a file may have been cut off anywhere. */
export function lineProblem({ line, cells }: CsvRecord, heading: CsvRecord): BatchProblem | undefined {
  const surplus = widthOf(cells) - heading.cells.length;
  if (surplus > 0) {
    const message = `the line has ${counted(surplus, 'cell')} more than the heading: put a cell with the separator inside it in quotation marks`;
    return { line, column: undefined, value: undefined, message };
  }
  const missing = widthOf(heading.cells) - cells.length;
  if (missing <= 0) return undefined;
  const message = `the line has ${counted(missing, 'cell')} fewer than the heading, as if it had been cut off: write the separators of empty cells, too`;
  return { line, column: undefined, value: undefined, message };
}

/**
 * That the text ends in the middle of its last line, in a cell of which a part can't be told from the whole: `unsafe` are the columns of such
 * cells. A closing quotation mark is an end, too. Empty where something else is wrong with that line.
 */
export function cutProblem(
  text: string,
  { line, cells }: CsvRecord,
  problems: readonly BatchProblem[],
  unsafe: readonly ({ readonly index: number; readonly heading: string } | undefined)[],
): readonly BatchProblem[] {
  const last = unsafe.find((column) => column?.index === cells.length - 1);
  if (last === undefined || /["\r\n]$/.test(text) || problems.some((known) => known.line === line)) return [];
  const message = 'is the end of the file, which may have been cut off in it: end the last line with a line break';
  return [{ line, column: last.heading, value: cells.at(-1)!.trim(), message }];
}

/** Empty cells at the end come from spreadsheets. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}
