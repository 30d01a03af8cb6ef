import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { backupState } from '../../src/backup/backupState.ts';
import { restoreState } from '../../src/backup/restoreState.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { storeAddress, type StoreServer } from '../../src/settings/storeServer.ts';
import type { AccountIdentity } from '../../src/store/accountDatabase.ts';
import { journalOfAccount, treasuryOfAccount } from '../../src/store/copiedStore.ts';
import { copyStore } from '../../src/store/copyStore.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import { readDatabase } from '../../src/store/readDatabase.ts';
import { openStore } from '../../src/store/store.ts';
import { wasOvertaken } from '../../src/store/overtaken.ts';
import { treasurySeal } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { until } from '../until.ts';
import { ACCOUNT, newIntent, temporaryFolder } from './builders.ts';
import { AT, move, NOTE, WAITING } from './moveBuilders.ts';
import { postgresMissing, PostgresServer } from './postgresServer.ts';
import { takenOver } from './takenOver.ts';

const missing = postgresMissing();
let postgres: PostgresServer;
let folder: ReturnType<typeof temporaryFolder>;
let number = 0;
let account = ACCOUNT;

beforeAll(async () => {
  if (missing === undefined) postgres = await new PostgresServer().start();
});
afterAll(() => postgres?.remove());
beforeEach(async ({ skip }) => {
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
  account = { ...ACCOUNT, id: `account-${String(++number).padStart(12, '0')}` };
  await inSql('DROP SCHEMA IF EXISTS treasury CASCADE');
});
afterEach(() => folder?.remove());

const server = (): StoreServer => storeAddress(postgres.url)!.server;

/** A folder that only one machine has. */
function at(machine: string, name = ''): string {
  mkdirSync(join(folder.path, machine, 'accounts'), { recursive: true });
  return join(folder.path, machine, name);
}

async function inSql(sql: string): Promise<void> {
  const session = await PostgresSession.open(server(), 'a test', systemClock);
  await session.several(sql);
  await session.close();
}

/** As if the owner were cut off for as long as a lease lasts. */
const endLease = (): Promise<void> => inSql(`UPDATE "${account.id}".lease SET until = clock_timestamp() - interval '1 s'`);
const placeOn = (machine: string, of: AccountIdentity = account) => ({
  path: at(machine, 'treasury.sqlite'),
  accounts: at(machine, 'accounts'),
  account: of,
  clock: systemClock,
});
const treasuryOn = (machine: string, of: AccountIdentity = account) => {
  const place = { ...placeOn(machine, of), server: server() };
  return openTreasuryStore({ ...place, seal: treasurySeal(place) });
};

test('marks of another life prove nothing: what has left on one machine is unknown on the other, though that had a file of its own in the same epoch', async () => {
  const path = (machine: string): string => at(machine, `${account.id}.sqlite`);
  await (await openStore({ path: path('beta'), clock: systemClock })).close();
  const alpha = await openStore({ path: path('alpha'), server: server(), clock: systemClock });
  await alpha.journal.begin(newIntent('intent-1'));
  alpha.journal.markSent('intent-1');
  const beta = await takenOver(endLease, () => openStore({ path: path('beta'), server: server(), clock: systemClock }));
  expect(await beta.journal.get('intent-1')).toMatchObject({ state: 'unknown' });
  await beta.close();
  await alpha.close().catch(() => undefined);
});

test('its own marks prove on a machine what never left there', async () => {
  const path = at('alpha', `${account.id}.sqlite`);
  const first = await openStore({ path, server: server(), clock: systemClock });
  await first.journal.begin(newIntent('marked', { lane: 'a' }));
  first.journal.markSent('marked');
  await first.journal.begin(newIntent('never', { lane: 'b' }));
  const second = await takenOver(endLease, () => openStore({ path, server: server(), clock: systemClock }));
  expect(await second.journal.get('marked')).toMatchObject({ state: 'unknown' });
  expect(await second.journal.get('never')).toMatchObject({ state: 'not-sent' });
  await second.close();
  await first.close().catch(() => undefined);
});

test('an owner whose lease another process has taken writes nothing more, though that one ends before it writes anything', async () => {
  const path = at('alpha', `${account.id}.sqlite`);
  const said: string[] = [];
  const owner = await openStore({ path, server: server(), clock: systemClock, onTrouble: (message) => said.push(message) });
  await owner.state.save('a', 'b', 'c');
  await inSql(`UPDATE "${account.id}".lease SET holder = 'somebody', until = clock_timestamp() + interval '1 s'`);
  await until(() => said.some((message) => message.includes('was taken over')));
  await expect(owner.state.save('a', 'b', 'd')).rejects.toSatisfy(wasOvertaken);
  await owner.close().catch(() => undefined);
  const next = await openStore({ path, server: server(), clock: systemClock });
  expect(await next.state.load('a')).toEqual({ b: 'c' });
  await next.close();
});

test('a treasury of another account is refused, a new key of the same one is taken where it has run', async () => {
  const other = { ...ACCOUNT, id: 'account-00000000d003', keyTail: '…9999' };
  await (await treasuryOn('alpha')).close();
  await expect(treasuryOn('beta', other)).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining(account.id) as string,
  });
  await (await treasuryOn('beta')).close();
  await (await treasuryOn('alpha', other)).close();
  await (await treasuryOn('gamma', other)).close();
});

test('what has left long ago is the same in a file and on a server', async () => {
  const paid = move('W-1', { state: 'completed', progress: [{ ...WAITING, state: 'completed', sentAt: AT - 1000 }] });
  const sums = [];
  for (const store of [await openTreasuryStore({ path: at('alpha', 'treasury.sqlite'), clock: systemClock }), await treasuryOn('beta')]) {
    await store.moves.add(paid, AT, NOTE);
    sums.push(await store.moves.past(AT, undefined));
    await store.close();
  }
  expect(sums[0]).toMatchObject([{ currency: 'BTC', arrived: 1 }]);
  expect(sums[1]).toEqual(sums[0]);
});

test('a treasury goes to a server after the journals of its accounts, and a backup of its folder can be restored', async () => {
  const accounts = at('alpha', 'accounts');
  const journal = { path: at('alpha', `${account.id}.sqlite`), server: undefined };
  await (await openAccountStore({ account, accounts, database: journal.path, clock: systemClock })).close();
  const file = placeOn('alpha');
  const treasury = await openTreasuryStore({ ...file, seal: treasurySeal(file) });
  await treasury.moves.add(move('W-1', { account: account.id }), AT, NOTE);
  await treasury.close();
  const kind = treasuryOfAccount({ account, accounts, clock: systemClock });
  const go = () => copyStore({ store: kind, from: { path: file.path }, to: { path: file.path, server: server() } });
  await expect(go()).rejects.toMatchObject({
    code: 'store',
    suggestion: expect.stringContaining(`sluice store copy ${journal.path}`) as string,
  });
  await copyStore({
    store: journalOfAccount({ account, accounts, clock: systemClock }),
    from: journal,
    to: { ...journal, server: server() },
  });
  await go();
  const target = join(folder.path, 'backup.tar');
  await expect(backupState({ state: at('alpha'), accounts, target, sessions: false, clock: systemClock })).rejects.toMatchObject({
    code: 'not-found',
  });
  const paper = at('alpha', 'paper-000000000001.sqlite');
  await (await openStore({ path: paper, clock: systemClock })).close();
  const { manifest } = await backupState({ state: at('alpha'), accounts, target, sessions: false, clock: systemClock });
  expect(manifest.members.map(({ name }) => name)).toEqual(['paper-000000000001.sqlite']);
  renameSync(at('alpha'), join(folder.path, 'old'));
  await restoreState({ path: target, state: join(folder.path, 'restored'), accounts: at('alpha', 'accounts'), clock: systemClock });
});

test('whoever only reads is told that the server is away, and does not wait', async () => {
  const path = at('alpha', `${account.id}.sqlite`);
  await (await openStore({ path, server: server(), clock: systemClock })).close();
  const database = await readDatabase({ path, server: server(), clock: systemClock });
  await postgres.kill();
  for (let time = 0; time < 2; time++)
    await expect(database.get('SELECT 1 AS one')).rejects.toMatchObject({
      code: 'store',
      message: expect.stringContaining('is away') as string,
    });
  await postgres.start();
  expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 });
  await database.close();
});
