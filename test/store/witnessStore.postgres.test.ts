import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { StoreServer } from '../../src/settings/storeServer.ts';
import { AccountSeal } from '../../src/store/accountSeal.ts';
import { openAccountStore, sealOptions } from '../../src/store/openAccountStore.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import { sealPath } from '../../src/store/registeredJournal.ts';
import { readSeal, SealFile } from '../../src/store/sealFile.ts';
import type { Store } from '../../src/store/store.ts';
import { witnessStore } from '../../src/store/witnessStore.ts';
import { until } from '../until.ts';
import { ACCOUNT, codeOf, newIntent, newPlace, START, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: StoreServer;
let account = ACCOUNT;
let number = 0;

beforeEach(() => {
  folder = temporaryFolder();
  server = newPlace(folder.path).server!;
  account = { ...ACCOUNT, id: `account-${String(++number).padStart(12, 'b')}` };
});
afterEach(() => folder.remove());

const clock = new VirtualClock(START);

function placeOf(machine: string) {
  const accounts = join(folder.path, machine, 'accounts');
  mkdirSync(accounts, { recursive: true });
  return { account, accounts, database: join(folder.path, machine, `${account.id}.sqlite`), server, clock: systemClock };
}

const on = (machine: string): Promise<Store> => openAccountStore(placeOf(machine));
const sealOn = (machine: string) => readSeal(sealPath(placeOf(machine).accounts, account));

function witness(machine: string): Promise<void> {
  const place = { ...placeOf(machine), clock };
  return witnessStore({ path: place.database, server, clock, seal: new AccountSeal(sealOptions(place, place.database)) });
}

async function journalled(store: Store, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.journal.begin(newIntent(id, { lane: id }));
}

/** As if the server were set back to a backup of when there were only so many changes. */
async function setBack(changes: number): Promise<void> {
  const session = await PostgresSession.open(server, 'a test', systemClock);
  await session.several(`SET search_path = "${account.id}"; DELETE FROM intent; UPDATE mark SET changes = ${changes}`);
  await session.close();
}

test('a machine that has only stood by notices that the server was set back', async () => {
  const alpha = await on('alpha');
  await journalled(alpha, 'a', 'b');
  await witness('beta');
  await alpha.close();
  expect(sealOn('beta')).toMatchObject({ changes: 2, epoch: 1, at: START });
  await setBack(0);
  await expect(on('beta')).rejects.toMatchObject({
    code: 'journal-incomplete',
    message: expect.stringContaining('2 of its 2 changes are missing') as string,
  });
});

test('its seal goes on with the owner, and it takes over what is whole', async () => {
  const alpha = await on('alpha');
  await journalled(alpha, 'a');
  await witness('beta');
  await journalled(alpha, 'b');
  await witness('beta');
  expect(sealOn('beta')).toMatchObject({ changes: 2 });
  await journalled(alpha, 'c');
  await alpha.close();
  const beta = await on('beta');
  await journalled(beta, 'd');
  await witness('alpha');
  await beta.close();
  await (await on('alpha')).close();
});

test('the time of its seal is not before the last commit that it knows of', async () => {
  const alpha = await on('alpha');
  await journalled(alpha, 'a');
  const late = new VirtualClock(START);
  const place = { ...placeOf('beta'), clock: late };
  const policyOf = (): Promise<undefined> => late.advance(1000, () => Promise.resolve()).then(() => undefined);
  const seal = new AccountSeal({ ...sealOptions(place, place.database), policyOf });
  await witnessStore({ path: place.database, server, clock: late, seal });
  await alpha.close();
  expect(sealOn('beta')).toMatchObject({ changes: 1, at: START + 1000 });
});

test('what is behind its seal, or not there, leaves the seal as it is', async () => {
  expect(await codeOf(witness('beta'))).toBe('not-found');
  const alpha = await on('alpha');
  await journalled(alpha, 'a', 'b');
  await witness('beta');
  await alpha.close();
  const before = sealOn('beta');
  await setBack(1);
  expect(await codeOf(witness('beta'))).toBe('journal-incomplete');
  expect(sealOn('beta')).toEqual(before);
});

test('a recovery that was begun on this machine stays begun', async () => {
  await (await on('alpha')).close();
  await witness('beta');
  const file = new SealFile(sealPath(placeOf('beta').accounts, account));
  file.write({ ...sealOn('beta')!, isRebuilding: true }, true);
  file.close();
  expect(await codeOf(witness('beta'))).toBe('journal-incomplete');
  expect(sealOn('beta')).toMatchObject({ isRebuilding: true });
});

test('beside an owner on the same machine it leaves the seal to it, whose last commits count', async () => {
  const alpha = await on('alpha');
  await journalled(alpha, 'a');
  await until(() => sealOn('alpha')?.changes === 1);
  for (let n = 0; n < 20; n++) await witness('alpha');
  await journalled(alpha, 'b');
  await until(() => sealOn('alpha')?.changes === 2);
  await alpha.close();
  expect(sealOn('alpha')).toMatchObject({ changes: 2 });
});
