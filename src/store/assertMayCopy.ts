import { Fault } from '../base/fault.ts';
import type { CopiedStore } from './copiedStore.ts';
import type { Session } from './connection.ts';
import { assertNotReopened, hasMoved, isCut, readStanding, type Standing } from './standing.ts';
import { shownPlace, type StorePlace } from './storePlace.ts';
import { hasLived, readMark } from './journalMark.ts';

/** One side of a copy, as it is found. */
interface CopySide {
  readonly database: Session;
  readonly place: StorePlace;
}

/**
 * Throws `store` unless the source is the live store, or one whose last move was cut right before its end; and unless the target is
 * empty by the tables `used`, what a cut copy of this source has left, or the store that moved to this source and has nothing that the source does not have.
 */
export async function assertMayCopy(
  source: CopySide,
  target: CopySide,
  { used, words }: Pick<CopiedStore, 'used' | 'words'>,
): Promise<void> {
  const [from, to] = [shownPlace(source.place), shownPlace(target.place)];
  const standing = await readStanding(source.database);
  const there = await readStanding(target.database);
  const isCutOff = there?.state === 'incomplete' && there.place === from;
  if (standing?.state === 'incomplete') throw isCut(standing, from);
  await assertNotReopened(source.database, from, words);
  if (standing?.state === 'moved' && !(isCutOff && standing.place === to)) throw hasMoved(standing, from);
  if (isCutOff) return;
  if (there === undefined) return assertEmpty(target, used);
  if (there.state === 'moved' && there.place === from && (await isInPastOf(source.database, target.database))) return;
  throw hasOther(there, target.place);
}

async function assertEmpty({ database, place }: CopySide, used: readonly string[]): Promise<void> {
  for (const table of used) {
    if ((await database.get(`SELECT 1 FROM ${table} LIMIT 1`)) === undefined) continue;
    throw new Fault('store', `${shownPlace(place)} has such a store already, with rows in ${table}; nothing was copied`, {
      suggestion: putAway(place),
    });
  }
}

/** Whether nothing has happened in `old` that is not in `current`. */
async function isInPastOf(current: Session, old: Session): Promise<boolean> {
  const [now, then] = [await readMark(current), await readMark(old)];
  if (now === undefined || then === undefined) return false;
  return now.journal === then.journal && now.changes >= then.changes && hasLived(current, then);
}

function hasOther({ state, place }: Standing, target: StorePlace): Fault {
  const words = { incomplete: 'a cut copy of', moved: 'a store that has moved to', reopened: 'a store that was taken back from' };
  return new Fault('store', `${shownPlace(target)} has ${words[state]} ${place}; nothing was copied`, { suggestion: putAway(target) });
}

function putAway({ path, server }: StorePlace): string {
  if (server === undefined) return `when it is not needed: \`mv ${path} ${path}.old\` (with its -wal, while nothing runs), then copy again`;
  const schema = path.replace(/^.*\//, '').replace(/\.sqlite$/, '');
  return `when it is not needed: \`ALTER SCHEMA "${schema}" RENAME TO "${schema}-old"\` in psql, while nothing runs, then copy again`;
}
