import { csvCell, csvQuoted } from './plainText.ts';

/** A text, or a number of ours as text, which stays a number in a spreadsheet. */
export type CsvValue = string | { readonly number: string };

/** A line of CSV (RFC 4180). A text that a spreadsheet would read as a formula gets an apostrophe in front; numbers keep their signs. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map((value) => (typeof value === 'string' ? csvCell(value) : csvQuoted(value.number))).join(',')}\r\n`;
}
