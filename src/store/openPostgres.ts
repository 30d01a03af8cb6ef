import { basename } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { Database } from './database.ts';
import { postgresAdvice } from './postgresAdvice.ts';
import { PostgresConnection } from './postgresConnection.ts';
import { PostgresSession } from './postgresSession.ts';
import { StoreAway } from './storeAway.ts';
import { storeFault } from './storeFault.ts';

export interface PostgresDatabaseOptions {
  readonly server: StoreServer;
  /** The path that a file of sqlite would have. What it is called is the name of the schema. */
  readonly path: string;
  readonly clock: Clock;
  readonly access: 'write' | 'read';
  readonly onTrouble: TellTrouble;
}

/** A database on a server. */
export interface PostgresDatabase {
  readonly database: Database;
  /** By it the server knows who works there. */
  readonly holder: string;
  /** Opens one more session in the same schema. */
  readonly beside: () => Promise<PostgresSession>;
  /** From now on everything is written as the owner of this epoch, or not at all. */
  readonly fence: (epoch: number) => void;
}

/** The first version in which a trigger can be replaced. */
const OLDEST = 14;

/** The schema of a database, for people and for its server. */
export function schemaOf(path: string): string {
  return basename(path).replace(/\.sqlite$/, '');
}

export function shownDatabase(server: StoreServer, path: string): string {
  return `${server.shown}/${schemaOf(path)}`;
}

/**
 * Opens a schema of a Postgres as a database of its own, and makes it for a writer where it is not there. Rejects with `store` where the server is
 * not there, too old, or does not promise that what was committed is on its disk; with `not-found` when there is nothing to read.
 */
export async function openPostgres(options: PostgresDatabaseOptions): Promise<PostgresDatabase> {
  const { server, path, clock, access, onTrouble } = options;
  const shown = shownDatabase(server, path);
  const holder = `sluice ${randomBytes(8).toString('hex')}`;
  const open = async (): Promise<PostgresSession> => {
    const session = await PostgresSession.open(server, `${holder} store`, clock);
    try {
      await configure(session, options);
      await session.end(`${holder} store`);
      return session;
    } catch (error) {
      session.drop();
      throw error;
    }
  };
  const beside = (): Promise<PostgresSession> => besideOf(options, holder);
  try {
    const connection = new PostgresConnection({ open, first: await open(), server, access, shown, clock, onTrouble });
    return { database: new Database(connection, clock, 'postgres'), holder, beside, fence: (epoch) => connection.fence(epoch) };
  } catch (error) {
    throw storeFault(`the store ${shown} could not be opened`, error, { suggestion: postgresAdvice(error, server) });
  }
}

async function besideOf({ server, path, clock }: PostgresDatabaseOptions, holder: string): Promise<PostgresSession> {
  const session = await PostgresSession.open(server, `${holder} lease`, clock);
  await session.several(`SET search_path = "${schemaOf(path)}"`);
  return session;
}

interface ServerFacts {
  readonly version: number;
  readonly fsync: string;
  readonly pages: string;
  readonly commits: string;
  readonly encoding: string;
  readonly recovers: string;
  /** Without those that are made before anything is known of what there is: a start that was refused leaves them behind. */
  readonly tables: number;
  readonly ours: number;
}

async function configure(session: PostgresSession, { server, path, access }: PostgresDatabaseOptions): Promise<void> {
  const schema = schemaOf(path);
  const { rows } = await session.one(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
      (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit') AS commits, current_setting('server_encoding') AS encoding,
      pg_is_in_recovery()::text AS recovers, (SELECT count(*) FROM pg_tables WHERE schemaname = $1 AND tablename NOT IN ('lease', 'asked')) AS tables,
      (SELECT count(*) FROM pg_tables WHERE schemaname = $1 AND tablename = 'migration') AS ours`,
    [schema],
  );
  const facts = rows[0] as unknown as ServerFacts;
  assertKeepsItsWord(facts, server);
  if (facts.tables > 0 && facts.ours === 0) {
    throw new Fault('store', `the schema ${schema} at ${server.shown} is one of another program`, {
      suggestion: 'name another database in `store`',
    });
  }
  await session.several(`SET search_path = "${schema}"`);
  if (access === 'read') {
    if (facts.ours === 0) {
      throw new Fault('not-found', `there is no ${schema} at ${server.shown}`, {
        suggestion: 'it is made by the first command that writes',
      });
    }
    await session.several('SET default_transaction_read_only = on');
    return;
  }
  if (facts.recovers === 'true') {
    const words = `the Postgres at ${server.shown} is a standby of another one and takes no change`;
    throw new StoreAway(
      new Fault('store', words, { suggestion: 'name the one that takes changes in `store`, or promote this one: `SELECT pg_promote()`' }),
    );
  }
  await session.several(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
}

/** What is committed has to be on the disk: an order may leave right after it. */
function assertKeepsItsWord({ version, fsync, pages, commits, encoding }: ServerFacts, { shown }: StoreServer): void {
  const refuse = (what: string, suggestion: string): never => {
    throw new Fault('store', `the Postgres at ${shown} ${what}`, { suggestion });
  };
  if (Math.floor(version / 10_000) < OLDEST)
    refuse(`is of version ${Math.floor(version / 10_000)}; ${OLDEST} or later is needed`, 'install a later one');
  for (const [name, value] of [
    ['fsync', fsync],
    ['full_page_writes', pages],
    ['synchronous_commit', commits],
  ] as const) {
    if (value === 'off') refuse(`has ${name} = off: what it has committed may be lost with the machine`, `set ${name} = on there`);
  }
  if (encoding !== 'UTF8') refuse(`keeps texts as ${encoding}`, `make the database with ENCODING 'UTF8'`);
}
