import { present } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Database } from './database.ts';

/**
 * Makes this process the owner and answers its epoch. What the last owner was sending when it ended is unknown from here
 * on: nobody can say whether its bytes left.
 */
export function takeOver(database: Database, clock: Clock): Promise<number> {
  return database.transaction(async (session) => {
    const now = clock.now();
    await session.run(
      `INSERT INTO owner(one, epoch, pid, since) VALUES (1, 1, ?, ?)
       ON CONFLICT(one) DO UPDATE SET epoch = epoch + 1, pid = excluded.pid, since = excluded.since`,
      process.pid,
      now,
    );
    await session.run(
      // The first condition is that of the index of unresolved intents, so that a long journal is not read as a whole.
      `UPDATE intent SET state = 'unknown', gave_up_at = ?, evidence = ?
       WHERE state IN ('sending', 'unknown', 'quarantined') AND state = 'sending'`,
      now,
      'the process ended while it was being sent',
    );
    await session.run('INSERT INTO life(epoch, token, pid, since) SELECT epoch, lower(hex(randomblob(8))), pid, since FROM owner');
    return present(await session.get<{ epoch: number }>('SELECT epoch FROM owner'), 'the epoch').epoch;
  });
}
