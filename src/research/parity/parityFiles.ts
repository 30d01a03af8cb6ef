import { renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onDisk } from '../../base/diskFault.ts';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import type { SessionParity } from './parityOfDay.ts';

/** Writes the report of a day beside its sessions, and returns the path. */
export function writeParity(state: string, day: Instant, sessions: readonly SessionParity[]): string {
  const file = parityFile(state, day);
  onDisk(`the report ${file} can't be written`, () => {
    makeFolder(dirname(file), 0o700);
    // The file appears as a whole or not at all. A daemon that ends gives up the comparison.
    writeFileSync(`${file}.tmp`, `${parityText(sessions)}\n`, { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  });
  return file;
}

/** Whether there is a report of the day that was made after the day was over. */
export function isCompared(state: string, day: Instant): boolean {
  const written = statSync(parityFile(state, day), { throwIfNoEntry: false });
  return written !== undefined && written.mtimeMs >= day + DAY_MS;
}

function parityFile(state: string, day: Instant): string {
  return join(state, 'parity', `${isoOf(day).slice(0, 10)}.json`);
}

/** Money is text, and times are ISO 8601. */
export function parityText(sessions: readonly SessionParity[]): string {
  const told = sessions.map((session) => ({ ...session, from: isoOf(session.from), to: isoOf(session.to) }));
  return jsonForPeople(told, 2);
}
