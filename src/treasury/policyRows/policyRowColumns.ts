import { didYouMean } from '../../base/didYouMean.ts';
import { batchColumnOf } from '../batches/batchColumns.ts';
import type { BatchProblem } from '../batches/batchProblem.ts';
import type { CsvRecord } from '../batches/csvRecords.ts';
import { tooWide } from '../batches/tooWide.ts';

/** Columns of a file of payments that a policy is tried with, beside those of a batch file. */
export const POLICY_COLUMNS = ['kind', 'initiator', 'at', 'fee', 'into', 'labels', 'state', 'proven', 'link'] as const;

const OF_BATCH = ['to', 'currency', 'network', 'address', 'tag', 'amount'] as const;

export type PolicyColumn = (typeof POLICY_COLUMNS)[number] | (typeof OF_BATCH)[number];

/** Finds the columns. Those of a batch file that no policy looks at are left out. */
export function policyColumns(record: CsvRecord): {
  readonly places: ReadonlyMap<PolicyColumn, number>;
  readonly problems: readonly BatchProblem[];
} {
  const places = new Map<PolicyColumn, number>();
  const problems: BatchProblem[] = [];
  const wide = tooWide(record);
  if (wide !== undefined) return { places, problems: [wide] };
  const { line, cells } = record;
  for (const [index, cell] of cells.entries()) {
    const heading = cell.trim();
    if (heading === '' || heading.startsWith('#')) continue;
    const column = columnOf(heading);
    if (column === undefined) problems.push({ line, column: heading, value: undefined, message: unknownColumn(heading) });
    else if (column !== 'unused' && !places.has(column)) places.set(column, index);
    else if (column !== 'unused')
      problems.push({ line, column: heading, value: undefined, message: `is the column ${column} a second time` });
  }
  for (const column of ['currency', 'amount'] as const) {
    if (!places.has(column)) problems.push({ line, column: undefined, value: undefined, message: `the heading has no column ${column}` });
  }
  return { places, problems };
}

function columnOf(heading: string): PolicyColumn | 'unused' | undefined {
  const own = POLICY_COLUMNS.find((column) => column === heading.toLowerCase());
  if (own !== undefined) return own;
  const column = batchColumnOf(heading);
  return column === undefined ? undefined : (OF_BATCH.find((one) => one === column) ?? 'unused');
}

function unknownColumn(heading: string): string {
  const near = didYouMean(heading, [...POLICY_COLUMNS, ...OF_BATCH]);
  return `is not a known column${near === undefined ? '' : `: did you mean ${near}?`}; a column whose heading begins with # is left out`;
}
