import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { AccountSeal } from '../../src/store/accountSeal.ts';
import { openConnection } from '../../src/store/connection.ts';
import { openAccountStore, sealOptions } from '../../src/store/openAccountStore.ts';
import { takeProcessLock } from '../../src/store/processLock.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import { rebuildJournal } from '../../src/store/rebuildJournal.ts';
import { rebuildTreasury } from '../../src/store/rebuildTreasury.ts';
import { sealPath } from '../../src/store/registeredJournal.ts';
import { readSeal, type Sealed, SealFile } from '../../src/store/sealFile.ts';
import { treasurySeal, treasurySealOptions } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { witnessStore } from '../../src/store/witnessStore.ts';
import { until } from '../until.ts';
import { ACCOUNT, newIntent, newPlace, SETTLED, temporaryFolder, testServer } from './builders.ts';

const SETTLED_MS = 150_000;

let folder: ReturnType<typeof temporaryFolder>;
let account = ACCOUNT;
let number = 0;

beforeEach(() => {
  folder = temporaryFolder();
  account = { ...ACCOUNT, id: `account-${String(++number).padStart(12, 'e')}` };
});
afterEach(() => folder.remove());

/** One journal, and a register for each machine. */
function placeOf(machine: string) {
  const accounts = join(folder.path, machine);
  mkdirSync(accounts, { recursive: true });
  return { account, accounts, database: join(folder.path, `${account.id}.sqlite`), server: testServer(), clock: systemClock };
}

const path = (machine: string): string => sealPath(placeOf(machine).accounts, account);
const sealOn = (machine: string): Sealed => readSeal(path(machine))!;

function reseal(machine: string, change: Partial<Sealed>): void {
  const file = new SealFile(path(machine));
  file.write({ ...sealOn(machine), ...change }, true);
  file.close();
}

/** A life on a machine, which journals so many intents. */
async function live(machine: string, ...ids: readonly string[]): Promise<void> {
  const store = await openAccountStore(placeOf(machine));
  try {
    for (const id of ids) await store.journal.begin(newIntent(id, { lane: id }));
  } finally {
    await store.close();
  }
}

async function witness(machine: string): Promise<void> {
  const { database, ...place } = placeOf(machine);
  await witnessStore({ ...place, path: database, seal: new AccountSeal(sealOptions({ ...place, database }, database)) });
}

async function inSql(sql: string): Promise<void> {
  const { server, database } = placeOf('alpha');
  if (server === undefined) {
    const connection = await openConnection(database, 'write');
    await connection.exec(sql);
    await connection.close();
  } else {
    const session = await PostgresSession.open(server, 'a test', systemClock);
    await session.several(`SET search_path = "${account.id}"; ${sql}`);
    await session.close();
  }
}

/** As if what keeps it were set back to a copy of when its first life had made so many changes. */
const setBack = (changes: number): Promise<void> =>
  inSql(
    `DELETE FROM intent; DELETE FROM life WHERE epoch > 1; UPDATE owner SET epoch = 1; UPDATE mark SET changes = ${changes}; DELETE FROM recovery`,
  );

/** The seal of beta knows two lives; then the store is set back, and alpha has its seal from long ago. */
async function lostItsEnd(): Promise<void> {
  await live('alpha', 'a', 'b', 'c');
  await live('beta', 'd');
  reseal('beta', { at: sealOn('beta').at - SETTLED_MS - 1000 });
  await setBack(1);
  await expect(live('alpha')).rejects.toMatchObject({ code: 'journal-incomplete' });
  await expect(live('beta')).rejects.toMatchObject({ code: 'journal-incomplete' });
}

const recover = (machine: string, work: () => Promise<void> = () => Promise.resolve()): Promise<void> =>
  rebuildJournal(
    placeOf(machine),
    async ({ store }) => {
      await store.state.save('found', 'at the venue', 'much');
      await work();
    },
    SETTLED,
  );

test('a recovery on one machine is one for all that knew no more than it has found', async () => {
  await lostItsEnd();
  await recover('alpha');
  await live('alpha', 'e');
  await live('beta', 'f');
  await live('alpha', 'g');
  expect(sealOn('beta').recovery).toBe(sealOn('alpha').recovery);
});

test(
  'one that stands by takes the recovered journal for what it watches, and notices when that loses its end',
  { tags: 'long' },
  async () => {
    await lostItsEnd();
    await recover('alpha');
    await live('alpha', 'e', 'f');
    // The lost part had more lives than there were since.
    reseal('beta', { epoch: 40, changes: 400 });
    await witness('beta');
    expect(sealOn('beta')).toMatchObject({ changes: sealOn('alpha').changes, token: sealOn('alpha').token });
    await inSql('UPDATE mark SET changes = 1');
    await expect(live('beta')).rejects.toMatchObject({
      code: 'journal-incomplete',
      message: expect.stringContaining('has lost its end') as string,
    });
  },
);

test('a recovery from before what was lost is not spoken of', { tags: 'long' }, async () => {
  await lostItsEnd();
  await recover('alpha');
  reseal('beta', { at: Date.now() + 10_000 });
  await expect(live('beta')).rejects.toMatchObject({
    code: 'journal-incomplete',
    message: expect.not.stringContaining('was recovered since') as string,
    suggestion: expect.not.stringContaining('here too') as string,
  });
});

test('a seal of what may have been on its way when the venue was read is not met by it, and says so', { tags: 'long' }, async () => {
  await lostItsEnd();
  await recover('alpha');
  reseal('beta', { at: Date.now() - SETTLED_MS + 10_000 });
  await expect(witness('beta')).rejects.toMatchObject({ code: 'journal-incomplete' });
  await expect(live('beta')).rejects.toMatchObject({
    code: 'journal-incomplete',
    message: expect.stringContaining('was recovered since, and the venue was read from') as string,
    suggestion: expect.stringContaining('`sluice recover`') as string,
  });
  await recover('beta');
  await live('beta', 'e');
});

test('a recovery that the seal knows says nothing of what was lost after it, whatever a clock says', { tags: 'long' }, async () => {
  await lostItsEnd();
  await recover('alpha');
  await live('beta', 'e', 'f');
  reseal('beta', { at: sealOn('beta').at - 1_000_000 });
  // A copy from before that recovery may have been through another one, of a machine whose clock was ahead.
  for (const found of ['token = token', "token = 'earlier', number = 0", `token = 'ahead', number = 9, at = ${Date.now() + 60_000}`]) {
    await inSql(`UPDATE mark SET changes = 1; UPDATE recovery SET ${found}`);
    await expect(live('beta'), found).rejects.toMatchObject({ code: 'journal-incomplete' });
  }
});

test(
  'a recovery that has not ended lets no machine in, not even one that knows of no loss; the next one goes on with it',
  { tags: 'long' },
  async () => {
    await lostItsEnd();
    await expect(recover('alpha', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
    for (const machine of ['alpha', 'beta', 'gamma'])
      await expect(live(machine), machine).rejects.toMatchObject({
        code: 'journal-incomplete',
        message: expect.stringContaining('is half rebuilt') as string,
      });
    await recover('beta');
    await live('beta', 'e');
    await live('gamma', 'f');
  },
);

test(
  'one that ends while it waits has changed nothing: machines that know of no loss go on, the others say what is lost',
  { tags: 'long' },
  async () => {
    await lostItsEnd();
    const before = sealOn('alpha');
    const waiting = rebuildJournal(
      placeOf('alpha'),
      () => Promise.resolve(),
      () => Promise.reject(new Error('ended')),
    );
    await expect(waiting).rejects.toThrow('ended');
    expect(sealOn('alpha')).toEqual(before);
    for (const machine of ['alpha', 'beta'])
      await expect(live(machine), machine).rejects.toMatchObject({ message: expect.not.stringContaining('half rebuilt') as string });
    await live('gamma');
  },
);

test(
  'and one that has ended does not open what this machine had begun to rebuild, or to restore, or what is another journal',
  { tags: 'long' },
  async () => {
    await lostItsEnd();
    await recover('alpha');
    const before = sealOn('beta');
    for (const change of [{ isRebuilding: true }, { restoredFrom: 1 }, { journal: 'another' }]) {
      reseal('beta', { isRebuilding: undefined, restoredFrom: undefined, ...before, ...change });
      await expect(live('beta'), JSON.stringify(change)).rejects.toMatchObject({ code: 'journal-incomplete' });
      await expect(witness('beta'), JSON.stringify(change)).rejects.toMatchObject({ code: 'journal-incomplete' });
      expect(sealOn('beta')).toEqual({ ...before, ...change });
    }
  },
);

test(
  'an owner that goes on leaves what another process of its machine has sealed meanwhile, and follows up on what is behind',
  { tags: 'long' },
  async () => {
    const store = await openAccountStore(placeOf('alpha'));
    await store.journal.begin(newIntent('a', { lane: 'a' }));
    await until(() => sealOn('alpha').changes === 1);
    const behind = sealOn('alpha');
    reseal('alpha', { ...behind, changes: 0 });
    await store.journal.begin(newIntent('b', { lane: 'b' }));
    await until(() => sealOn('alpha').changes === 2);
    await store.close();
    const sound = sealOn('alpha');
    for (const change of [{ isRebuilding: true }, { recovery: 'of another process', changes: 0 }]) {
      reseal('alpha', { ...sound, isRebuilding: undefined, recovery: undefined });
      const owner = await openAccountStore(placeOf('alpha'));
      reseal('alpha', change);
      const resealed = sealOn('alpha');
      for (const value of ['c', 'd', 'e']) await owner.state.save('a', 'b', value);
      await owner.close();
      expect(sealOn('alpha')).toEqual(resealed);
    }
  },
);

test('an owner follows up on what another process has sealed only under the lock of the seal', { tags: 'long' }, async () => {
  const store = await openAccountStore(placeOf('alpha'));
  await store.journal.begin(newIntent('a', { lane: 'a' }));
  await until(() => sealOn('alpha').changes === 1);
  const lock = await takeProcessLock(path('alpha'), systemClock);
  reseal('alpha', { changes: 0 });
  await store.journal.begin(newIntent('b', { lane: 'b' }));
  await expect(store.close()).rejects.toMatchObject({ suggestion: expect.stringContaining('try again in a moment') as string });
  expect(sealOn('alpha').changes).toBe(0);
  await lock.release();
});

test('one that stands by leaves what another process of its machine seals while it reads', { tags: 'long' }, async () => {
  await live('alpha', 'a');
  await witness('beta');
  await live('alpha', 'b');
  const { database, ...place } = placeOf('beta');
  const policyOf = (): Promise<undefined> => Promise.resolve(reseal('beta', { isRebuilding: true })).then(() => undefined);
  const seal = new AccountSeal({ ...sealOptions({ ...place, database }, database), policyOf });
  await witnessStore({ ...place, path: database, seal });
  expect(sealOn('beta')).toMatchObject({ changes: 1, isRebuilding: true });
});

test('one that stands by writes no seal while another process does', { tags: 'long' }, async () => {
  await live('alpha', 'a');
  await witness('beta');
  await live('alpha', 'b');
  const lock = await takeProcessLock(path('beta'), systemClock);
  await expect(witness('beta')).rejects.toMatchObject({ code: 'daemon-running' });
  expect(sealOn('beta')).toMatchObject({ changes: 1 });
  await lock.release();
  await witness('beta');
  expect(sealOn('beta').changes).toBe(sealOn('alpha').changes);
});

test('a treasury that was recovered on one machine is so for all, and each goes on knowing the policy', { tags: 'long' }, async () => {
  const { path: database, server } = newPlace(folder.path);
  const treasuryOn = (machine: string) => ({ path: database, server, clock: systemClock, account, accounts: placeOf(machine).accounts });
  const open = (machine: string) => openTreasuryStore({ ...treasuryOn(machine), seal: treasurySeal(treasuryOn(machine)) });
  const sealFileOf = (machine: string): string => treasurySealOptions(treasuryOn(machine)).path;
  await (await open('alpha')).close();
  const beta = await open('beta');
  await beta.note(1, { who: 'anna', what: 'looked', subject: '', before: '', after: '', evidence: '' });
  await beta.close();
  // As if it were an older one that had gone on elsewhere.
  const known = readSeal(sealFileOf('beta'))!;
  const seal = new SealFile(sealFileOf('beta'));
  seal.write({ ...known, changes: known.changes + 5, at: known.at - SETTLED_MS - 1000, policy: 'a hash' }, true);
  seal.close();
  await expect(open('beta')).rejects.toMatchObject({ code: 'journal-incomplete' });
  await rebuildTreasury(treasuryOn('alpha'), () => Promise.resolve(), SETTLED);
  const again = await open('beta');
  expect(await again.lostPolicy()).toBe('a hash');
  await again.close();
  expect(readSeal(sealFileOf('beta'))).toMatchObject({ policy: 'a hash', recovery: readSeal(sealFileOf('alpha'))!.recovery! });
});
