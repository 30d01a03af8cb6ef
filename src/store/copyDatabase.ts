import { chmodSync, rmSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { openConnection } from './connection.ts';
import { inspectDatabase } from './inspectDatabase.ts';
import { storeFault } from './storeFault.ts';

/**
 * Copies a database to a file that does not exist yet, as it is at one moment, beside an owner that goes on writing. Nothing of the
 * owner waits for it: it is one read transaction of a connection of its own. The copy is whole and checked; it has no `-wal`.
 * False, and no copy, where its store has moved to another place.
 */
export async function copyDatabase(path: string, target: string, clock: Clock): Promise<boolean> {
  const connection = await openConnection(path, 'read').catch((error: unknown) => {
    throw storeFault(`the database ${path} could not be opened`, error);
  });
  try {
    await connection.exec('PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF');
    await connection.run('VACUUM INTO ?', target);
  } catch (error) {
    throw storeFault(`the database ${path} could not be copied to ${target}`, error);
  } finally {
    await connection.close();
  }
  chmodSync(target, 0o600);
  const { damage, movedTo } = await inspectDatabase(target, clock);
  if (damage.length > 0) {
    throw new Fault('store', `the copy of ${path} is damaged: ${damage.join('; ')}`, {
      suggestion: 'sluice doctor says whether the database itself is sound',
    });
  }
  if (movedTo !== undefined) rmSync(target);
  return movedTo === undefined;
}
