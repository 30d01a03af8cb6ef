import { knownHeadings } from './batchColumns.ts';
import { csvRecords, type Separator } from './csvRecords.ts';

const SEPARATORS: readonly Separator[] = [',', ';', '\t'];

/** The separator with which the first line has the most known headings. A comma where none has any. */
export function batchSeparator(text: string): Separator {
  const heading = /[^\r\n]+/.exec(text)?.[0] ?? '';
  const known = (separator: Separator): number => knownHeadings(csvRecords(heading, separator).records[0]?.cells ?? []);
  return SEPARATORS.reduce((best, each) => (known(each) > known(best) ? each : best));
}
