import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { AllTransfers } from '../../src/daemon/allTransfers.ts';
import { openPaymentStore, paymentJournal } from '../../src/daemon/paymentStore.ts';
import { storeAddress } from '../../src/settings/storeServer.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { newIntent, temporaryFolder } from '../store/builders.ts';
import { until } from '../until.ts';
import { postgresMissing, PostgresServer } from '../store/postgresServer.ts';
import { takenOver } from '../store/takenOver.ts';

const env = { SLUICE_PROCESSING_URL: 'http://127.0.0.1:1', SLUICE_PROCESSING_KEY: `key of ${process.pid}`, SLUICE_PROCESSING_SECRET: 'x' };
const missing = postgresMissing();
let postgres: PostgresServer;
let folder: ReturnType<typeof temporaryFolder>;
let exchange: Store;
let told: string[];

beforeAll(async () => {
  if (missing === undefined) postgres = await new PostgresServer().start();
});
afterAll(() => postgres?.remove());
beforeEach(async ({ skip }) => {
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
  exchange = await openStore({ path: ':memory:', clock: systemClock });
  told = [];
});
afterEach(async () => {
  await exchange?.close();
  folder?.remove();
});

const placeOn = (machine: string) => ({
  accounts: join(folder.path, machine, 'accounts'),
  state: join(folder.path, machine),
  server: storeAddress(postgres.url)!.server,
});
const journalOn = (machine: string) => paymentJournal('processing', env, placeOn(machine));
const openOn = (machine: string) => openPaymentStore(journalOn(machine), placeOn(machine), systemClock);

async function inSql(sql: string): Promise<void> {
  const session = await PostgresSession.open(placeOn('alpha').server, 'a test', systemClock);
  await session.several(sql);
  await session.close();
}

function transfersOn(machine: string): AllTransfers {
  const calls = () => ({ venueClock: { offsetMs: 0 } }) as never;
  const shared = {
    env,
    clock: systemClock,
    random: seededRandom(machine),
    firstPage: 0,
    tell: (message: string) => void told.push(message),
  };
  return new AllTransfers({ ...placeOn(machine), calls, exchangeJournal: exchange.journal, ...shared });
}

test('a journal that is being opened while everything closes is closed too, and nothing is opened afterwards', async () => {
  const transfers = transfersOn('alpha');
  const opening = transfers.of('processing');
  await transfers.close();
  await opening;
  await expect(transfers.journalOf('hostedPage')).rejects.toMatchObject({ code: 'canceled' });
  const next = await openOn('beta');
  await next.close();
});

test('a journal that another machine has taken over is let go, and opened anew when that one has ended', async () => {
  const transfers = transfersOn('alpha');
  const journal = await transfers.journalOf('processing');
  await journal.begin(newIntent('t-1', { kind: 'transfer', lane: 'payout:a' }));
  journal.markSent('t-1');
  const endLease = (): Promise<void> =>
    inSql(`UPDATE "${journalOn('alpha').account.id}".lease SET until = clock_timestamp() - interval '1 s'`);
  await (await takenOver(endLease, () => openOn('beta'))).close();
  await expect(journal.begin(newIntent('t-2', { kind: 'transfer', lane: 'payout:b' }))).rejects.toThrow('has taken the account over');
  await until(() => told.some((message) => message.includes('was taken over')));
  const again = await transfers.journalOf('processing');
  expect(told.at(-1)).toBe('the journal of processing was taken over by another process');
  expect(await again.get('t-1')).toMatchObject({ state: 'unknown' });
  await again.begin(newIntent('t-3', { kind: 'transfer', lane: 'payout:c' }));
  await transfers.close();
});

test('a journal that is still a file is told, and its unknown transfers are not forgotten without a word', async () => {
  const inFile = { ...placeOn('alpha'), server: undefined };
  const store = await openPaymentStore(paymentJournal('processing', env, inFile), inFile, systemClock);
  await store.journal.begin(newIntent('t-1', { kind: 'transfer', lane: 'payout:a' }));
  store.journal.markSent('t-1');
  await store.close();
  await inSql(`DROP SCHEMA IF EXISTS "${journalOn('alpha').account.id}" CASCADE`);
  const transfers = transfersOn('alpha');
  await transfers.round().catch(() => undefined);
  expect(told.join()).toMatch(
    /the journal of processing could not be opened: the journal is \S+\.sqlite, and was never moved to the server/,
  );
  await expect(transfers.journalOf('processing')).rejects.toMatchObject({
    suggestion: expect.stringContaining('sluice store copy') as string,
  });
  await transfers.close();
});
