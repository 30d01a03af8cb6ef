import { join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { isRun, type StoredRun, storedRun, storedRuns, type WrittenRun } from '../research/storedRuns/storedRuns.ts';
import type { Shell } from './shell.ts';

/**
 * Finds a run by its folder, or by its id (or the beginning of it) within the folder of the runs. Without a name or with `last`,
 * it is the one whose manifest was written last, by the time of the file, since a manifest has no time in it. Throws a `Fault`
 * `not-found`.
 */
export function findRun(named: string | undefined, folder: string, cwd: string): StoredRun {
  if (named !== undefined && named !== 'last') {
    for (const place of [resolve(cwd, named), join(folder, named)]) if (isRun(place)) return storedRun(place);
  }
  const all = storedRuns(folder);
  if (named === undefined || named === 'last') {
    const newest = all.reduce<WrittenRun | undefined>(
      (best, each) => (best === undefined || each.writtenAt > best.writtenAt ? each : best),
      undefined,
    );
    if (newest !== undefined) return newest;
    throw new Fault('not-found', `no run in ${folder}`, {
      suggestion: '`sluice backtest CONFIG` makes one; --runs DIR names another folder',
    });
  }
  const begun = all.filter(({ id }) => id.startsWith(named));
  if (begun.length === 1) return begun[0]!;
  const why = begun.length === 0 ? `no run ${named} in ${folder}` : `${named} may be ${begun.map(({ id }) => id).join(' or ')}`;
  throw new Fault('not-found', why, { suggestion: `${knownRuns(all)}; name the folder of a run, its id, or --runs DIR` });
}

/** Where the runs are: as named, else as the configuration says, else `runs` here. */
export async function runsFolder(named: string | undefined, { options, env, cwd }: Shell): Promise<string> {
  if (named !== undefined || options.config === undefined) return resolve(cwd, named ?? 'runs');
  const { folderOf } = await import('../research/folderOf.ts');
  const { loadSettings } = await import('../settings/loadSettings.ts');
  return folderOf(await loadSettings({ file: options.config, env, cwd }), 'runs', cwd);
}

function knownRuns(all: readonly WrittenRun[]): string {
  return all.length === 0
    ? 'there is none'
    : `there ${all.length === 1 ? 'is' : 'are'} ${all
        .slice(-5)
        .map(({ id }) => id)
        .join(', ')}`;
}
