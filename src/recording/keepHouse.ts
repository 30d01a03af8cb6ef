import { rm } from 'node:fs/promises';
import { DAY_MS, dayOf, type Instant } from '../base/instant.ts';
import { closeDay } from './closeDay.ts';
import { type DayFileKind, listDayFiles } from './dayFiles.ts';
import type { Disk } from './disk.ts';
import { inspectDayFile } from './inspectDayFile.ts';

export interface HouseRules {
  readonly now: Instant;
  /** Closed days that ended longer ago are deleted; undefined: none is. */
  readonly keepMs: number | undefined;
  /** The file that is being written. */
  readonly openPath: string | undefined;
  readonly disk: Disk;
}

/** Compresses the days of a folder that are over, and deletes those past their time. Gives back the errors; nothing stops at one. */
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
