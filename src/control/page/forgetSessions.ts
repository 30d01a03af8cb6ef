import { rmSync } from 'node:fs';
import { onDisk } from '../../base/diskFault.ts';
import type { Instant } from '../../base/instant.ts';
import { readSessionFile } from './sessionFile.ts';

/** Removes the sessions that are kept for the next start. Returns how many could have been used. Throws a `Fault` `store`. */
export function forgetSessions(path: string, now: Instant): number {
  const usable = usableAt(path, now);
  onDisk(`the sessions ${path} could not be removed`, () => rmSync(path, { force: true }));
  return usable;
}

/** A file that nobody would take lets nobody in. */
function usableAt(path: string, now: Instant): number {
  try {
    return readSessionFile(path, now)?.sessions.filter(({ leftMs }) => leftMs > 0).length ?? 0;
  } catch {
    return 0;
  }
}
