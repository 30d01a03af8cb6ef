import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { copyDatabase } from '../../src/store/copyDatabase.ts';
import { type AccountStoreOptions, openAccountStore } from '../../src/store/openAccountStore.ts';
import { rebuildJournal } from '../../src/store/rebuildJournal.ts';
import { sealPath } from '../../src/store/registeredJournal.ts';
import { readSeal, SealFile } from '../../src/store/sealFile.ts';
import { sealRestored } from '../../src/store/sealRestored.ts';
import { openStore } from '../../src/store/store.ts';
import { ACCOUNT, codeOf, newIntent, SETTLED, START, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let options: AccountStoreOptions;
let copy: string;

beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'accounts'));
  const database = join(folder.path, `${ACCOUNT.id}.sqlite`);
  options = { account: ACCOUNT, accounts: join(folder.path, 'accounts'), database, clock: new VirtualClock(START) };
  copy = join(folder.path, 'copy');
  const store = await openAccountStore(options);
  await store.journal.begin(newIntent('1', { lane: '1' }));
  await copyDatabase(database, copy, options.clock);
  await store.close();
  // A restored state directory has none: nobody knows what left after the copy was made.
  rmSync(`${database}.sent`);
});
afterEach(() => folder.remove());

const seal = (): string => sealPath(options.accounts, ACCOUNT);
const restored = (clock = options.clock): Promise<void> =>
  sealRestored({ seal: seal(), venue: 'venue.test', key: '…', copy, database: options.database, backedUpAt: START - 1000 }, clock);

test(
  'a copy that is restored is refused though nothing has happened since, until it is brought in line; then it goes on',
  { tags: 'long' },
  async () => {
    await restored();
    copyFileSync(copy, options.database);
    const refusal: unknown = await openAccountStore(options).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'journal-incomplete',
      message: expect.stringContaining('was restored from a backup of 2026-11-20T11:59:59.000Z') as string,
      suggestion: expect.stringContaining('`sluice recover`') as string,
    });
    expect(await rebuildJournal(options, ({ wholeAt }) => Promise.resolve(wholeAt), SETTLED)).toBe(START);
    const store = await openAccountStore(options);
    expect((await store.journal.unresolved()).map(({ id }) => id)).toEqual(['1']);
    await store.close();
  },
);

test(
  'what is known of the last commit stays known; where nothing is, or of another machine only, it is the time of the restore',
  { tags: 'long' },
  async () => {
    await restored(new VirtualClock(START + 900_000));
    expect(readSeal(seal())).toMatchObject({ at: START, restoredFrom: START - 1000, changes: expect.any(Number) as number });
    const behind = new SealFile(seal());
    behind.write({ ...readSeal(seal())!, changes: 0 }, true);
    behind.close();
    await restored(new VirtualClock(START + 900_000));
    expect(readSeal(seal())).toMatchObject({ at: START + 900_000 });
    writeFileSync(seal(), 'damage');
    await restored(new VirtualClock(START + 900_000));
    expect(readSeal(seal())).toMatchObject({ at: START + 900_000 });
    expect(readFileSync(`${seal()}.damaged`, 'utf8')).toBe('damage');
  },
);

test('a damaged seal stays until the new one is whole on the disk', { tags: 'long' }, async () => {
  writeFileSync(seal(), 'damage');
  // As on a full disk, no new file can be written.
  mkdirSync(`${seal()}.new`);
  await expect(restored()).rejects.toMatchObject({ code: 'store' });
  await expect(rebuildJournal(options, () => Promise.resolve(), SETTLED)).rejects.toMatchObject({ code: 'store' });
  expect(readFileSync(seal(), 'utf8')).toBe('damage');
  expect(await codeOf(openAccountStore(options))).toBe('journal-incomplete');
  rmSync(`${seal()}.new`, { recursive: true });
  await rebuildJournal(options, () => Promise.resolve(), SETTLED);
  await (await openAccountStore(options)).close();
});

test('a seal without its journal, as a kill in between leaves it, is refused as well', { tags: 'long' }, async () => {
  await restored();
  const elsewhere = { ...options, database: join(folder.path, 'elsewhere', 'a.sqlite') };
  await sealRestored({ seal: seal(), venue: 'venue.test', key: '…', copy, database: elsewhere.database, backedUpAt: START }, options.clock);
  expect(await codeOf(openAccountStore(elsewhere))).toBe('journal-incomplete');
  expect(existsSync(elsewhere.database)).toBe(false);
});

test(
  'a copy is whole, for this user only, and made beside an owner; none is made of what is no database, or over a file',
  { tags: 'long' },
  async () => {
    const owner = await openAccountStore(options);
    await owner.journal.begin(newIntent('2', { lane: '2' }));
    const second = join(folder.path, 'second');
    await copyDatabase(options.database, second, options.clock);
    await owner.close();
    const read = await openStore({ path: second, clock: options.clock, access: 'read' });
    expect((await read.journal.list(9)).map(({ id }) => id).toSorted()).toEqual(['1', '2']);
    await read.close();
    expect(await codeOf(copyDatabase(options.database, second, options.clock))).toBe('store');
    expect(await codeOf(copyDatabase(join(folder.path, 'none'), join(folder.path, 'third'), options.clock))).toBe('store');
  },
);
