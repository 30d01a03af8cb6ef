import { counted } from '../../base/counted.ts';
import type { Decimal } from '../../base/decimal.ts';
import { didYouMean } from '../../base/didYouMean.ts';
import { Fault } from '../../base/fault.ts';
import { batchAmount } from './batchAmount.ts';
import { type BatchProblem, problemLines } from './batchProblem.ts';
import { batchSeparator } from './batchSeparator.ts';
import { batchText } from './batchText.ts';
import { type CsvRecord, csvRecords } from './csvRecords.ts';
import { cutProblem, lineProblem, openLine } from './lineProblem.ts';
import { tooWide } from './tooWide.ts';

/** A refund of a payment on the hosted page (002 Refund request). */
export interface RefundRow {
  readonly transaction: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** Our own id of it, where the file gives one. */
  readonly reference: string | undefined;
}

const COLUMNS = ['transaction_id', 'currency', 'amount', 'reference'] as const;
const NEEDED = ['transaction_id', 'currency', 'amount'] as const;
type Column = (typeof COLUMNS)[number];

/** Far fewer than a request could hold (002 gives no limit), and enough for people to look through before they sign. */
const MOST_REFUNDS = 200;

/**
 * Reads a CSV of refunds with the columns `transaction_id`, `currency`, `amount` and, where our own ids are wanted, `reference`. Throws a
 * `Fault` `invalid-request` that names everything that is wrong with the file, by line and column.
 */
export function readRefunds(bytes: Uint8Array): readonly RefundRow[] {
  const text = batchText(bytes);
  const { records, faults } = csvRecords(text, batchSeparator(text));
  const problems: BatchProblem[] = faults.map((fault) => ({ ...fault, column: undefined, value: undefined }));
  const [heading, ...lines] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const places = heading === undefined ? new Map<Column, number>() : placesOf(heading, problems);
  if (lines.length === 0) problems.push(atLine(1, 'the file has no refunds: a heading, then one line for each'));
  if (lines.length > MOST_REFUNDS) problems.push(atLine(1, `the file has ${lines.length} refunds, at most ${MOST_REFUNDS} are read`));
  const open = openLine(text, records);
  const index = places.get('amount');
  const unsafe = index === undefined ? [] : [{ index, heading: 'amount' }];
  const readable = problems.length > 0 ? [] : lines;
  const rows = readable.flatMap((line) => {
    const problem = lineProblem(line, heading!, open, unsafe);
    if (problem === undefined) return rowOf(line, places, problems) ?? [];
    problems.push(problem);
    return [];
  });
  if (lines.length > 0) problems.push(...cutProblem(text, open, problems, unsafe));
  if (problems.length === 0) return rows;
  throw new Fault(
    'invalid-request',
    `the file of refunds has ${counted(problems.length, 'problem')}, and nothing was sent:\n${problemLines(problems)}`,
    { outcome: 'not-sent', problems },
  );
}

function atLine(line: number, message: string): BatchProblem {
  return { line, column: undefined, value: undefined, message };
}

function placesOf(heading: CsvRecord, problems: BatchProblem[]): ReadonlyMap<Column, number> {
  const places = new Map<Column, number>();
  const wide = tooWide(heading);
  if (wide !== undefined) {
    problems.push(wide);
    return places;
  }
  for (const [index, cell] of heading.cells.entries()) {
    const name = cell.trim();
    if (name === '' || name.startsWith('#')) continue;
    const column = COLUMNS.find((one) => one === name.toLowerCase());
    const refuse = (message: string): number => problems.push({ line: heading.line, column: name, value: undefined, message });
    if (column === undefined) refuse(unknownColumn(name));
    else if (places.has(column)) refuse(`is the column ${column} a second time`);
    else places.set(column, index);
  }
  for (const column of NEEDED) if (!places.has(column)) problems.push(atLine(heading.line, `the heading has no column ${column}`));
  return places;
}

function unknownColumn(name: string): string {
  const near = didYouMean(name, COLUMNS);
  return `is not a known column${near === undefined ? '' : `: did you mean ${near}?`}; a column whose heading begins with # is left out`;
}

function rowOf({ line, cells }: CsvRecord, places: ReadonlyMap<Column, number>, problems: BatchProblem[]): RefundRow | undefined {
  const cell = (column: Column): string => cells[places.get(column) ?? -1]?.trim() ?? '';
  const before = problems.length;
  const refuse = (column: Column, message: string): number => problems.push({ line, column, value: cell(column) || undefined, message });
  for (const column of NEEDED) if (cell(column) === '') refuse(column, 'is missing');
  const amount = batchAmount(cell('amount'), 'crypto');
  if (typeof amount === 'string' && cell('amount') !== '') refuse('amount', amount);
  if (problems.length > before) return undefined;
  const [transaction, currency] = [cell('transaction_id'), cell('currency')];
  return { transaction, currency, amount: amount as Decimal, reference: cell('reference') || undefined };
}
