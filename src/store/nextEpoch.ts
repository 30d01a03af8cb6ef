import { hostname } from 'node:os';
import { present } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Session } from './connection.ts';

/** An owner of a database, as its row says. */
export interface OwnerBefore {
  readonly epoch: number;
  readonly pid: number;
}

/** Makes this process the owner of a database: a new epoch, and a row of the life that begins with it. */
export async function nextEpoch(
  session: Session,
  now: Instant,
): Promise<{ readonly epoch: number; readonly before: OwnerBefore | undefined }> {
  const before = await session.get<OwnerBefore>('SELECT epoch, pid FROM owner');
  await session.run(
    `INSERT INTO owner(one, epoch, pid, since) VALUES (1, 1, ?, ?)
     ON CONFLICT(one) DO UPDATE SET epoch = owner.epoch + 1, pid = excluded.pid, since = excluded.since`,
    process.pid,
    now,
  );
  await session.run(
    'INSERT INTO life(epoch, token, pid, since, machine) SELECT epoch, lower(hex(randomblob(8))), pid, since, ? FROM owner',
    hostname(),
  );
  const { epoch } = present(await session.get<{ epoch: number }>('SELECT epoch FROM owner'), 'the epoch');
  return { epoch, before };
}
