/** What stands between the cells of a line. */
export type Separator = ',' | ';' | '\t';

/** One record of a file of cells. A quoted cell may have several lines, so a record may too. */
export interface CsvRecord {
  /** Where it begins; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** What breaks the form of the file, whatever its cells mean. */
export interface CsvFault {
  readonly line: number;
  readonly message: string;
}

/** A place in the text, and what was read so far. */
interface Reading {
  readonly text: string;
  readonly separator: Separator;
  readonly faults: CsvFault[];
  at: number;
  line: number;
}

/**
 * Reads RFC 4180 strictly, with the separator that is given. Lines end with CRLF, LF or CR. After a fault it goes on with the next cell,
 * so that all faults are found at once; what was read is then not to be used.
 */
export function csvRecords(
  text: string,
  separator: Separator,
): { readonly records: readonly CsvRecord[]; readonly faults: readonly CsvFault[] } {
  const reading: Reading = { text, separator, faults: [], at: 0, line: 1 };
  const records: CsvRecord[] = [];
  while (reading.at < text.length) records.push(record(reading));
  return { records, faults: reading.faults };
}

function record(reading: Reading): CsvRecord {
  const { line, text, separator } = reading;
  const cells: string[] = [];
  for (;;) {
    cells.push(text[reading.at] === '"' ? quotedCell(reading) : plainCell(reading));
    if (text[reading.at] !== separator) break;
    reading.at++;
  }
  endLine(reading);
  return { line, cells };
}

function plainCell(reading: Reading): string {
  const { text, line } = reading;
  const from = reading.at;
  while (!isCellEnd(reading)) reading.at++;
  const cell = text.slice(from, reading.at);
  if (cell.includes('"'))
    fault(reading, line, 'has a quotation mark inside a cell: put the whole cell in quotation marks, and write each one inside twice');
  return cell;
}

function quotedCell(reading: Reading): string {
  const { text, line } = reading;
  let cell = '';
  reading.at++;
  for (;;) {
    const from = reading.at;
    while (reading.at < text.length && text[reading.at] !== '"') {
      if (isLineEnd(text, reading.at)) reading.line++;
      reading.at++;
    }
    cell += text.slice(from, reading.at);
    if (reading.at >= text.length) {
      fault(reading, line, 'has a cell whose closing quotation mark is missing');
      return cell;
    }
    reading.at++;
    if (text[reading.at] !== '"') break;
    cell += '"';
    reading.at++;
  }
  if (!isCellEnd(reading)) fault(reading, reading.line, 'has text after the closing quotation mark of a cell');
  while (!isCellEnd(reading)) reading.at++;
  return cell;
}

function isCellEnd({ text, at, separator }: Reading): boolean {
  const char = text[at];
  return char === undefined || char === separator || char === '\n' || char === '\r';
}

/** Whether a line ends with this character. The CR of a CRLF does not count. */
function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n');
}

function endLine(reading: Reading): void {
  if (reading.text[reading.at] === '\r') reading.at++;
  if (reading.text[reading.at] === '\n') reading.at++;
  reading.line++;
}

function fault(reading: Reading, line: number, message: string): void {
  reading.faults.push({ line, message });
}
