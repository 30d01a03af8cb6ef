import { Fault } from '../base/fault.ts';
import type { Session } from './connection.ts';
import { assertNotReopened, hasMoved, isCut, readStanding, shownPlace, type Standing, type StorePlace } from './standing.ts';
import { hasLived, readMark } from './journalMark.ts';

/** One side of a copy, as it is found. */
interface CopySide {
  readonly database: Session;
  readonly place: StorePlace;
}

/** Tables of which one has a row as soon as anything has happened. */
const USED: readonly string[] = ['owner', 'life', 'intent', 'fill', 'conversion', 'ledger_entry', 'position_entry', 'state'];

/**
 * Throws `store` unless the source is the live store of its account, or one whose last move was cut right before its end; and unless the target is
 * empty, what a cut copy of this source has left, or the store that moved to this source and has nothing that the source does not have.
 */
export async function assertMayCopy(source: CopySide, target: CopySide): Promise<void> {
  const [from, to] = [shownPlace(source.place), shownPlace(target.place)];
  const standing = await readStanding(source.database);
  const there = await readStanding(target.database);
  const isCutOff = there?.state === 'incomplete' && there.place === from;
  if (standing?.state === 'incomplete') throw isCut(standing, from);
  await assertNotReopened(source.database, from);
  if (standing?.state === 'moved' && !(isCutOff && standing.place === to)) throw hasMoved(standing, from);
  if (isCutOff) return;
  if (there === undefined) return assertEmpty(target);
  if (there.state === 'moved' && there.place === from && (await isInPastOf(source.database, target.database))) return;
  throw hasOther(there, target.place);
}

async function assertEmpty({ database, place }: CopySide): Promise<void> {
  for (const table of USED) {
    if ((await database.get(`SELECT 1 FROM ${table} LIMIT 1`)) === undefined) continue;
    throw new Fault('store', `${shownPlace(place)} has a store of this account already, with rows in ${table}; nothing was copied`, {
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
