import { HOLDER_NOW, type Holder } from './leaseTables.ts';
import type { PostgresSession } from './postgresSession.ts';

/** Who owns the database of this session's schema now. Undefined where nobody does, or nobody ever has. */
export async function holderNow(session: PostgresSession): Promise<Holder | undefined> {
  if ((await session.one(`SELECT to_regclass('lease')::text AS lease`)).rows[0]!['lease'] === null) return undefined;
  return (await session.one(HOLDER_NOW)).rows[0] as unknown as Holder | undefined;
}
