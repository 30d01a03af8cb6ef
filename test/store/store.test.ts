import { closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { openConnection } from '../../src/store/connection.ts';
import { assertSqliteVersion } from '../../src/store/sqliteVersion.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openStore } from '../../src/store/store.ts';
import { codeOf, loggedFill, newIntent, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
const clock = systemClock;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'state', 'sluice.db');
});
afterEach(() => folder.remove());

test('what was written is there after a clean stop, and the log file is folded in', async () => {
  const first = await openStore({ path, clock });
  await first.fillLog.record([loggedFill('a')], { symbol: 'BTC/EUR', at: 4 });
  await first.close();
  await first.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  const second = await openStore({ path, clock });
  expect(await second.fillLog.fills({})).toEqual([loggedFill('a')]);
  expect(await second.check()).toEqual({
    problems: [],
    schemaVersion: MIGRATIONS.length,
    engineVersion: expect.any(String) as string,
    intents: 0,
    fills: 1,
  });
  await second.close();
});

test('nobody else may read the database or what stands beside it, whatever the folder allows', async () => {
  const before = process.umask(0o022);
  try {
    mkdirSync(join(folder.path, 'state'), { mode: 0o755 });
    const store = await openStore({ path, clock });
    await store.fillLog.record([loggedFill('a')]);
    const modes = ['', '-wal', '-shm'].map((suffix) => (statSync(path + suffix).mode & 0o777).toString(8));
    expect(modes).toEqual(['600', '600', '600']);
    await store.close();
  } finally {
    process.umask(before);
  }
});

test('a full disk refuses the intent as not sent, reads go on, and nothing is half written', { tags: 'long' }, async () => {
  const store = await openStore({ path, clock, maxBytes: 256 * 1024 });
  const body = 'x'.repeat(2000);
  const attempts: unknown[] = [];
  for (let i = 0; i < 200; i++) {
    attempts.push(await store.journal.begin(newIntent(`i${i}`, { body, lane: `lane-${i}` })).catch((error: unknown) => error));
  }
  const journalled = attempts.filter((attempt) => attempt === undefined).length;
  const refusal = attempts.find((attempt) => attempt !== undefined);
  expect(journalled).toBeGreaterThan(0);
  expect(isFault(refusal, 'store') && refusal.outcome).toBe('not-sent');
  expect(isFault(refusal) && refusal.message).toContain('the intent was not journalled: SQLITE_FULL');
  expect(isFault(refusal) && refusal.suggestion).toContain('Free space');
  expect(await store.journal.list(1000)).toHaveLength(journalled);
  const many = Array.from({ length: 500 }, (_, i) => loggedFill(`f${i}`));
  expect(await codeOf(store.fillLog.record(many, { symbol: 'BTC/EUR', at: 1 }))).toBe('store');
  expect(await store.fillLog.fills({})).toEqual([]);
  expect(await store.fillLog.watermark('BTC/EUR')).toBeUndefined();
  await store.close();
  const roomier = await openStore({ path, clock });
  expect(await codeOf(roomier.journal.begin(newIntent('after', { lane: 'after' })))).toBe('ok');
  expect((await roomier.check()).problems).toEqual([]);
  await roomier.close();
});

describe('opening', () => {
  test('two owners in one process are refused too, whichever way the file is named', { tags: 'long' }, async () => {
    const store = await openStore({ path, clock });
    expect(await codeOf(openStore({ path: join(folder.path, 'state', '..', 'state', 'sluice.db'), clock }))).toBe('daemon-running');
    await store.close();
    expect(await codeOf(openStore({ path, clock }).then((again) => again.close()))).toBe('ok');
  });

  test('of several starts at once one wins', { tags: 'long' }, async () => {
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => openStore({ path, clock })));
    const [won, ...others] = starts.filter((start) => start.status === 'fulfilled');
    const codes = starts.flatMap((start) => (start.status === 'rejected' && isFault(start.reason) ? [start.reason.code] : []));
    await won?.value.close();
    expect(others).toEqual([]);
    expect(codes).toEqual(['daemon-running', 'daemon-running', 'daemon-running', 'daemon-running']);
  });

  test('for reading needs a database that is there', async () => {
    expect(await codeOf(openStore({ path, clock, access: 'read' }))).toBe('not-found');
    expect(existsSync(path)).toBe(false);
  });

  test('another program’s database is left alone', async () => {
    const other = join(folder.path, 'other.db');
    const connection = await openConnection(other, 'write');
    await connection.exec('CREATE TABLE theirs(a)');
    await connection.close();
    await expect(openStore({ path: other, clock })).rejects.toThrow('database of another program');
    await expect(openStore({ path: other, clock, access: 'read' })).rejects.toThrow('database of another program');
  });

  test('a file that is no database is refused with its path', async () => {
    const text = join(folder.path, 'text.db');
    writeFileSync(text, 'hello, I am a text and not a database at all'.repeat(50));
    const refusal = await openStore({ path: text, clock }).catch((error: unknown) => error);
    expect(isFault(refusal, 'store') && refusal.suggestion).toContain('no database');
    expect(String(refusal)).toContain(text);
  });

  test('a damaged page is found before anything is traded on', { tags: 'long' }, async () => {
    const store = await openStore({ path, clock });
    await store.fillLog.record(Array.from({ length: 500 }, (_, i) => loggedFill(`f${i}`)));
    await store.close();
    overwrite(path, Math.floor(statSync(path).size / 2 / 4096) * 4096, 'damage'.repeat(600));
    expect(await codeOf(openStore({ path, clock }))).toBe('store');
  });

  test('a path that cannot be written is refused with a reason', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    await expect(openStore({ path: join(folder.path, 'file', 'sluice.db'), clock })).rejects.toThrow('could not be made');
  });
});

test('a sqlite that may damage a database in WAL mode is refused', () => {
  for (const bad of ['3.7.0', '3.44.5', '3.49.2', '3.50.6', '3.51.2', '2.8.17', 'new']) {
    expect(() => assertSqliteVersion(bad), bad).toThrow('can damage a database');
  }
  for (const good of ['3.44.6', '3.50.7', '3.51.3', '3.52.0', '3.53.4', '4.0.0'])
    expect(() => assertSqliteVersion(good), good).not.toThrow();
});

function overwrite(file: string, at: number, text: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, text, at);
  closeSync(handle);
}
