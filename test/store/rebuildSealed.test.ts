import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type AccountStoreOptions, openAccountStore, sealOptions } from '../../src/store/openAccountStore.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { type ProcessLock, takeProcessLock } from '../../src/store/processLock.ts';
import { rebuildJournal } from '../../src/store/rebuildJournal.ts';
import { rebuildSealed } from '../../src/store/rebuildSealed.ts';
import { readRecovery } from '../../src/store/recoveryMark.ts';
import { sealPath } from '../../src/store/registeredJournal.ts';
import { readSeal, SealFile } from '../../src/store/sealFile.ts';
import { setStanding } from '../../src/store/standing.ts';
import { ACCOUNT, codeOf, newIntent, SETTLED, START, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let options: AccountStoreOptions;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'accounts'));
  const database = join(folder.path, `${ACCOUNT.id}.sqlite`);
  options = { account: ACCOUNT, accounts: join(folder.path, 'accounts'), database, clock: new VirtualClock(START) };
});
afterEach(() => folder.remove());

async function live(...ids: string[]): Promise<void> {
  const store = await openAccountStore(options);
  for (const id of ids) await store.journal.begin(newIntent(id, { lane: id }));
  await store.close();
}

/** A rebuild that is killed after it has made more changes than were lost. */
async function halfRebuilt(): Promise<void> {
  const killed = rebuildJournal(
    options,
    async ({ store }) => {
      for (let i = 0; i < 30; i++) await store.state.save('a', `${i}`, 'c');
      throw new Error('killed');
    },
    SETTLED,
  );
  await expect(killed).rejects.toThrow('killed');
}

describe(rebuildSealed, () => {
  it('a rebuild that ended half way is no whole journal, though it has made more changes than were lost', { tags: 'long' }, async () => {
    const store = await openAccountStore(options);
    await store.journal.begin(newIntent('1', { lane: '1' }));
    const asItWas = ['', '-wal'].map((suffix) => [suffix, readFileSync(options.database + suffix)] as const);
    await store.journal.begin(newIntent('2', { lane: '2' }));
    await store.close();
    // The same start, and without its end.
    for (const [suffix, bytes] of asItWas) writeFileSync(options.database + suffix, bytes);
    expect(await codeOf(openAccountStore(options))).toBe('journal-incomplete');
    await halfRebuilt();
    const refused: unknown = await openAccountStore(options).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'journal-incomplete', message: expect.stringContaining('is half rebuilt') as string });
    await rebuildJournal(options, () => Promise.resolve(), SETTLED);
    await live('3');
  });

  it('nor is one of which the seal was damaged, or not there', { tags: 'long' }, async () => {
    await live('1');
    for (const before of [
      () => writeFileSync(sealPath(options.accounts, ACCOUNT), 'damage'),
      () => rmSync(sealPath(options.accounts, ACCOUNT)),
    ]) {
      before();
      await halfRebuilt();
      expect(await codeOf(openAccountStore(options))).toBe('journal-incomplete');
      await rebuildJournal(options, () => Promise.resolve(), SETTLED);
      await live();
    }
  });

  it('knows nothing of when a database was whole that was taken back from a lost store, which another machine may have owned', async () => {
    await live('1');
    const waitedFor: (number | undefined)[] = [];
    const rebuild = (): Promise<void> =>
      rebuildJournal(
        options,
        () => Promise.resolve(),
        (wholeAt) => Promise.resolve(void waitedFor.push(wholeAt)),
      );
    await rebuild();
    const database = await openDatabase({ path: options.database, clock: options.clock, access: 'write' });
    await setStanding(database, { state: 'reopened', place: 'a server', at: START });
    await database.close();
    expect(await codeOf(live())).toBe('journal-incomplete');
    await rebuild();
    expect(waitedFor).toEqual([START, undefined]);
    await live('2');
  });

  it('leaves the seal as it was where another process has the database, unless that one rebuilds it', async () => {
    await live('1');
    const seal = sealOptions(options, options.database);
    const before = readSeal(seal.path);
    const fails = async (meanwhile: () => void): Promise<void> => {
      const openOld = (): Promise<never> => {
        meanwhile();
        return Promise.reject(new Fault('daemon-running', 'it is in use'));
      };
      const failing = rebuildSealed({ seal, openOld, settle: () => Promise.resolve(), rebuild: () => Promise.resolve() });
      expect(await codeOf(failing)).toBe('daemon-running');
    };
    await fails(() => expect(readSeal(seal.path)).toEqual({ ...before, isRebuilding: true, rebuild: expect.any(String) as string }));
    expect(readSeal(seal.path)).toEqual(before);
    await live('2');
    await fails(() => {
      const other = new SealFile(seal.path);
      other.write({ ...readSeal(seal.path)!, isRebuilding: true }, true);
      other.close();
    });
    expect(readSeal(seal.path)).toMatchObject({ isRebuilding: true });
  });

  it.each(['store', 'schema-newer', 'internal'] as const)(
    'leaves the seal as it was, or none, where the database could not be opened: %s',
    async (code) => {
      const seal = sealOptions(options, options.database);
      const failing = (): Promise<void> =>
        rebuildSealed<{ close(): Promise<void> }, void>({
          seal,
          openOld: () => Promise.reject(new Fault(code, 'it can’t be opened')),
          settle: () => Promise.resolve(),
          rebuild: () => Promise.resolve(),
        });
      await expect(failing()).rejects.toMatchObject({ code });
      expect(existsSync(seal.path)).toBe(false);
      await live('1');
      const before = readSeal(seal.path);
      await expect(failing()).rejects.toMatchObject({ code });
      expect(readSeal(seal.path)).toEqual(before);
      writeFileSync(seal.path, 'damage');
      await expect(failing()).rejects.toMatchObject({ code });
      expect(readFileSync(seal.path, 'utf8')).toBe('damage');
    },
  );

  it('leaves no empty database without a seal where one that no seal knew was set aside', async () => {
    writeFileSync(options.database, 'damage');
    const rebuild = (settle: () => Promise<void>): Promise<void> => rebuildJournal(options, () => Promise.resolve(), settle);
    await expect(rebuild(() => Promise.reject(new Error('ended')))).rejects.toThrow('ended');
    expect(await codeOf(live())).toBe('journal-incomplete');
    await rebuild(() => Promise.resolve());
    await live('1');
  });

  it('tells other machines of itself when it has waited, and asks the venue from then on', async () => {
    const clock = new VirtualClock(START);
    await live('1');
    const found: unknown[] = [];
    const look = async (): Promise<void> => {
      const database = await openDatabase({ path: options.database, clock, access: 'read' });
      found.push(await readRecovery(database));
      await database.close();
    };
    const later = async (): Promise<void> => {
      await look();
      await clock.advance(1000, () => Promise.resolve());
    };
    await rebuildJournal({ ...options, clock }, later, later);
    await look();
    const token = expect.any(String) as string;
    expect(found).toEqual([undefined, expect.objectContaining({ token, at: null }), expect.objectContaining({ token, at: START + 1000 })]);
  });

  it('whose seal could not be written any more when it had ended needs no other one', { tags: 'long' }, async () => {
    await live('1');
    let held: ProcessLock | undefined;
    const rebuilt = rebuildJournal(
      options,
      async () => {
        held = await takeProcessLock(sealPath(options.accounts, ACCOUNT), systemClock);
      },
      SETTLED,
    );
    expect(await codeOf(rebuilt)).toBe('daemon-running');
    await held?.release();
    expect(readSeal(sealPath(options.accounts, ACCOUNT))).toMatchObject({ isRebuilding: true });
    await live('2');
    expect(readSeal(sealPath(options.accounts, ACCOUNT))?.isRebuilding).toBeUndefined();
  });

  it('keeps where the database was while it is rebuilt elsewhere', async () => {
    await live('1');
    const moved = { ...sealOptions(options, join(folder.path, 'elsewhere.sqlite')) };
    const failing = rebuildSealed({
      seal: moved,
      openOld: () => Promise.reject(new Error('the disk is full')),
      rebuild: () => Promise.resolve(),
      settle: () => Promise.reject(new Error('never')),
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(readFileSync(moved.path, 'utf8')).toContain(options.database);
  });
});
