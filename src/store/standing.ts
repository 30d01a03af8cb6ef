import { Fault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { Session } from './connection.ts';
import type { SealWords } from './sealFile.ts';
import { shownPlace, type StorePlace } from './storePlace.ts';

/** Why a database is not the live store of its account. The live one has none. */
export interface Standing {
  /** `incomplete` is a copy of `place` that was cut; `moved` has gone to `place`; `reopened` is one that a person took back from there. */
  readonly state: 'incomplete' | 'moved' | 'reopened';
  readonly place: string;
  readonly at: Instant;
}

/** A place is kept without its password. */
const WITH_PASSWORD = ", with the password's reference in the address, as in `store`";

export async function readStanding(session: Session): Promise<Standing | undefined> {
  const known = await session.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'standing'");
  return known === undefined ? undefined : session.get<Standing>('SELECT state, place, at FROM standing');
}

export async function setStanding(session: Session, { state, place, at }: Standing): Promise<void> {
  const sql = `INSERT INTO standing(one, state, place, at) VALUES (1, ?, ?, ?)
    ON CONFLICT(one) DO UPDATE SET state = excluded.state, place = excluded.place, at = excluded.at`;
  await session.run(sql, state, place, at);
}

export async function makeLive(session: Session): Promise<void> {
  if ((await readStanding(session)) !== undefined) await session.run('DELETE FROM standing');
}

/** Throws `store` for a database whose account has moved away, and for a copy that was cut. */
export async function assertLive(session: Session, place: StorePlace): Promise<void> {
  const standing = await readStanding(session);
  if (standing?.state === 'moved') throw hasMoved(standing, shownPlace(place));
  if (standing?.state === 'incomplete') throw isCut(standing, shownPlace(place));
}

/** Throws `journal-incomplete` for one that was taken back from a store that is lost, until a recovery has brought it in line with the venue. */
export async function assertNotReopened(session: Session, database: string, { what, recover }: SealWords): Promise<void> {
  const standing = await readStanding(session);
  if (standing?.state !== 'reopened') return;
  const { place, at } = standing;
  throw new Fault(
    'journal-incomplete',
    `the ${what} ${database} was taken back from ${place}: what the account did there since ${isoOf(at)} is not in it`,
    {
      suggestion: `run \`${recover}\`: it brings the ${what} in line with what the venue shows; until then nothing is sent`,
    },
  );
}

export function hasMoved({ place, at }: Standing, shown: string): Fault {
  return new Fault('store', `the account has moved from ${shown} to ${place}, at ${isoOf(at)}`, {
    suggestion:
      `name the new place in \`store\` of the configuration (a file needs no \`store\`). To go back: \`sluice store copy ${place} ${shown}\`${WITH_PASSWORD}. ` +
      `Only if ${place} is lost for good: \`sluice store reopen ${shown}${shown.startsWith('postgres') ? ' --of NAME' : ''}\``,
  });
}

export function isCut({ place, at }: Standing, shown: string): Fault {
  return new Fault('store', `${shown} is a copy of ${place} that was begun at ${isoOf(at)} and not finished`, {
    suggestion: `begin it again: \`sluice store copy ${place} ${shown}\`${WITH_PASSWORD}`,
  });
}
