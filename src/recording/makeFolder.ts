import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its missing parents, one by one. Node's own recursive way never ends on a file system that refuses to make
 * anything, such as `/proc`. Throws the system's error.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it first.
    if (!isFolder(path)) throw error;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
