import { existsSync } from 'node:fs';
import { type Clock, sleep } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { type Connection, type OpenConnection, openConnection, sqliteCodeOf } from './connection.ts';
import { Database } from './database.ts';
import { keepToOwner } from './keepToOwner.ts';
import { APPLICATION_ID } from './migrations.ts';
import { assertSqliteVersion } from './sqliteVersion.ts';
import { storeFault } from './storeFault.ts';

export interface DatabaseOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  readonly clock: Clock;
  readonly access: 'write' | 'read';
  /** The most that the file may grow to. A write beyond it fails as on a full disk. */
  readonly maxBytes?: number | undefined;
  /** Default: with the driver. */
  readonly open?: OpenConnection | undefined;
}

export const IN_MEMORY = ':memory:';

type Setting = readonly [name: string, value: string | number, expected: string | number];

/** For so long it is waited until nobody else writes. */
const BUSY_MS = 5000;
const AGAIN_MS = 5;

const SETTINGS: readonly Setting[] = [
  ['busy_timeout', BUSY_MS, BUSY_MS],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['synchronous', 'FULL', 2],
  // Only macOS needs more than fsync to make a disk keep its word.
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
];

const JOURNAL_SIZE_LIMIT = 64 * 1024 * 1024;

/**
 * Opens a database with the settings on which its promises rest, and checks that they took effect: WAL, a flush at each commit,
 * foreign keys. For a writer, the file is kept to its owner and checked for damage. Rejects with `store`, and with `not-found` when there is
 * nothing to read.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { path, clock, access, open = openConnection } = options;
  if (access === 'read' && !existsSync(path)) throw nothingThere(path);
  if (access === 'write' && path !== IN_MEMORY) keepToOwner(path);
  let connection: Connection | undefined;
  try {
    connection = await open(path, access);
    await configure(connection, options);
    await assertOurs(connection, options);
    if (access === 'write') await assertSound(connection);
    return new Database(connection, clock);
  } catch (error) {
    await connection?.close();
    throw storeFault(`the database ${path} could not be opened`, error);
  }
}

async function configure(connection: Connection, options: DatabaseOptions): Promise<void> {
  assertSqliteVersion(String(await valueOf(connection, 'SELECT sqlite_version()')));
  for (const setting of SETTINGS) await set(connection, setting);
  if (options.access === 'read') return set(connection, ['query_only', 'ON', 1]);
  await setMode(connection, options);
  await set(connection, ['journal_size_limit', JOURNAL_SIZE_LIMIT, JOURNAL_SIZE_LIMIT]);
  if (options.maxBytes === undefined) return;
  const pageSize = Number(await valueOf(connection, 'PRAGMA page_size'));
  const pages = Math.floor(options.maxBytes / pageSize);
  await set(connection, ['max_page_count', pages, pages]);
}

/** Who makes a file while somebody else does is refused at once: for this change alone sqlite waits for nobody. */
async function setMode(connection: Connection, { path, clock }: DatabaseOptions): Promise<void> {
  const until = clock.monotonicMs() + BUSY_MS;
  for (;;) {
    try {
      return await set(connection, ['journal_mode', 'WAL', path === IN_MEMORY ? 'memory' : 'wal']);
    } catch (error) {
      if (sqliteCodeOf(error) !== 'SQLITE_BUSY' || clock.monotonicMs() >= until) throw error;
      await sleep(clock, AGAIN_MS);
    }
  }
}

async function set(connection: Connection, [name, value, expected]: Setting): Promise<void> {
  await connection.exec(`PRAGMA ${name} = ${value}`);
  const actual = await valueOf(connection, `PRAGMA ${name}`);
  if (actual !== expected) throw new Fault('store', `sqlite did not take the setting ${name} = ${value}: it says ${actual}`);
}

/** Somebody else may make the tables meanwhile, with the id in one commit: whoever sees tables sees it too, if it is read after them. */
async function assertOurs(connection: Connection, options: DatabaseOptions): Promise<void> {
  const tables = await valueOf(connection, 'SELECT count(*) FROM sqlite_schema');
  const application = await valueOf(connection, 'PRAGMA application_id');
  if (application === APPLICATION_ID) return;
  if (tables !== 0) {
    throw new Fault('store', `${options.path} is a database of another program (application id ${application})`, {
      suggestion: 'check the path of the state directory',
    });
  }
  if (options.access === 'read') throw nothingThere(options.path);
}

async function assertSound(connection: Connection): Promise<void> {
  const found = await valueOf(connection, 'PRAGMA quick_check(1)');
  if (found === 'ok') return;
  // In the same words in which the driver reports damage.
  throw new Fault('store', `it is damaged: ${found}`, {
    cause: Object.assign(new Error(`it is damaged: ${found}`), { code: 'SQLITE_CORRUPT' }),
  });
}

async function valueOf(connection: Connection, sql: string): Promise<string | number | null | undefined> {
  const row = await connection.get<Readonly<Record<string, string | number | null>>>(sql);
  return row === undefined ? undefined : Object.values(row)[0];
}

function nothingThere(path: string): Fault {
  return new Fault('not-found', `there is no database at ${path}`, {
    suggestion: 'it is made by the first command that writes; check the path of the state directory',
  });
}
