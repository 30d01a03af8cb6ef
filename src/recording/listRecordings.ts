import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { type DayFile, listDayFiles, MARKET_FILE, symbolOfFolder } from './dayFiles.ts';
import { type Inspection, inspectDayFile } from './inspectDayFile.ts';
import { headerOf } from './recordingHeader.ts';

/** What is recorded of one symbol. */
export interface RecordingSummary {
  readonly symbol: string;
  /** How many UTC days have a file. */
  readonly days: number;
  /** The times of the first and the last record; undefined when there is none. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  readonly snapshots: number;
  /** The size on the disk. */
  readonly bytes: number;
  /** Recorded gaps. Damage does not count. */
  readonly gaps: number;
  /** Whether the newest file ends with an orderly stop. If not, it is being written, or its recorder died. */
  readonly isStopped: boolean;
  readonly files: readonly FileSummary[];
}

export interface FileSummary {
  readonly file: string;
  readonly day: Instant;
  readonly closed: boolean;
  readonly bytes: number;
  readonly inspection: Inspection;
}

/**
 * Lists what is recorded below a folder, by symbol, without decoding books. Throws a `Fault`: `not-found` when there is no such
 * folder, `schema-newer` for files of a later version.
 */
export function listRecordings(dir: string): readonly RecordingSummary[] {
  return recordedSymbols(dir).map(({ symbol, folder }) => {
    const files = listDayFiles(folder, MARKET_FILE).map(summaryOf);
    const inspections = files.map(({ inspection }) => inspection);
    return {
      symbol,
      days: new Set(files.map(({ day }) => day)).size,
      from: inspections.find(({ firstAt }) => firstAt !== undefined)?.firstAt,
      to: inspections.findLast(({ lastAt }) => lastAt !== undefined)?.lastAt,
      snapshots: inspections.reduce((sum, { entries }) => sum + entries, 0),
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      gaps: inspections.reduce((sum, { gaps }) => sum + gaps, 0),
      isStopped: inspections.at(-1)?.end === 'stopped',
      files,
    };
  });
}

/** The symbols with a folder of recordings below `dir`, by name. */
export function recordedSymbols(dir: string): readonly { readonly symbol: string; readonly folder: string }[] {
  return entriesOf(dir)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ symbol: symbolOfFolder(name), folder: join(dir, name) }))
    .filter((entry): entry is { symbol: string; folder: string } => entry.symbol !== undefined)
    .filter(({ folder }) => listDayFiles(folder, MARKET_FILE).length > 0)
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    throw new Fault('not-found', `there are no recordings in ${dir}: the folder can't be read`, { cause: error });
  }
}

function summaryOf(file: DayFile): FileSummary {
  const inspection = inspectDayFile(file);
  if (inspection.headerText !== undefined) headerOf(inspection.headerText, file.path);
  return { file: file.path, day: file.day, closed: file.closed, bytes: sizeOf(file), inspection };
}

/** The size that it has now. It may have been compressed since it was listed. */
function sizeOf({ path }: DayFile): number {
  const sizes = [path, `${path}.zst`].flatMap((place) => statSync(place, { throwIfNoEntry: false })?.size ?? []);
  return sizes[0] ?? 0;
}
