import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { openStore, type Store } from '../store/store.ts';

/**
 * The demo's market begins anew with each start and knows nothing of an earlier one, so its database does too; the last one
 * is kept beside it.
 */
export async function openOwnedStore(database: string, isDemo: boolean, clock: Clock): Promise<Store> {
  const store = await openStore({ path: database, clock });
  if (!isDemo) return store;
  if ((await store.journal.list(1)).length === 0) return store;
  await store.close();
  rmSync(`${database}.previous`, { force: true });
  renameSync(database, `${database}.previous`);
  for (const suffix of ['-wal', '-shm']) if (existsSync(database + suffix)) rmSync(database + suffix);
  return openStore({ path: database, clock });
}
