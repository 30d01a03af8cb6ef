import { openSync, closeSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { AccountSeal } from '../../src/store/accountSeal.ts';
import { inspectDatabase, sqliteFacts } from '../../src/store/inspectDatabase.ts';
import { openStore } from '../../src/store/store.ts';
import { codeOf, newIntent, START, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
const clock = new VirtualClock(START);

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'a.sqlite');
});
afterEach(() => folder.remove());

const sealOf = (): AccountSeal =>
  new AccountSeal({ path: join(folder.path, 'a.seal'), clock, venue: 'venue', key: '…key', database: path });

async function written(count: number): Promise<void> {
  const store = await openStore({ path, clock, seal: sealOf() });
  for (let i = 0; i < count; i++) await store.journal.begin(newIntent(`intent-${i}`, { lane: `lane ${i}` }));
  await store.close();
}

test('a sound database is sound beside its owner, too', async () => {
  await written(3);
  const owner = await openStore({ path, clock });
  expect(await inspectDatabase(path, clock, sealOf())).toEqual({ damage: [], journalMode: 'wal', bytes: expect.any(Number) as number });
  await owner.close();
  expect((await inspectDatabase(path, clock)).bytes).toBe(statSync(path).size);
});

test('damage of a page is found, by words or by a refusal', { tags: 'long' }, async () => {
  await written(200);
  const file = openSync(path, 'r+');
  const page = 4096;
  for (let at = page * 4; at + page < statSync(path).size; at += page) writeSync(file, Buffer.alloc(64, 0xff), 0, 64, at);
  closeSync(file);
  const found = await inspectDatabase(path, clock).then(
    ({ damage }) => damage.length,
    (error: unknown) => (String(error).includes('malformed') ? 1 : 0),
  );
  expect(found).toBeGreaterThan(0);
});

test('a journal that is not the sealed one is told, and one that is not there', { tags: 'long' }, async () => {
  await written(3);
  const other = join(folder.path, 'other.sqlite');
  await (await openStore({ path: other, clock })).close();
  expect(await codeOf(inspectDatabase(other, clock, sealOf()))).toBe('journal-incomplete');
  expect(await codeOf(inspectDatabase(join(folder.path, 'none.sqlite'), clock))).toBe('not-found');
});

test('the sqlite of the driver says its version and how it was compiled', async () => {
  const { version, options } = await sqliteFacts();
  expect(version).toMatch(/^3\.\d+\.\d+$/);
  expect(options).toContain('THREADSAFE=1');
});
