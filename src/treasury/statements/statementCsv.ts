import { csvLine, type CsvValue } from '../../base/csvLine.ts';
import { isDecimal } from '../../base/decimal.ts';
import type { Statement } from './statement.ts';
import { type StatementRow, statementRows } from './statementRows.ts';

/** The columns, in the order in which `sluice treasury statement -o csv` prints them. */
const KEYS = [
  'currency',
  'part',
  'at',
  'what',
  'id',
  'count',
  'gained',
  'lost',
  'amount',
  'balance',
  'note',
] as const satisfies readonly (keyof StatementRow)[];

/** The whole statement as CSV, with a heading. */
export function statementCsv(statement: Statement): string {
  return [KEYS.map((key): CsvValue => ({ number: key })), ...statementRows(statement).map((row) => KEYS.map((key) => cellOf(row[key])))]
    .map(csvLine)
    .join('');
}

function cellOf(value: StatementRow[keyof StatementRow]): CsvValue {
  if (value === undefined) return '';
  if (isDecimal(value)) return { number: value.toFixed() };
  return typeof value === 'number' ? { number: String(value) } : value;
}
