import { createHash } from 'node:crypto';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import type { Migration } from './migrations.ts';
import { IN_MEMORY } from './openDatabase.ts';
import { storeFault } from './storeFault.ts';

interface AppliedRow {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

export interface MigrateOptions {
  /** The file of the database. `:memory:` where there is none. */
  readonly path: string;
  readonly clock: Clock;
}

/**
 * Brings a database to the newest schema, each step in one transaction, after making a copy of its file beside it. Rejects with
 * `schema-newer` when a newer sluice wrote it, and with `store` when a step that was applied has changed since.
 */
export async function migrate(database: Database, migrations: readonly Migration[], options: MigrateOptions): Promise<void> {
  const applied = await appliedTo(database);
  const pending = pendingAfter(applied, migrations);
  if (pending.length === 0) return;
  if (applied.length > 0 && options.path !== IN_MEMORY) await backUp(database, applied.length, options);
  while (await applyNext(database, migrations, options.clock));
}

/** For readers only: rejects when the schema is not the newest, unless only those who write need what is missing. */
export async function assertMigrated(database: Database, migrations: readonly Migration[]): Promise<void> {
  const applied = await appliedTo(database);
  if (pendingAfter(applied, migrations).every(({ isForWriters }) => isForWriters === true)) return;
  throw new Fault('store', `the database has schema ${applied.length}, this sluice reads schema ${migrations.length}`, {
    suggestion: 'start the daemon, or run any command that writes: it brings the database up to date, after making a copy of it',
  });
}

export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}

async function appliedTo(database: Pick<Session, 'get' | 'all'>): Promise<readonly AppliedRow[]> {
  const known = await database.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'");
  return known === undefined ? [] : database.all<AppliedRow>('SELECT version, name, checksum FROM migration ORDER BY version');
}

function pendingAfter(applied: readonly AppliedRow[], migrations: readonly Migration[]): readonly Migration[] {
  migrations.forEach((migration, i) => assert(migration.version === i + 1, `migration ${migration.name} must be number ${i + 1}`));
  const newest = applied.at(-1);
  if (newest !== undefined && newest.version > migrations.length) throw schemaNewer(newest, migrations.length);
  applied.forEach((row, i) => {
    const migration = migrations[i]!;
    if (row.version === migration.version && row.checksum === checksumOf(migration)) return;
    throw new Fault('store', `step ${migration.version} (${migration.name}) of the schema is not the one that was applied (${row.name})`, {
      suggestion: 'this build of sluice and the one that wrote the database disagree: use the build that wrote it',
    });
  });
  return migrations.slice(applied.length);
}

function schemaNewer(newest: AppliedRow, known: number): Fault {
  return new Fault('schema-newer', `the database has schema ${newest.version} (${newest.name}), this sluice knows schemas up to ${known}`, {
    suggestion:
      'run the newer sluice that wrote it. To go back instead, put the copy that was made before the change in its place and ' +
      'compare orders and fills with the venue before trading',
  });
}

/** False when there is nothing left to apply. Another process may apply steps of the same file meanwhile, so each is chosen where nobody else can write. */
async function applyNext(database: Database, migrations: readonly Migration[], clock: Clock): Promise<boolean> {
  let next: Migration | undefined;
  try {
    return await database.transaction(async (session) => {
      [next] = pendingAfter(await appliedTo(session), migrations);
      if (next === undefined) return false;
      await session.exec(`CREATE TABLE IF NOT EXISTS migration(
        version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT`);
      await session.exec(database.engine === 'postgres' ? (next.postgres ?? next.sql) : next.sql);
      const broken = database.engine === 'sqlite' ? await session.get<{ table: string }>('PRAGMA foreign_key_check') : undefined;
      if (broken !== undefined) throw new Fault('store', `a row of ${broken.table} refers to a row that does not exist`);
      const values = [next.version, next.name, checksumOf(next), clock.now()] as const;
      await session.run('INSERT INTO migration(version, name, checksum, applied_at) VALUES (?, ?, ?, ?)', ...values);
      return true;
    });
  } catch (error) {
    if (next === undefined) throw error;
    throw storeFault(`step ${next.version} (${next.name}) of the schema could not be applied`, error);
  }
}

async function backUp(database: Database, schema: number, { path, clock }: MigrateOptions): Promise<void> {
  const copy = `${path}.schema-${schema}.${isoOf(clock.now()).replaceAll(':', '')}.bak`;
  try {
    await database.run('VACUUM INTO ?', copy);
  } catch (error) {
    throw storeFault(`the database could not be copied to ${copy} before its schema changes`, error);
  }
}
