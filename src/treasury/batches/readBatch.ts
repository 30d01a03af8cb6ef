import { counted } from '../../base/counted.ts';
import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { type BatchProblem, problemLines } from './batchProblem.ts';
import { type BatchColumn, batchColumns, type ColumnPlaces } from './batchColumns.ts';
import type { NamedDestinations } from './batchDestination.ts';
import { batchRow, type BatchRow } from './batchRow.ts';
import { batchSeparator } from './batchSeparator.ts';
import { batchText } from './batchText.ts';
import { CellReader } from './cellReader.ts';
import { cutProblem, lineProblem, openLine } from './lineProblem.ts';
import { type CsvRecord, csvRecords, type Separator } from './csvRecords.ts';

/** Fifty drafts of the venue. */
export const MOST_BATCH_ROWS = 10_000;

const UNSAFE: readonly BatchColumn[] = ['amount', 'fiat_amount', 'tag'];

/** What was read of a batch file. Where there are problems, the rows are only those without, and nothing is to be sent. */
export interface BatchFile {
  readonly separator: Separator;
  /** The fiat currency in which all its amounts are. Undefined where they are in the currencies that are paid out. */
  readonly fiatCurrency: string | undefined;
  readonly rows: readonly BatchRow[];
  readonly problems: readonly BatchProblem[];
}

export interface BatchOptions {
  readonly book: NamedDestinations;
  readonly now: Instant;
  /** Found out from the heading where it is not given. */
  readonly separator?: Separator | undefined;
}

/** Reads a file of payments and finds everything that is wrong with it. Throws a `Fault` `invalid-request` for what is no text at all. */
export function readBatch(bytes: Uint8Array, { book, now, separator: given }: BatchOptions): BatchFile {
  const text = batchText(bytes);
  const separator = given ?? batchSeparator(text);
  const { records, faults } = csvRecords(text, separator);
  const problems: BatchProblem[] = faults.map((fault) => ({ ...fault, column: undefined, value: undefined }));
  const [heading, ...lines] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const file = { separator, fiatCurrency: undefined, rows: [], problems };
  if (heading === undefined) return withProblem(file, 1, 'the file is empty: its first line must name the columns');
  const { places, problems: ofHeading } = batchColumns(heading);
  problems.push(...ofHeading);
  if (lines.length === 0) return withProblem(file, heading.line, 'the file has no payments after its heading');
  if (lines.length > MOST_BATCH_ROWS) {
    return withProblem(
      file,
      heading.line,
      `the file has ${lines.length} payments, at most ${MOST_BATCH_ROWS} are read: split it into several batches`,
    );
  }
  if (ofHeading.length > 0) return file;
  const open = openLine(text, records);
  const unsafe = UNSAFE.map((column) => places.get(column));
  const rows = lines.flatMap((line) => {
    const problem = lineProblem(line, heading, open, unsafe);
    if (problem === undefined) return batchRow(new CellReader(line, places, problems), book, now) ?? [];
    problems.push(problem);
    return [];
  });
  problems.push(...mixedDenominations(rows, places), ...repeatedReferences(lines, places));
  problems.push(...cutProblem(text, open, problems, unsafe));
  problems.sort((a, b) => a.line - b.line);
  return { separator, fiatCurrency: rows[0]?.fiat?.currency, rows, problems };
}

/** Throws a `Fault` `invalid-request` that names everything that is wrong with the file. */
export function assertBatch({ problems }: BatchFile): void {
  if (problems.length === 0) return;
  throw new Fault(
    'invalid-request',
    `the batch file has ${counted(problems.length, 'problem')}, and nothing was sent:\n${problemLines(problems)}`,
    { outcome: 'not-sent', problems },
  );
}

function withProblem(file: BatchFile, line: number, message: string): BatchFile {
  return { ...file, problems: [...file.problems, { line, column: undefined, value: undefined, message }] };
}

/** All rows have one denomination and one fiat currency (000 Mass withdrawal). The first row decides. */
function mixedDenominations(rows: readonly BatchRow[], places: ColumnPlaces): readonly BatchProblem[] {
  const first = rows[0];
  if (first === undefined) return [];
  return rows.flatMap(({ line, fiat }) => {
    if (fiat?.currency === first.fiat?.currency) return [];
    const column = fiat === undefined ? 'amount' : first.fiat === undefined ? 'fiat_amount' : 'fiat_currency';
    const message = `differs from line ${first.line}, which is in ${first.fiat?.currency ?? 'the currency that is paid out'}: a batch has one denomination`;
    return [{ line, column: places.get(column)!.heading, value: fiat?.currency, message }];
  });
}

/** Lines with another fault count too, so that a file is corrected once. */
function repeatedReferences(records: readonly CsvRecord[], places: ColumnPlaces): readonly BatchProblem[] {
  const place = places.get('reference');
  if (place === undefined) return [];
  const lines = new Map<string, number>();
  return records.flatMap(({ line, cells }) => {
    const reference = cells[place.index]?.trim() ?? '';
    const before = lines.get(reference);
    if (reference === '') return [];
    if (before === undefined) lines.set(reference, line);
    if (before === undefined) return [];
    return [
      {
        line,
        column: place.heading,
        value: reference,
        message: `stands in line ${before} too: each payment has a reference of its own`,
      },
    ];
  });
}
