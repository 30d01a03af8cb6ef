import type { Database } from './database.ts';
import { openDatabase } from './openDatabase.ts';
import { openPostgres } from './openPostgres.ts';
import type { StoreOptions } from './storeOptions.ts';

/** Opens a database to read it, whatever keeps it and whoever owns it. Rejects with `not-found` where nobody has made it yet. */
export async function readDatabase({
  path,
  clock,
  server,
  onTrouble = () => undefined,
}: Pick<StoreOptions, 'path' | 'clock' | 'server' | 'onTrouble'>): Promise<Database> {
  if (server === undefined) return openDatabase({ path, clock, access: 'read' });
  return (await openPostgres({ path, server, clock, access: 'read', onTrouble })).database;
}
