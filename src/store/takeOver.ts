import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';
import type { Session } from './connection.ts';
import { isAlive } from './isAlive.ts';
import type { Database } from './database.ts';
import { nextEpoch, type OwnedEpoch, type OwnerBefore } from './nextEpoch.ts';
import type { PastMarks } from './sentMarks.ts';

// The first condition matches the index of unresolved intents, so that a long journal is not read as a whole.
const SENDING = "state IN ('sending', 'unknown', 'quarantined') AND state = 'sending'";

/**
 * Makes this process the owner and returns its life. What the last owner was sending when it ended becomes unknown, since nobody
 * can say whether its bytes arrived, unless its marks prove that none left.
 */
export function takeOver(database: Database, clock: Clock, past: PastMarks | undefined): Promise<OwnedEpoch> {
  return database.transaction(async (session) => {
    const now = clock.now();
    const { epoch, token, before } = await nextEpoch(session, now);
    await settleSending(session, now, epoch, isFromTheLast(past, before) ? past : undefined);
    return { epoch, token };
  });
}

/** Marks of any other owner say nothing about what the last one sent. Nor does a missing mark while that owner still lives. */
function isFromTheLast(past: PastMarks | undefined, before: OwnerBefore | undefined): boolean {
  if (past === undefined || past.epoch !== before?.epoch || past.token !== before.token) return false;
  return before.pid === process.pid || !isAlive(before.pid);
}

async function settleSending(session: Session, now: Instant, epoch: number, past: PastMarks | undefined): Promise<void> {
  for (const { id } of await session.all<{ id: string }>(`SELECT id FROM intent WHERE ${SENDING}`)) {
    const sentAt = past?.sentAt(id);
    if (past !== undefined && sentAt === undefined) {
      const evidence = 'the process ended before the first byte of it could leave';
      const sql = `UPDATE intent SET state = 'not-sent', resolved_at = ?, evidence = ?, settled_epoch = ? WHERE id = ?`;
      await session.run(sql, now, evidence, epoch, id);
    } else {
      const evidence = 'the process ended while it was being sent';
      const sql = `UPDATE intent SET state = 'unknown', gave_up_at = ?, sent_at = ?, evidence = ?, settled_epoch = ? WHERE id = ?`;
      await session.run(sql, now, sentAt ?? null, evidence, epoch, id);
    }
  }
}
