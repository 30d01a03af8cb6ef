import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPartPath } from './partPath.ts';

/** Removes the parts of a table that it has no longer, with their folders. Files of anybody else stay. */
export function removeOtherParts(folder: string, kept: readonly string[]): void {
  const keeps = new Set(kept);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!isPartPath(path) || keeps.has(path)) continue;
    const file = join(folder, path);
    rmSync(file);
    for (let above = dirname(file); above !== folder && readdirSync(above).length === 0; above = dirname(above)) rmdirSync(above);
  }
}
