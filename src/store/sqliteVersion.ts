import { Fault } from '../base/fault.ts';

/** Releases with the fix of the WAL-reset bug, which could damage a database with several connections, by branch. */
const FIXED: readonly (readonly [major: number, minor: number, patch: number])[] = [
  [3, 44, 6],
  [3, 50, 7],
  [3, 51, 3],
];

/**
 * Refuses a sqlite that may lose or damage committed rows. Versions 3.7.0 to 3.51.2 have the WAL-reset bug; 3.44.6 and 3.50.7 are
 * repaired on their branches. 3.52.0, which the driver bundles, has the repair. It was withdrawn for changes in how it turns
 * binary floats into text, but no amount here is a binary float.
 */
export function assertSqliteVersion(version: string): void {
  if (isRepaired(version)) return;
  throw new Fault('store', `sqlite ${version} can damage a database in WAL mode; 3.51.3 or later is needed (or 3.50.7, 3.44.6)`, {
    suggestion: 'run `npm ci` again, so that the driver comes with the sqlite that it was pinned with',
  });
}

function isRepaired(version: string): boolean {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (match === null) return false;
  const [major, minor, patch] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (major !== 3) return major > 3;
  if (minor > 51) return true;
  return FIXED.some((fixed) => fixed[1] === minor && patch >= fixed[2]);
}
