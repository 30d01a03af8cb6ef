import type { StoreServer } from '../settings/storeServer.ts';
import { IN_MEMORY } from './openDatabase.ts';
import { openPostgres, shownDatabase } from './openPostgres.ts';
import type { OwnedDatabase } from './ownFile.ts';
import { postgresAdvice } from './postgresAdvice.ts';
import { PostgresLease } from './postgresLease.ts';
import { storeFault } from './storeFault.ts';
import type { StoreOptions } from './storeOptions.ts';

/** No life has it. Whoever has lost the lease is not the owner again when the other one ends at once: it ends, and says so. */
const NOBODYS = -1;

/** Opens a schema of a Postgres. A lease says who may write it, and the fence of every transaction that nobody else does. */
export async function ownServer(
  { path, clock, what: owned = 'the store', onTrouble = () => undefined, onLost = () => undefined, onAsked }: StoreOptions,
  server: StoreServer,
): Promise<OwnedDatabase> {
  const { database, holder, beside, fence } = await openPostgres({ path, server, clock, access: 'write', onTrouble });
  const what = `${owned} ${shownDatabase(server, path)}`;
  let isLost = false;
  const lost = (): void => {
    isLost = true;
    fence(NOBODYS);
    onLost();
  };
  try {
    const lease = await PostgresLease.take({ holder, open: beside, clock, what, onTrouble, onLost: lost, onAsked });
    // A change of the schema is one transaction. For a copy there is the backup of the server.
    // A lease may be lost before the epoch is known.
    const fenceOwn = (epoch: number): void => fence(isLost ? NOBODYS : epoch);
    return { database, file: IN_MEMORY, fence: fenceOwn, assertHeld: () => lease.assertHeld(), release: () => lease.release() };
  } catch (error) {
    await database.close();
    throw storeFault(`${what} could not be taken`, error, { suggestion: postgresAdvice(error, server) });
  }
}
