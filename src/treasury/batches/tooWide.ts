import type { BatchProblem } from './batchProblem.ts';
import type { CsvRecord } from './csvRecords.ts';

/** Far more than a file of payments has. A longer line is a file of something else. */
const MOST_COLUMNS = 200;

/** What is wrong with a heading of more columns than are read. Undefined when nothing is. */
export function tooWide({ line, cells }: CsvRecord): BatchProblem | undefined {
  if (cells.length <= MOST_COLUMNS) return undefined;
  const message = `the heading has ${cells.length} columns, at most ${MOST_COLUMNS} are read`;
  return { line, column: undefined, value: undefined, message };
}
