import { rmSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import { onDisk } from '../../base/diskFault.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { readSessionFile } from './sessionFile.ts';

/** Removes the sessions that are kept for the next start. Returns how many would be open then. Throws a `Fault` `store`. */
export function forgetSessions(path: string, clock: Clock): number {
  const open = openAtStart(path, clock);
  onDisk(`the sessions ${path} could not be removed`, () => rmSync(path, { force: true }));
  return open;
}

/** A file that nobody would take lets nobody in. */
function openAtStart(path: string, clock: Clock): number {
  try {
    return new Doorkeeper(clock).restore(readSessionFile(path, clock.machineTime())?.sessions ?? []);
  } catch {
    return 0;
  }
}
