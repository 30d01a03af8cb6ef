import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../base/fault.ts';
import { packageFile } from '../base/packageFiles.ts';

/** Whether a configuration is a person's own, and no part of the package, which an update would put back. */
export function isOwnConfig(file: string): boolean {
  const shipped = realOf(fileURLToPath(packageFile('config'))) + sep;
  return !realOf(file).startsWith(shipped);
}

/** Throws a `Fault` `refused` for a configuration that is a part of the package: nothing changes it, neither a command nor the page. */
export function assertOwnConfig(file: string): void {
  if (isOwnConfig(file)) return;
  throw new Fault('refused', `${file} is a part of the package and stays as it is`, {
    suggestion: '`sluice init DIR` makes a folder with a configuration of your own',
  });
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
