import { counted } from '../../base/counted.ts';
import type { BatchProblem } from './batchProblem.ts';
import type { CsvRecord } from './csvRecords.ts';

/** Columns whose cells must be whole: a part of an amount is an amount, and a part of a tag is another payee's. */
export type UnsafeColumns = readonly ({ readonly index: number; readonly heading: string } | undefined)[];

/** The last line of a text, where no line break ends it: it may have been cut off anywhere. */
export function openLine(text: string, records: readonly CsvRecord[]): CsvRecord | undefined {
  return /[\r\n]$/.test(text) ? undefined : records.at(-1);
}

/**
 * What is wrong with a line as a whole. Spreadsheets leave out the separators of empty cells at the end, so a line may have fewer cells than
 * the heading, but for the cells of `unsafe` and for a line that may have been cut off.
 */
export function lineProblem(
  record: CsvRecord,
  heading: CsvRecord,
  open: CsvRecord | undefined,
  unsafe: UnsafeColumns,
): BatchProblem | undefined {
  const { line, cells } = record;
  const surplus = widthOf(cells) - heading.cells.length;
  if (surplus > 0) {
    const message = `the line has ${counted(surplus, 'cell')} more than the heading: put a cell with the separator inside it in quotation marks`;
    return { line, column: undefined, value: undefined, message };
  }
  const missing = widthOf(heading.cells) - cells.length;
  if (missing <= 0) return undefined;
  const lost = unsafe.find((column) => column !== undefined && column.index >= cells.length);
  if (record !== open && lost === undefined) return undefined;
  const why = record === open ? 'as if it had been cut off' : `and its ${lost!.heading} is missing`;
  const message = `the line has ${counted(missing, 'cell')} fewer than the heading, ${why}: write the separators of empty cells, too`;
  return { line, column: undefined, value: undefined, message };
}

/**
 * That the text ends in the middle of its last line, in a cell of which a part can't be told from the whole. A closing quotation mark is an
 * end, too. Empty where something else is wrong with that line.
 */
export function cutProblem(
  text: string,
  open: CsvRecord | undefined,
  problems: readonly BatchProblem[],
  unsafe: UnsafeColumns,
): readonly BatchProblem[] {
  if (open === undefined) return [];
  const { line, cells } = open;
  const last = unsafe.find((column) => column?.index === cells.length - 1);
  const value = cells.at(-1)!.trim();
  if (last === undefined || value === '' || text.endsWith('"') || problems.some((known) => known.line === line)) return [];
  const ways = 'move that column from the end, or add a column #end with a cell in each row, or type `echo >> FILE`';
  const message = `is the end of the file, which may have been cut off in it: end the last line with a line break; where a spreadsheet writes none, ${ways}`;
  return [{ line, column: last.heading, value, message }];
}

/** Empty cells at the end come from spreadsheets. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}
