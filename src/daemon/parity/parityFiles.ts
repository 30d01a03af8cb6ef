import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../../base/diskFault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import type { SessionParity } from './parityOfDay.ts';

/** Writes the report of a day beside the sessions that it is about, and answers where. */
export function writeParity(state: string, day: Instant, sessions: readonly SessionParity[]): string {
  const folder = join(state, 'parity');
  const file = join(folder, `${isoOf(day).slice(0, 10)}.json`);
  onDisk(`the report ${file} can't be written`, () => {
    makeFolder(folder, 0o700);
    writeFileSync(file, `${parityText(sessions)}\n`, { mode: 0o600 });
  });
  return file;
}

/** Money as text, times in ISO 8601. */
export function parityText(sessions: readonly SessionParity[]): string {
  const told = sessions.map((session) => ({ ...session, from: isoOf(session.from), to: isoOf(session.to) }));
  return jsonForPeople(told, 2);
}
