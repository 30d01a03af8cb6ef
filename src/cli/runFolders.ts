import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Shell } from './shell.ts';

/** A run on disk. */
export interface StoredRun {
  readonly id: string;
  readonly folder: string;
}

/**
 * Finds a run by its folder, or by its id (or the beginning of it) within the folder of the runs. Without a name or with `last`,
 * it is the one whose manifest was written last, by the time of the file, since a manifest has no time in it. Throws a `Fault`
 * `not-found`.
 */
export function findRun(named: string | undefined, folder: string, cwd: string): StoredRun {
  if (named !== undefined && named !== 'last') {
    for (const place of [resolve(cwd, named), join(folder, named)]) if (isRun(place)) return stored(place);
  }
  const all = runsIn(folder);
  if (named === undefined || named === 'last') {
    const newest = all.reduce<Run | undefined>(
      (best, each) => (best === undefined || each.writtenAt > best.writtenAt ? each : best),
      undefined,
    );
    if (newest !== undefined) return stored(newest.folder);
    throw new Fault('not-found', `no run in ${folder}`, {
      suggestion: '`sluice backtest CONFIG` makes one; --runs DIR names another folder',
    });
  }
  const begun = all.filter(({ id }) => id.startsWith(named));
  if (begun.length === 1) return stored(begun[0]!.folder);
  const why = begun.length === 0 ? `no run ${named} in ${folder}` : `${named} may be ${begun.map(({ id }) => id).join(' or ')}`;
  throw new Fault('not-found', why, { suggestion: `${knownRuns(all)}; name the folder of a run, its id, or --runs DIR` });
}

/** Where the runs are: as named, else as the configuration says, else `runs` here. */
export async function runsFolder(named: string | undefined, { options, env, cwd }: Shell): Promise<string> {
  if (named !== undefined || options.config === undefined) return resolve(cwd, named ?? 'runs');
  const { folderOf } = await import('../research/backtest/backtestSetup.ts');
  const { loadSettings } = await import('../settings/loadSettings.ts');
  return folderOf(await loadSettings({ file: options.config, env, cwd }), 'runs', cwd);
}

interface Run extends StoredRun {
  readonly writtenAt: number;
}

/** Every complete run of the folder, by its id. */
export function runsIn(folder: string): Run[] {
  let names: string[];
  try {
    names = readdirSync(folder).toSorted();
  } catch {
    return [];
  }
  return names
    .map((name) => join(folder, name))
    .filter(isRun)
    .map((place) => ({ ...stored(place), writtenAt: statSync(join(place, 'manifest.json')).mtimeMs }));
}

function isRun(place: string): boolean {
  return statSync(join(place, 'manifest.json'), { throwIfNoEntry: false })?.isFile() === true && !place.endsWith('.partial');
}

function stored(folder: string): StoredRun {
  return { id: basename(folder) || basename(dirname(folder)), folder };
}

function knownRuns(all: readonly Run[]): string {
  return all.length === 0
    ? 'there is none'
    : `there ${all.length === 1 ? 'is' : 'are'} ${all
        .slice(-5)
        .map(({ id }) => id)
        .join(', ')}`;
}
