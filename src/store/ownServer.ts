import { hostname } from 'node:os';
import { Fault, isFault } from '../base/fault.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import type { AccountSeal } from './accountSeal.ts';
import type { Database } from './database.ts';
import type { Holder } from './leaseTables.ts';
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
  { path, clock, what: owned = 'the store', seal, onTrouble = () => undefined, onLost = () => undefined, onAsked }: StoreOptions,
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
    const missing = isFault(error, 'daemon-running') && seal !== undefined ? await whatIsMissing(database, seal) : undefined;
    await database.close();
    if (isFault(error) && missing !== undefined) throw withWarning(error, missing);
    throw storeFault(`${what} could not be taken`, error, { suggestion: postgresAdvice(error, server) });
  }
}

/** Another process owns it. On this machine that one seals it itself; otherwise the seal of this machine is moved on. */
async function whatIsMissing(database: Database, seal: AccountSeal): Promise<Fault | undefined> {
  try {
    const holder = await database.get<Pick<Holder, 'machine'>>('SELECT machine FROM lease');
    if (holder?.machine !== hostname()) await seal.witness(database);
  } catch (error) {
    // A seal that can't be moved on stays behind, which is safe.
    if (isFault(error, 'journal-incomplete')) return error;
  }
  return undefined;
}

/** Who stands by is told today what would stop it on the day on which it is needed. */
function withWarning({ code, message, suggestion }: Fault, missing: Fault): Fault {
  return new Fault(code, `${message}; it can't be taken over from here: ${missing.message}`, {
    suggestion: missing.suggestion ?? suggestion,
  });
}
