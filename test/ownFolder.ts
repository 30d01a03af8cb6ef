import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './atEnd.ts';

const TRIES = 10;

/** A new folder among those of the system for what is temporary, or in `place`. It is gone when this process has ended. */
export function ownFolder(name: string, place: string = tmpdir()): string {
  const folder = mkdtempSync(join(place, name));
  // Who writes there was killed just before.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: TRIES }));
  return folder;
}
