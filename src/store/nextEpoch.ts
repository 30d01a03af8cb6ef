import { hostname } from 'node:os';
import { present } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Session } from './connection.ts';

/** The life of an owner. Its token was drawn for it alone: a copy that goes on by itself has another one in the same epoch. */
export interface OwnedEpoch {
  readonly epoch: number;
  readonly token: string;
}

/** An owner of a database, as its rows say. */
export interface OwnerBefore extends OwnedEpoch {
  readonly pid: number;
}

/** Makes this process the owner of a database: a new epoch, and a row of the life that begins with it. */
export async function nextEpoch(session: Session, now: Instant): Promise<OwnedEpoch & { readonly before: OwnerBefore | undefined }> {
  const before = await session.get<OwnerBefore>(
    "SELECT owner.epoch AS epoch, owner.pid AS pid, coalesce(life.token, '') AS token FROM owner LEFT JOIN life ON life.epoch = owner.epoch",
  );
  await session.run(
    `INSERT INTO owner(one, epoch, pid, since) VALUES (1, 1, ?, ?)
     ON CONFLICT(one) DO UPDATE SET epoch = owner.epoch + 1, pid = excluded.pid, since = excluded.since`,
    process.pid,
    now,
  );
  await session.run(
    `INSERT INTO life(epoch, token, pid, since, machine, changes)
      SELECT epoch, lower(hex(randomblob(8))), pid, since, ?, (SELECT changes FROM mark) FROM owner`,
    hostname(),
  );
  const sql = 'SELECT owner.epoch AS epoch, life.token AS token FROM owner JOIN life ON life.epoch = owner.epoch';
  return { ...present(await session.get<OwnedEpoch>(sql), 'the epoch'), before };
}
