import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { AccountSeal } from '../../src/store/accountSeal.ts';
import { openConnection } from '../../src/store/connection.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { registeredJournal, sealPath } from '../../src/store/registeredJournal.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { ACCOUNT, newIntent, START, temporaryFolder } from './builders.ts';

const account = ACCOUNT;
let folder: ReturnType<typeof temporaryFolder>;
let clock: VirtualClock;

beforeEach(() => {
  folder = temporaryFolder();
  clock = new VirtualClock(START);
  mkdirSync(accounts());
});
afterEach(() => folder.remove());

const accounts = (): string => join(folder.path, 'accounts');
const databaseIn = (state: string): string => join(folder.path, state, `${account.id}.sqlite`);
const open = (state: string): Promise<Store> => openAccountStore({ account, accounts: accounts(), database: databaseIn(state), clock });

async function refusal(opening: Promise<Store>) {
  const error: unknown = await opening.then(
    (store) => store.close().then(() => undefined),
    (reason: unknown) => reason,
  );
  if (!isFault(error)) throw new Error(`not refused: ${String(error)}`);
  return { code: error.code, message: error.message, suggestion: error.suggestion ?? '' };
}

/** A life that journals some intents and ends in order. */
async function live(state: string, ...ids: string[]): Promise<void> {
  const store = await open(state);
  for (const id of ids) await journalled(store, id);
  await store.close();
}

async function journalled(store: Store, id: string): Promise<void> {
  await store.journal.begin(newIntent(id, { lane: id }));
  await store.journal.settle(id, { state: 'rejected', at: START });
}

/** The files of a database as they are on the disk now, to be put back later: what `kill -9` or a power cut leaves. */
function image(state: string): () => void {
  const files = ['', '-wal', '-shm'].map((suffix) => databaseIn(state) + suffix);
  const kept = files.map((file) => [file, `${file}.kept`] as const).filter(([file]) => existsSync(file));
  for (const [file, copy] of kept) copyFileSync(file, copy);
  return () => {
    for (const file of files) rmSync(file, { force: true });
    for (const [file, copy] of kept) copyFileSync(copy, file);
  };
}

describe('V9: one account has one journal and one writer', () => {
  it('refuses a second owner with another state directory, and names the first', { tags: 'long' }, async () => {
    const first = await open('a');
    const { code, message } = await refusal(open('b'));
    expect(code).toBe('daemon-running');
    expect(message).toContain(
      `the account at venue.test with key …cb03 is in use by process ${process.pid}, since 2026-11-20T12:00:00.000Z`,
    );
    expect(message).toContain(databaseIn('a'));
    expect(existsSync(databaseIn('b'))).toBe(false);
    await first.close();
  });

  it('refuses a second owner with another register, as another user has it, and names process, user and journal of the first', async () => {
    const first = await open('a');
    mkdirSync(join(folder.path, 'other'));
    const second = openAccountStore({ account, accounts: join(folder.path, 'other'), database: databaseIn('b'), clock });
    const { code, message } = await refusal(second);
    expect(code).toBe('daemon-running');
    expect(message).toContain(`process ${process.pid} of user ${userInfo().username}; its journal is ${databaseIn('a')}`);
    await first.close();
    await (await openAccountStore({ account, accounts: join(folder.path, 'other'), database: databaseIn('b'), clock })).close();
  });

  it('refuses another state directory also when nobody runs: its journal would be empty', async () => {
    await live('a', '1');
    const { code, message, suggestion } = await refusal(open('b'));
    expect(code).toBe('configuration');
    expect(message).toContain(`is ${databaseIn('a')}, not ${databaseIn('b')}`);
    expect(suggestion).toContain('leave --state and SLUICE_STATE out');
  });

  it('takes over the journal of an earlier version without loss', async () => {
    mkdirSync(join(folder.path, 'a'));
    const earlier = await openStore({ path: databaseIn('a'), clock });
    await journalled(earlier, '1');
    await earlier.close();
    expect(registeredJournal(accounts(), account)).toBeUndefined();
    const store = await open('a');
    expect((await store.journal.get('1'))?.state).toBe('rejected');
    expect(registeredJournal(accounts(), account)).toBe(databaseIn('a'));
    await store.close();
  });

  it('follows a journal that was moved, and knows where it is from then on', async () => {
    await live('a', '1');
    renameSync(join(folder.path, 'a'), join(folder.path, 'b'));
    await live('b', '2');
    expect(registeredJournal(accounts(), account)).toBe(databaseIn('b'));
    const store = await open('b');
    expect((await store.journal.list(10)).map(({ id }) => id).toSorted()).toEqual(['1', '2']);
    await store.close();
  });

  it('refuses to begin anew when the journal is gone', async () => {
    await live('a', '1');
    rmSync(databaseIn('a'));
    for (const state of ['a', 'b']) {
      const { code, message, suggestion } = await refusal(open(state));
      expect(code).toBe('journal-incomplete');
      expect(message).toContain(`there is no ${databaseIn('a')}`);
      expect(suggestion).toContain('sluice recover');
    }
  });

  it('refuses a database that is another journal in the place of its own', { tags: 'long' }, async () => {
    await live('a', '1');
    rmSync(join(folder.path, 'a'), { recursive: true });
    const other = await openStore({ path: databaseIn('b'), clock });
    await other.close();
    expect(await refusal(open('b'))).toMatchObject({
      code: 'journal-incomplete',
      message: expect.stringContaining('is not the journal') as string,
    });
  });
});

describe('V10: a journal that has lost its end', () => {
  it('is refused when its -wal was deleted, and taken when it is put back', { tags: 'long' }, async () => {
    const store = await open('a');
    await journalled(store, '1');
    const restore = image('a');
    await store.close();
    restore();
    rmSync(`${databaseIn('a')}-wal`);
    const { code, message, suggestion } = await refusal(open('a'));
    expect(code).toBe('journal-incomplete');
    expect(message).toContain(databaseIn('a'));
    expect(suggestion).toContain('-wal');
    expect(suggestion).toContain('sluice recover');
    restore();
    const again = await open('a');
    expect((await again.journal.get('1'))?.state).toBe('rejected');
    await again.close();
  });

  it('is refused when its -wal was halved', { tags: 'long' }, async () => {
    await live('a', '1');
    const store = await open('a');
    for (const id of ['2', '3', '4']) await journalled(store, id);
    const restore = image('a');
    await store.close();
    restore();
    truncateSync(`${databaseIn('a')}-wal`, 4096 * 8);
    expect(await refusal(open('a'))).toMatchObject({
      code: 'journal-incomplete',
      message: expect.stringContaining('has lost its end') as string,
    });
  });

  it('is refused when it is an old copy, and says how much is missing', { tags: 'long' }, async () => {
    await live('a', '1');
    const restore = image('a');
    await live('a', '2', '3');
    restore();
    const { code, message } = await refusal(open('a'));
    expect(code).toBe('journal-incomplete');
    expect(message).toContain('4 of its 6 changes are missing; it was whole at 2026-11-20T12:00:00.000Z');
  });

  it('is refused when an old copy of the same life has gone on elsewhere, further than the journal', { tags: 'long' }, async () => {
    const store = await open('a');
    await journalled(store, '1');
    const restore = image('a');
    await journalled(store, '2');
    await store.close();
    restore();
    const elsewhere = await openStore({ path: databaseIn('a'), clock });
    for (const id of ['3', '4', '5']) await journalled(elsewhere, id);
    await elsewhere.close();
    expect(await refusal(open('a'))).toMatchObject({
      code: 'journal-incomplete',
      message: expect.stringContaining('is an older copy that has gone on by itself') as string,
    });
  });

  it('is refused when it is an old copy that has gone on by itself, further than the journal', { tags: 'long' }, async () => {
    await live('a', '1');
    const restore = image('a');
    await live('a', '2');
    restore();
    // Somewhere else, where no seal knows the account.
    const elsewhere = await openStore({ path: databaseIn('a'), clock });
    for (const id of ['3', '4', '5', '6']) await journalled(elsewhere, id);
    await elsewhere.close();
    expect(await refusal(open('a'))).toMatchObject({
      code: 'journal-incomplete',
      message: expect.stringContaining('an older copy') as string,
    });
  });

  it('goes on after a kill: the seal is never ahead of what was committed', { tags: 'long' }, async () => {
    const store = await open('a');
    for (const id of ['1', '2', '3']) await journalled(store, id);
    const restore = image('a');
    await store.close();
    const seal = sealPath(accounts(), account);
    copyFileSync(seal, `${seal}.end`);
    restore();
    const again = await open('a');
    expect(await again.journal.list(10)).toHaveLength(3);
    await again.close();
  });

  it('is refused when nothing can be read from its seal', async () => {
    await live('a', '1');
    writeFileSync(sealPath(accounts(), account), 'nothing of use');
    expect(await refusal(open('a'))).toMatchObject({
      code: 'journal-incomplete',
      suggestion: expect.stringContaining('sluice recover') as string,
    });
  });
});

describe('a journal that can’t be used for another reason', () => {
  it('is refused when a newer version wrote it, and goes on with that version', { tags: 'long' }, async () => {
    await live('a', '1');
    const newer = await openConnection(databaseIn('a'), 'write');
    const version = MIGRATIONS.length + 1;
    await newer.exec(`INSERT INTO migration(version, name, checksum, applied_at) VALUES (${version}, 'of tomorrow', 'x', 1)`);
    expect((await refusal(open('a'))).code).toBe('schema-newer');
    await newer.exec(`DELETE FROM migration WHERE version = ${version}`);
    await newer.close();
    await live('a', '2');
  });

  it('journals nothing on a full disk, and goes on where it was when there is space again', { tags: 'long' }, async () => {
    await live('a', '1');
    const full = await openConnection(databaseIn('a'), 'write');
    const pages = await full.get<{ page_count: number }>('PRAGMA page_count');
    await full.close();
    const seal = new AccountSeal({ path: sealPath(accounts(), account), clock, venue: '', key: '', database: databaseIn('a') });
    const store = await openStore({ path: databaseIn('a'), clock, seal, maxBytes: pages!.page_count * 4096 });
    const big = newIntent('2', { body: 'x'.repeat(100_000), lane: '2' });
    await expect(store.journal.begin(big)).rejects.toMatchObject({
      code: 'store',
      outcome: 'not-sent',
      suggestion: expect.stringContaining('Free space') as string,
    });
    await store.close();
    const again = await open('a');
    expect((await again.journal.list(9)).map(({ id }) => id)).toEqual(['1']);
    await again.close();
  });
});
