import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DAY_MS, dayOf, type Instant } from '../base/instant.ts';
import { ChunkReader } from './chunkReader.ts';
import { closeDay } from './closeDay.ts';
import { type DayFile, type DayFileKind, listDayFiles } from './dayFiles.ts';
import type { Disk } from './disk.ts';
import { inspectDayFile } from './inspectDayFile.ts';
import { openStream } from './openStream.ts';

export interface HouseRules {
  readonly now: Instant;
  /**
   * Closed days that ended longer ago than this are deleted. Undefined: none are. The day after the last one that is recorded is now at the
   * latest: a clock that is far ahead for a moment deletes nothing.
   */
  readonly keepMs: number | undefined;
  /** The file that is being written. */
  readonly openPath: string | undefined;
  readonly disk: Disk;
}

/**
 * Compresses the past days of a folder and deletes those that are too old. What is left of a compression that was killed goes too. It does
 * not stop at an error; it returns all errors.
 */
export async function keepHouse(folder: string, kind: DayFileKind, rules: HouseRules): Promise<readonly unknown[]> {
  const { now, keepMs, openPath, disk } = rules;
  const errors: unknown[] = [];
  const past = listDayFiles(folder, kind).filter(({ day, path }) => day < dayOf(now) && plainOf(path) !== openPath);
  const latest = Math.min(now, Math.max(...past.map(({ day }) => day)) + 2 * DAY_MS);
  for (const file of past) {
    const plain = plainOf(file.path);
    try {
      if (keepMs !== undefined && file.day + DAY_MS <= latest - keepMs) {
        // The compressed one goes last: without it, what is left of the other one would be the day.
        for (const path of [plain, `${plain}.zst.tmp`, `${plain}.zst`]) await rm(path, { force: true });
      } else if (file.closed) {
        if (existsSync(plain) && isWhole(file)) await rm(plain, { force: true });
      } else if (inspectDayFile(file).firstAt !== undefined) await closeDay(file, disk);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

/** The path of a day before it is compressed. */
function plainOf(path: string): string {
  return path.replace(/\.zst$/, '');
}

/** Whether every byte of a compressed day can be read. */
function isWhole(file: DayFile): boolean {
  const stream = openStream(file);
  try {
    const reader = new ChunkReader(stream);
    while (reader.next()) if (reader.skipped !== undefined) return false;
    return reader.skipped === undefined && stream.lostParts === 0;
  } finally {
    stream.close();
  }
}
