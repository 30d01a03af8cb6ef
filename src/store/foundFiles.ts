import { copyFileSync, existsSync, renameSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { onDisk } from '../base/diskFault.ts';
import { isoOf } from '../base/instant.ts';

/** The files of a database as they were found before a recovery. */
export interface FoundFiles {
  /** Where the database is kept; its log is beside it. Undefined when there were no files. */
  readonly kept: string | undefined;
  /** Whether the database itself was there. */
  readonly isThere: boolean;
  /** Takes the files out of the way of a new database. */
  setAside(): void;
}

const SUFFIXES = ['', '-wal', '-shm'] as const;

/** Copies the files of a database, which nobody has open, before anything changes them. `setsAside` is called before they are taken out of the way. Throws `store` where the disk refuses. */
export function keepFound(database: string, clock: Pick<Clock, 'now'>, setsAside: () => void): FoundFiles {
  const found = SUFFIXES.filter((suffix) => existsSync(database + suffix));
  const kept = `${database}.${isoOf(clock.now()).replaceAll(':', '')}.before-recovery`;
  onDisk(`the files of ${database} could not be kept as they are`, () => {
    for (const suffix of found) copyFileSync(database + suffix, kept + suffix);
  });
  return {
    kept: found.length > 0 ? kept : undefined,
    isThere: found.includes(''),
    setAside: () => {
      setsAside();
      onDisk(`the files of ${database} could not be set aside`, () => {
        for (const suffix of SUFFIXES) if (existsSync(database + suffix)) renameSync(database + suffix, kept + suffix);
      });
    },
  };
}
