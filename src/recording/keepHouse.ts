import { rm } from 'node:fs/promises';
import { DAY_MS, dayOf, type Instant } from '../base/instant.ts';
import { closeDay } from './closeDay.ts';
import { type DayFileKind, listDayFiles } from './dayFiles.ts';
import type { Disk } from './disk.ts';
import { inspectDayFile } from './inspectDayFile.ts';

export interface HouseRules {
  readonly now: Instant;
  /** Closed days that ended longer ago than this are deleted. Undefined: none are. */
  readonly keepMs: number | undefined;
  /** The file that is being written. */
  readonly openPath: string | undefined;
  readonly disk: Disk;
}

/**
 * Compresses the past days of a folder and deletes those that are too old. It does not stop at an error; it returns all errors.
 */
export async function keepHouse(folder: string, kind: DayFileKind, rules: HouseRules): Promise<readonly unknown[]> {
  const { now, keepMs, openPath, disk } = rules;
  const errors: unknown[] = [];
  for (const file of listDayFiles(folder, kind)) {
    if (file.day >= dayOf(now) || file.path === openPath) continue;
    try {
      if (keepMs !== undefined && file.day + DAY_MS <= now - keepMs) await rm(file.path, { force: true });
      else if (!file.closed && inspectDayFile(file).firstAt !== undefined) await closeDay(file, disk);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}
