import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type OpenConnection, openConnection, type SqlValue } from '../../src/store/connection.ts';
import { Database } from '../../src/store/database.ts';
import { APPLICATION_ID } from '../../src/store/migrations.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { temporaryFolder } from './builders.ts';

let database: Database;

beforeEach(async () => {
  database = await openDatabase({ path: ':memory:', clock: systemClock, access: 'write' });
  await database.exec('CREATE TABLE note(at INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
});
afterEach(() => database.close());

const count = async (): Promise<number> => (await database.get<{ n: number }>('SELECT count(*) AS n FROM note'))!.n;

test('a statement of another caller never falls into an open transaction', async () => {
  const failing = database.transaction(async (session) => {
    await session.run('INSERT INTO note(text) VALUES (?)', 'inside');
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('changed my mind');
  });
  const outside = database.run('INSERT INTO note(text) VALUES (?)', 'outside');
  const seen = count();
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await outside).toBe(1);
  expect(await seen).toBe(1);
  expect(await database.all('SELECT text FROM note')).toEqual([{ text: 'outside' }]);
});

test('transactions that start together run one after the other', async () => {
  const steps: string[] = [];
  const work = (name: string): Promise<void> =>
    database.transaction(async (session) => {
      steps.push(`${name} begins`);
      await session.run('INSERT INTO note(text) VALUES (?)', name);
      steps.push(`${name} ends`);
    });
  await Promise.all([work('a'), work('b'), work('c')]);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a refused statement is a Fault that keeps the cause, and the queue goes on', async () => {
  const refusal = await database.run('INSERT INTO note(text) VALUES (?)', null).catch((error: unknown) => error);
  expect(isFault(refusal, 'store') && refusal.cause).toMatchObject({ code: 'SQLITE_CONSTRAINT' });
  expect(await database.run('INSERT INTO note(text) VALUES (?)', 'next')).toBe(1);
});

test('a reading leaves no transaction open behind it', async () => {
  for (const text of ['a', 'b', 'c']) await database.run('INSERT INTO note(text) VALUES (?)', text);
  expect(await database.get('SELECT text FROM note ORDER BY at')).toEqual({ text: 'a' });
  await database.exec('DROP TABLE note');
});

test('more different statements than the cache holds work, again and again', async () => {
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 300; i++) expect(await database.get(`SELECT ${i} AS i`)).toEqual({ i });
  }
});

test('a queue that grows beyond its limit refuses instead of growing on', { tags: 'long' }, async () => {
  const calls = Array.from({ length: 10_001 }, () => database.get('SELECT 1'));
  const settled = await Promise.allSettled(calls);
  expect(settled.filter((call) => call.status === 'rejected')).toHaveLength(1);
});

test('closing waits for what is queued and refuses what comes later', async () => {
  const queued = database.run('INSERT INTO note(text) VALUES (?)', 'queued');
  const closing = Promise.all([database.close(), database.close()]);
  await expect(database.run('SELECT 1')).rejects.toThrow('the store is closed');
  expect(await queued).toBe(1);
  await closing;
});

test('after damage was met nothing is answered any more, not even what could be', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'a.db');
  const whole = await openConnection(path, 'write');
  await whole.exec('CREATE TABLE big(text TEXT); CREATE TABLE small(text TEXT)');
  for (let i = 0; i < 50; i++) await whole.run('INSERT INTO big VALUES (?)', 'x'.repeat(1000));
  await whole.close();
  const file = openSync(path, 'r+');
  writeSync(file, 'damage'.repeat(1000), 4096 * 4);
  closeSync(file);
  const damaged = new Database(await openConnection(path, 'write'), systemClock);
  expect(await damaged.all('SELECT * FROM small')).toEqual([]);
  await expect(damaged.all('SELECT * FROM big')).rejects.toThrow('SQLITE_CORRUPT');
  await expect(damaged.all('SELECT * FROM small')).rejects.toThrow('the database failed and is not used any more');
  await damaged.close();
  folder.remove();
});

test('a statement that met a lock does not stand in the way of the next transaction', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'a.db');
  const shared = await openDatabase({ path, clock: systemClock, access: 'write' });
  const other = await openConnection(path, 'write');
  await shared.exec('CREATE TABLE note(text TEXT); PRAGMA busy_timeout = 10');
  const insert = (session: Pick<Database, 'run'>): Promise<number> => session.run('INSERT INTO note VALUES (?)', 'a');
  await other.exec('BEGIN IMMEDIATE');
  await expect(insert(shared)).rejects.toThrow('SQLITE_BUSY');
  await expect(shared.transaction(insert)).rejects.toThrow('SQLITE_BUSY');
  await other.exec('ROLLBACK');
  expect(await shared.transaction((session) => session.run('DELETE FROM note'))).toBe(0);
  expect(await insert(shared)).toBe(1);
  await other.close();
  await shared.close();
  folder.remove();
});

test('a virtual clock does not move on while the disk is at work', async () => {
  const clock = new VirtualClock(0);
  const tracked = await openDatabase({ path: ':memory:', clock, access: 'write' });
  const order: string[] = [];
  clock.setTimer(5, () => void tracked.exec('CREATE TABLE a(b)').then(() => order.push('disk')));
  clock.setTimer(6, () => order.push('timer'));
  await clock.advance(10, () => new Promise((resolve) => setImmediate(resolve)));
  expect(order).toEqual(['disk', 'timer']);
  await tracked.close();
});

test('a file that somebody else makes while it is opened is no file of another program', async () => {
  const folder = temporaryFolder();
  for (let answers = 0; answers < 12; answers++) {
    const path = join(folder.path, `${answers}.sqlite`);
    const opened = await openDatabase({ path, clock: systemClock, access: 'write', open: makingIt(answers) });
    expect(await opened.get('SELECT count(*) AS tables FROM sqlite_schema'), `${answers}`).toEqual({ tables: 1 });
    await opened.close();
  }
  folder.remove();
});

/** Opens a file that somebody else makes, its id and its tables in one commit, after so many answers to the one who opens it. */
function makingIt(answers: number): OpenConnection {
  return async (path, access) => {
    const connection = await openConnection(path, access);
    let left = answers;
    return {
      async all<Row>(sql: string, ...values: SqlValue[]): Promise<readonly Row[]> {
        return connection.all<Row>(sql, ...values);
      },
      async get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
        const row = await connection.get<Row>(sql, ...values);
        if (left-- === 0) await make(path);
        return row;
      },
      run: (sql, ...values) => connection.run(sql, ...values),
      exec: (sql) => connection.exec(sql),
      close: () => connection.close(),
    };
  };
}

async function make(path: string): Promise<void> {
  const other = await openConnection(path, 'write');
  await other.exec(`PRAGMA journal_mode = WAL; BEGIN; PRAGMA application_id = ${APPLICATION_ID}; CREATE TABLE note(text TEXT); COMMIT`);
  await other.close();
}
