import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { Database } from '../../src/store/database.ts';
import { assertMigrated, migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS, type Migration } from '../../src/store/migrations.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { openStore } from '../../src/store/store.ts';
import { codeOf, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let database: Database;

const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 20, 12) };
const KNOWN = MIGRATIONS.length;
const NEXT = KNOWN + 1;
const next: Migration = { version: NEXT, name: 'notes', sql: 'CREATE TABLE note(text TEXT) STRICT;' };
const withNext = [...MIGRATIONS, next];

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder.path, 'it’s a "state".db');
  database = await openDatabase({ path, clock, access: 'write' });
});
afterEach(async () => {
  await database.close();
  folder.remove();
});

const newest = async (of: Database = database): Promise<unknown> =>
  (await of.all<{ version: number }>('SELECT version FROM migration ORDER BY version')).map((row) => row.version).at(-1);

const copies = (): string[] => readdirSync(folder.path).filter((name) => name.endsWith('.bak'));

test('an empty database gets every step and no copy; a second start changes nothing', async () => {
  await migrate(database, withNext, { path, clock });
  await migrate(database, withNext, { path, clock });
  expect(await newest()).toBe(NEXT);
  expect(copies()).toEqual([]);
});

test('a database that holds something is copied before its schema changes, and the copy opens', async () => {
  await migrate(database, MIGRATIONS, { path, clock });
  await database.run("INSERT INTO state(scope, key, value) VALUES ('a', 'b', 'c')");
  await migrate(database, withNext, { path, clock });
  expect(await newest()).toBe(NEXT);
  expect(copies()).toHaveLength(1);
  const copy = await openDatabase({ path: join(folder.path, copies()[0]!), clock, access: 'write' });
  expect(await newest(copy)).toBe(KNOWN);
  expect(await copy.all('SELECT value FROM state')).toEqual([{ value: 'c' }]);
  await copy.close();
});

test('a step that fails half way leaves nothing of itself', async () => {
  await migrate(database, MIGRATIONS, { path, clock });
  const torn: Migration = {
    version: NEXT,
    name: 'torn',
    sql: 'CREATE TABLE half(a TEXT) STRICT; DROP TABLE fill; INSERT INTO nowhere VALUES (1);',
  };
  await expect(migrate(database, [...MIGRATIONS, torn], { path, clock })).rejects.toThrow(
    `step ${NEXT} (torn) of the schema could not be applied`,
  );
  expect(await newest()).toBe(KNOWN);
  const tables = await database.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE name IN ('half', 'fill')");
  expect(tables).toEqual([{ name: 'fill' }]);
});

test('a step that would leave a reference to nothing is not applied', async () => {
  await migrate(database, MIGRATIONS, { path, clock });
  const sql =
    "PRAGMA defer_foreign_keys = ON; INSERT INTO venue_order VALUES ('1','nobody','s','A/B','Buy','Limit',NULL,'1',1,NULL,NULL,NULL);";
  const torn: Migration = { version: NEXT, name: 'dangling', sql };
  await expect(migrate(database, [...MIGRATIONS, torn], { path, clock })).rejects.toThrow('a row of venue_order refers to');
  expect(await newest()).toBe(KNOWN);
});

test('a newer schema is refused with both versions and what to do', async () => {
  await migrate(database, withNext, { path, clock });
  const refusal = await migrate(database, MIGRATIONS, { path, clock }).catch((error: unknown) => error);
  expect(isFault(refusal, 'schema-newer') && refusal.suggestion).toContain('run the newer sluice');
  expect(String(refusal)).toContain(`schema ${NEXT} (notes), this sluice knows schemas up to ${KNOWN}`);
  await database.close();
  expect(await codeOf(openStore({ path, clock }))).toBe('schema-newer');
  expect(await codeOf(openStore({ path, clock, access: 'read' }))).toBe('schema-newer');
});

test('an older schema is not read, unless it lacks only what those need who write', async () => {
  await migrate(database, MIGRATIONS, { path, clock });
  await expect(assertMigrated(database, withNext)).rejects.toThrow(`the database has schema ${KNOWN}, this sluice reads schema ${NEXT}`);
  const forWriters: Migration = { ...next, isForWriters: true };
  await assertMigrated(database, [...MIGRATIONS, forWriters]);
  const both = [...MIGRATIONS, forWriters, { ...next, version: NEXT + 1 }];
  await expect(assertMigrated(database, both)).rejects.toThrow('reads schema');
});

test('a step that has changed since it was applied is refused', async () => {
  await migrate(database, withNext, { path, clock });
  const changed = [...MIGRATIONS, { ...next, sql: `${next.sql} ` }];
  await expect(migrate(database, changed, { path, clock })).rejects.toThrow(
    `step ${NEXT} (notes) of the schema is not the one that was applied`,
  );
});

test('the steps are numbered without a gap', async () => {
  await expect(migrate(database, [{ ...next, version: NEXT + 1 }], { path, clock })).rejects.toThrow('must be number 1');
});
