import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { RESULTS } from '../research/sweep/sweepFolder.ts';

/** Finds the folder of a finished sweep by its path, its id, or the beginning of its id. Throws a `Fault` `not-found`. */
export function findSweep(named: string, sweeps: string, cwd: string): string {
  for (const place of [resolve(cwd, named), join(sweeps, named)]) if (existsSync(join(place, RESULTS))) return place;
  const all = existsSync(sweeps) ? readdirSync(sweeps).filter((name) => existsSync(join(sweeps, name, RESULTS))) : [];
  const begun = all.filter((name) => name.startsWith(named));
  if (begun.length === 1) return join(sweeps, begun[0]!);
  const why = begun.length === 0 ? `no sweep ${named} in ${sweeps}` : `${named} may be ${begun.join(' or ')}`;
  const known = all.length === 0 ? 'there is none that is over' : `there are ${all.slice(-5).join(', ')}`;
  throw new Fault('not-found', why, { suggestion: `${known}; name the folder of a sweep, its id, or --sweeps DIR` });
}
