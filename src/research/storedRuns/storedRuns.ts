import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';

/** A run on disk. */
export interface StoredRun {
  readonly id: string;
  readonly folder: string;
}

/** By the time of the file, since a manifest has no time in it. */
export interface WrittenRun extends StoredRun {
  readonly writtenAt: Instant;
}

/** The runs of a folder by their ids. None where there is no such folder. */
export function storedRuns(folder: string): readonly WrittenRun[] {
  let names: string[];
  try {
    names = readdirSync(folder).toSorted();
  } catch {
    return [];
  }
  return names
    .map((name) => join(folder, name))
    .filter(isRun)
    .map((place) => ({ ...storedRun(place), writtenAt: Math.floor(statSync(join(place, 'manifest.json')).mtimeMs) }));
}

/** The run of exactly this id. It is looked for among the runs that are there, so that no id leads out of the folder. Throws a `Fault` `not-found`. */
export function runOfId(folder: string, id: string): StoredRun {
  const found = storedRuns(folder).find((run) => run.id === id);
  if (found !== undefined) return found;
  throw new Fault('not-found', `id: there is no run ${JSON.stringify(id)} in ${folder}`, {
    suggestion: '`sluice backtest CONFIG` makes one',
  });
}

/** Whether a folder holds a run that is complete. */
export function isRun(place: string): boolean {
  return statSync(join(place, 'manifest.json'), { throwIfNoEntry: false })?.isFile() === true && !place.endsWith('.partial');
}

export function storedRun(folder: string): StoredRun {
  return { id: basename(folder) || basename(dirname(folder)), folder };
}
