import type { Clock } from '../base/clock.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { holderNow } from './holderNow.ts';
import { schemaOf, shownDatabase } from './openPostgres.ts';
import { postgresAdvice } from './postgresAdvice.ts';
import { ownerText } from './isInUse.ts';
import { PostgresSession } from './postgresSession.ts';
import { storeFault } from './storeFault.ts';

/** Who owns a database on a server, for people. Undefined where nobody does. Rejects with `store` where the server can't be asked. */
export async function storeOwner(server: StoreServer, path: string, clock: Clock): Promise<string | undefined> {
  try {
    const session = await PostgresSession.open(server, 'sluice look', clock);
    try {
      await session.several(`SET search_path = "${schemaOf(path)}"`);
      const holder = await holderNow(session);
      return holder && ownerText(holder);
    } finally {
      await session.close();
    }
  } catch (error) {
    throw storeFault(`nobody can say who owns ${shownDatabase(server, path)}`, error, { suggestion: postgresAdvice(error, server) });
  }
}
