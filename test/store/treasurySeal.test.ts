import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { AccountIdentity } from '../../src/store/accountDatabase.ts';
import { rebuildTreasury } from '../../src/store/rebuildTreasury.ts';
import { readSeal } from '../../src/store/sealFile.ts';
import { isTreasuryThere, TREASURY_WORDS, treasurySeal, treasurySealOptions } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore, type TreasuryStore } from '../../src/store/treasuryStore.ts';
import { ACCOUNT, SETTLED, START, temporaryFolder } from './builders.ts';

const NOTE = { who: 'anna', what: 'test', subject: '', before: '', after: '', evidence: '' };
const OTHER: AccountIdentity = { ...ACCOUNT, id: 'account-ffffffffffff', keyTail: '…9999' };
const clock = new VirtualClock(START);
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
  for (const name of ['accounts', 'a', 'b']) mkdirSync(join(folder.path, name));
});
afterEach(() => folder.remove());

const databaseIn = (state: string): string => join(folder.path, state, 'treasury.sqlite');
const placeIn = (state: string, account: AccountIdentity | undefined = ACCOUNT) => ({
  path: databaseIn(state),
  accounts: join(folder.path, 'accounts'),
  account,
  clock,
});
// Not async: what the seal refuses before anything is opened is a rejection all the same.
const open = async (state = 'a', account?: AccountIdentity, access?: 'read'): Promise<TreasuryStore> =>
  openTreasuryStore({ path: databaseIn(state), clock, access, seal: treasurySeal(placeIn(state, account)) });

async function live(notes: number, state = 'a', account?: AccountIdentity): Promise<void> {
  const store = await open(state, account);
  for (let i = 0; i < notes; i++) await store.note(START, NOTE);
  await store.close();
}

async function refusal(opening: Promise<TreasuryStore>) {
  const error: unknown = await opening.then(
    (store) => store.close().then(() => undefined),
    (reason: unknown) => reason,
  );
  if (!isFault(error)) throw new Error(`not refused: ${String(error)}`);
  return { code: error.code, message: error.message, suggestion: error.suggestion ?? '' };
}

const files = (state = 'a'): readonly string[] => ['', '-wal', '-shm'].map((suffix) => databaseIn(state) + suffix);

/** The files as they are on the disk now, to be put back later: what `kill -9` or a power cut leaves. */
function image(): () => void {
  const kept = files().filter((file) => existsSync(file));
  for (const file of kept) copyFileSync(file, `${file}.kept`);
  return () => {
    for (const file of files()) rmSync(file, { force: true });
    for (const file of kept) copyFileSync(`${file}.kept`, file);
  };
}

const POLICY = { version: 1, text: 'x', hash: 'a'.repeat(64), publishedBy: 'anna', publishedAt: START, approvals: [], holdsFrom: START };

describe('the policy in the seal of a treasury', () => {
  it('is known when the database is lost, until a policy is published again', { tags: 'long' }, async () => {
    const store = await open();
    await store.policies.add(POLICY, NOTE);
    expect(await store.lostPolicy()).toBeUndefined();
    await store.close();
    for (const file of files()) rmSync(file, { force: true });
    await rebuildTreasury(
      placeIn('a'),
      ({ isEmpty, policy }) => {
        expect([isEmpty, policy]).toEqual([true, POLICY.hash]);
        return Promise.resolve();
      },
      SETTLED,
    );
    const reader = await open('a', undefined, 'read');
    expect(await reader.lostPolicy()).toBe(POLICY.hash);
    await reader.close();
    const anew = await open();
    expect(await anew.lostPolicy()).toBe(POLICY.hash);
    await anew.policies.add({ ...POLICY, hash: 'b'.repeat(64) }, NOTE);
    expect(await anew.lostPolicy()).toBeUndefined();
    await anew.close();
  });

  it('is the one in force, not one that waits', async () => {
    const store = await open();
    await store.policies.add(POLICY, NOTE);
    await store.policies.add({ ...POLICY, version: 2, hash: 'b'.repeat(64), holdsFrom: START + 1000 }, NOTE);
    await store.close();
    expect(readSeal(treasurySealOptions(placeIn('a')).path, TREASURY_WORDS)).toMatchObject({ policy: POLICY.hash });
  });
});

describe(treasurySeal, () => {
  it('lets a database in that has all that was sealed, after a kill too', async () => {
    await live(3);
    const store = await open();
    await store.note(START, NOTE);
    const asKilled = image();
    await store.close();
    asKilled();
    const again = await open();
    expect(await again.auditRows(0, 9)).toHaveLength(4);
    await again.close();
  });

  it('takes a database of an earlier version as it is, and knows it from then on', async () => {
    const earlier = await openTreasuryStore({ path: databaseIn('a'), clock });
    await earlier.note(START, NOTE);
    await earlier.close();
    await live(1);
    writeFileSync(databaseIn('a'), '');
    expect(await refusal(open())).toMatchObject({ code: 'journal-incomplete' });
  });

  it('refuses an old copy, to write and to read, and says how much is missing and what to do', async () => {
    await live(1);
    const old = readFileSync(databaseIn('a'));
    await live(5);
    writeFileSync(databaseIn('a'), old);
    for (const access of [undefined, 'read'] as const) {
      const { code, message, suggestion } = await refusal(open('a', ACCOUNT, access));
      expect(code).toBe('journal-incomplete');
      expect(message).toMatch(
        /the database of the treasury .* has lost its end: 5 of its \d+ changes are missing; it was whole at 2026-11-20/,
      );
      expect(suggestion).toContain('`sluice treasury recover`');
    }
  });

  it('refuses an old copy that has gone on by itself, further than the sealed one', async () => {
    await live(1);
    const old = readFileSync(databaseIn('a'));
    await live(1);
    const newest = readFileSync(databaseIn('a'));
    writeFileSync(databaseIn('a'), old);
    const copy = await openTreasuryStore({ path: databaseIn('a'), clock });
    for (let i = 0; i < 9; i++) await copy.note(START, NOTE);
    await copy.close();
    expect((await refusal(open())).message).toContain('is an older copy that has gone on by itself');
    for (const file of files()) rmSync(file, { force: true });
    writeFileSync(databaseIn('a'), newest);
    await live(1);
  });

  it('refuses what is left when the -wal is lost or was cut anywhere', { tags: 'long' }, async () => {
    await live(1);
    const store = await open();
    for (let i = 0; i < 12; i++) await store.note(START, NOTE);
    const asKilled = image();
    await store.close();
    const log = `${databaseIn('a')}-wal`;
    asKilled();
    const size = statSync(log).size;
    // The seal may be a commit behind: what lacks nothing that was sealed is let in.
    for (let cut = 0; cut < 40; cut++) {
      asKilled();
      rmSync(`${databaseIn('a')}-shm`, { force: true });
      truncateSync(log, Math.floor((size * cut) / 40));
      expect(await refusal(open()), `cut at ${cut}/40`).toMatchObject({ code: 'journal-incomplete' });
    }
    asKilled();
    rmSync(log);
    expect(await refusal(open())).toMatchObject({ code: 'journal-incomplete' });
    asKilled();
    await live(1);
  });

  it('never lets a database in that was cut anywhere', { tags: 'long' }, async () => {
    await live(300);
    const whole = readFileSync(databaseIn('a'));
    for (let cut = 0; cut < 40; cut++) {
      for (const file of files()) rmSync(file, { force: true });
      writeFileSync(databaseIn('a'), whole.subarray(0, Math.floor((whole.length * cut) / 40)));
      expect(['journal-incomplete', 'store'], `cut at ${cut}/40`).toContain((await refusal(open())).code);
    }
    for (const file of files()) rmSync(file, { force: true });
    writeFileSync(databaseIn('a'), whole);
    await live(1);
  });

  it('refuses to begin anew when the database is gone, with another key too', async () => {
    await live(1);
    rmSync(databaseIn('a'));
    for (const account of [ACCOUNT, OTHER]) {
      const { code, message, suggestion } = await refusal(open('a', account));
      expect(code).toBe('journal-incomplete');
      expect(message).toBe(`the database of the treasury is gone: there is no ${databaseIn('a')}`);
      expect(suggestion).toContain('`sluice treasury recover`');
    }
    expect(existsSync(databaseIn('a'))).toBe(false);
    expect(await refusal(open('b'))).toMatchObject({ code: 'journal-incomplete' });
    await expect(isTreasuryThere(placeIn('a'))).rejects.toThrow('is gone');
  });

  it('knows a database by its place when the key is changed, and by its account when it is moved', async () => {
    await live(1);
    const old = readFileSync(databaseIn('a'));
    await live(1, 'a', OTHER);
    writeFileSync(databaseIn('a'), old);
    expect(await refusal(open('a', OTHER))).toMatchObject({ code: 'journal-incomplete' });
    rmSync(databaseIn('a'));
    expect(await refusal(open('a', ACCOUNT))).toMatchObject({ code: 'journal-incomplete' });
  });

  it('follows a database that was moved, and refuses a second one beside it', async () => {
    await live(1);
    expect(await refusal(open('b'))).toMatchObject({
      code: 'configuration',
      message: `the treasury of the account at venue.test with key …cb03 is ${databaseIn('a')}, not ${databaseIn('b')}`,
    });
    renameSync(databaseIn('a'), databaseIn('b'));
    await live(1, 'b');
    expect(await isTreasuryThere(placeIn('b'))).toBe(true);
    rmSync(databaseIn('b'));
    expect((await refusal(open('b'))).message).toContain(databaseIn('b'));
  });

  it('refuses where its seal is damaged, and minds no other treasury', async () => {
    await live(1);
    await live(1, 'b', OTHER);
    writeFileSync(treasurySealOptions(placeIn('a')).path, 'damage');
    const { code, message, suggestion } = await refusal(open());
    expect(code).toBe('journal-incomplete');
    expect(message).toContain('is damaged');
    expect(suggestion).toContain('`sluice treasury recover`');
    await live(1, 'b', OTHER);
  });
});
