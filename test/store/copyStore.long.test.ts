import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { storeAddress, type StoreServer } from '../../src/settings/storeServer.ts';
import { journalOfAccount, treasuryOfAccount } from '../../src/store/copiedStore.ts';
import { copyStore } from '../../src/store/copyStore.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { openPostgres } from '../../src/store/openPostgres.ts';
import { rebuildJournal } from '../../src/store/rebuildJournal.ts';
import { reopenStore } from '../../src/store/reopenStore.ts';
import { setStanding } from '../../src/store/standing.ts';
import type { StorePlace } from '../../src/store/storePlace.ts';
import type { Store } from '../../src/store/store.ts';
import { isTreasuryThere, treasurySeal } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { ACCOUNT, boundOrder, conversion, loggedFill, newIntent, SETTLED, START, temporaryFolder } from './builders.ts';
import { AT, move, NOTE } from './moveBuilders.ts';
import { postgresMissing, PostgresServer } from './postgresServer.ts';

const missing = postgresMissing();
let postgres: PostgresServer;
let folder: ReturnType<typeof temporaryFolder>;
let number = 0;
let account = ACCOUNT;

beforeAll(async () => {
  if (missing === undefined) postgres = await new PostgresServer().start();
});
afterAll(() => postgres?.remove());
beforeEach(({ skip }) => {
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'accounts'));
  account = { ...ACCOUNT, id: `account-${String(++number).padStart(12, '0')}` };
});
afterEach(() => folder?.remove());

const path = (): string => join(folder.path, `${account.id}.sqlite`);
const file = (): StorePlace => ({ path: path(), server: undefined });
const there = (): StorePlace & { readonly server: StoreServer } => ({ path: path(), server: storeAddress(postgres.url)!.server });
const store = () => journalOfAccount({ account, accounts: accounts(), clock: systemClock });
const accounts = (): string => join(folder.path, 'accounts');
const open = (place: StorePlace, registers = accounts()): Promise<Store> =>
  openAccountStore({ account, accounts: registers, database: place.path, server: place.server, clock: systemClock });
const copy = (from: StorePlace, to: StorePlace) => copyStore({ store: store(), from, to });
const refusal = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  const { message, code, suggestion } = error as { message: string; code?: string; suggestion?: string };
  return `${code}: ${message}; ${suggestion}`;
};

const intents = async (store: Store): Promise<readonly (readonly [string, string])[]> =>
  (await store.journal.list(1000)).map(({ id, state }) => [id, state] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Something in most of the tables, with texts that a server must be told in another way, and amounts of many digits. */
async function live(place: StorePlace): Promise<void> {
  const store = await open(place);
  await store.journal.begin(newIntent('intent-1', { body: '{"note":"\\u0000 ü"}', strategy: 'a\u0000b' }));
  store.journal.markSent('intent-1');
  await store.journal.begin(newIntent('Intent-2', { lane: 'spot:LTC/EUR' }));
  await store.journal.settle('Intent-2', { state: 'acknowledged', at: START, order: boundOrder('order-1', 'Intent-2') });
  const fills = Array.from({ length: 1203 }, (_, i) =>
    loggedFill(`fill-${i}`, { amount: dec('0.100000000000000000001'), tradedAt: 1_700_000_000_000 + i }),
  );
  await store.fillLog.record(fills, { symbol: 'BTC/EUR', at: 1_700_000_000_000 });
  await store.fillLog.recordConversion(conversion('c1'));
  await store.state.save('halt', 'reason', 'x');
  await store.close();
}

test('a store goes to a Postgres and back, with the same totals each time; the numbers of rows go on, and what was being sent is unknown', async () => {
  await live(file());
  const out = await copy(file(), there());
  expect(out.find(({ table }) => table === 'fill')).toMatchObject({
    rows: 1203,
    sums: { 'BTC/EUR': '120.300000000000000001203', EUR: '601.5' },
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  const moved = await open(there());
  expect(await intents(moved)).toEqual([
    ['Intent-2', 'acknowledged'],
    ['intent-1', 'unknown'],
  ]);
  await moved.fillLog.record([loggedFill('later', { tradedAt: 1_700_000_100_000 })], { symbol: 'BTC/EUR', at: 1_700_000_100_000 });
  await moved.close();
  const back = await copy(there(), file());
  expect(back.find(({ table }) => table === 'fill')?.rows).toBe(1204);
  const home = await open(file());
  expect((await home.journal.get('intent-1'))?.strategy).toBe('a\u0000b');
  await home.fillLog.record([loggedFill('last')], { symbol: 'BTC/EUR', at: 1_700_000_200_000 });
  expect((await home.check()).fills).toBe(1205);
  await home.close();
  // And once more: the old store there is a past of this one.
  expect((await copy(file(), there())).find(({ table }) => table === 'fill')?.rows).toBe(1205);
});

test('the store that has moved is not opened as the live one, on this machine or another, and says how to go back', async () => {
  await live(file());
  await copy(file(), there());
  const words = await refusal(open(file()));
  expect(words).toContain(`store: the account has moved from ${path()} to postgres://sluice@127.0.0.1:${postgres.port}/postgres`);
  expect(words).toContain(`sluice store copy postgres://sluice@127.0.0.1:${postgres.port}/postgres ${path()}`);
  const elsewhere = join(folder.path, 'other');
  mkdirSync(elsewhere);
  expect(await refusal(open(file(), elsewhere))).toContain('the account has moved');
  expect(await refusal(copy(file(), there()))).toContain('the account has moved');
});

test('nothing is copied while a process owns the source or the target, or from one that is not there', async () => {
  expect(await refusal(copy(file(), there()))).toContain('not-found: there is no database');
  expect(await refusal(copy(there(), file()))).toContain('not-found: there is no account-');
  expect(await refusal(copy(file(), file()))).toContain('usage: a store is copied from a file to a Postgres');
  const store = await open(file());
  expect(await refusal(copy(file(), there()))).toContain('daemon-running');
  expect(await refusal(copy(there(), file()))).toContain('daemon-running');
  await store.close();
  await copy(file(), there());
  const moved = await open(there());
  expect(await refusal(copy(there(), file()))).toContain('daemon-running');
  await moved.close();
});

test('a copy that is refused leaves no file behind where there was none', async () => {
  await live(file());
  await copy(file(), there());
  await copy(there(), file());
  rmSync(path());
  expect(await refusal(copy(there(), file()))).toContain('the account has moved');
  expect([path(), `${path()}-wal`, `${path()}-shm`].filter((left) => existsSync(left))).toEqual([]);
});

test('a target with rows is refused, with the command that puts it away', async () => {
  await live(file());
  expect(await refusal(open(there()))).toContain(`sluice store copy ${path()} 'postgres://`);
  // Another machine has begun a store of its own at the server.
  const elsewhere = join(folder.path, 'other');
  mkdirSync(elsewhere);
  await (await open(there(), elsewhere)).close();
  expect(await refusal(copy(file(), there()))).toMatch(/already, with rows in owner; nothing was copied; .*ALTER SCHEMA "account-/);
  await (await open(file())).close();
});

/** What the server does at each insertion into a table of a target that is made, but has no rows yet. */
async function onInsert(table: string, work: string): Promise<() => Promise<void>> {
  const { database } = await openPostgres({ ...there(), clock: systemClock, access: 'write', onTrouble: () => undefined });
  await migrate(database, MIGRATIONS, { path: ':memory:', clock: systemClock });
  await database.exec(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${work}; RETURN NEW; END $$;
    CREATE TRIGGER spoil BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION spoil();`);
  return async () => {
    await database.exec(`DROP TRIGGER spoil ON ${table}`);
    await database.close();
  };
}

test('a copy that is cut is refused and names its source, which stays live; it is done when it is begun again', async () => {
  await live(file());
  const mend = await onInsert('state', `RAISE EXCEPTION 'cut'`);
  expect(await refusal(copy(file(), there()))).toContain('cut');
  await mend();
  expect(await refusal(open(there()))).toMatch(/is a copy of .* not finished; begin it again: `sluice store copy/);
  expect(await refusal(copy(there(), file()))).toContain('not finished');
  await (await open(file())).close();
  expect((await copy(file(), there())).find(({ table }) => table === 'fill')?.rows).toBe(1203);
  await (await open(there())).close();
});

test('a cut between the two marks leaves none of both live, and is finished when it is begun again', async () => {
  await live(file());
  const mend = await onInsert('state', `RAISE EXCEPTION 'cut'`);
  expect(await refusal(copy(file(), there()))).toContain('cut');
  await mend();
  const opened = await openDatabase({ path: path(), clock: systemClock, access: 'write' });
  await setStanding(opened, { state: 'moved', place: there().server.shown, at: 1 });
  await opened.close();
  expect(await refusal(open(file()))).toContain('has moved');
  expect(await refusal(open(there()))).toContain('not finished');
  await copy(file(), there());
  await (await open(there())).close();
});

test('the old store is taken back when the other is lost, and sends nothing until a recovery', async () => {
  await live(file());
  expect(await refusal(reopenStore({ store: store(), place: file() }))).toContain('has not moved'.slice(0, 3));
  await copy(file(), there());
  const moved = await open(there());
  await moved.state.save('halt', 'reason', 'later');
  await moved.close();
  expect((await reopenStore({ store: store(), place: file() })).place).toBe(there().server.shown);
  expect(await refusal(open(file()))).toContain('journal-incomplete: the journal');
  const options = { account, accounts: accounts(), database: path(), clock: systemClock };
  expect(await rebuildJournal(options, ({ isEmpty }) => Promise.resolve(isEmpty), SETTLED)).toBe(false);
  await (await open(file())).close();
  // The lost one is found again: it is no past of this one, and nothing is copied over it.
  expect(await refusal(copy(file(), there()))).toContain('already, with rows in owner');
});

test('what was written and is not what was read is noticed, and the source stays the live store', async () => {
  await live(file());
  const mend = await onInsert('conversion', `NEW.to_amount := '0.002'`);
  expect(await refusal(copy(file(), there()))).toContain('check-failed: what was written to conversion of postgres://');
  await mend();
  await (await open(file())).close();
  await copy(file(), there());
});

test('a treasury goes to a Postgres and back, with its moves, its policy and its audit log, and has one live store', async () => {
  const treasury = { path: join(folder.path, 'treasury.sqlite'), server: undefined };
  const onServer = { path: treasury.path, server: there().server };
  const seal = (place: StorePlace) => treasurySeal({ ...place, accounts: accounts(), account, clock: systemClock });
  const openAt = async (place: StorePlace) => openTreasuryStore({ ...place, clock: systemClock, seal: seal(place) });
  const begun = await openAt(treasury);
  await begun.moves.add(move('W-1'), AT, NOTE);
  const version = { version: 1, text: 'rules: []', hash: 'ab', publishedBy: 'anna', publishedAt: AT, approvals: [], holdsFrom: AT };
  await begun.policies.add(version, NOTE);
  await begun.markRestored(AT, AT);
  await begun.close();
  const looked = () => isTreasuryThere({ ...onServer, accounts: accounts(), account, clock: systemClock });
  for (const early of [() => openAt(onServer), looked])
    expect(await refusal(early())).toMatch(/^journal-incomplete: the database of the treasury is .*, and was never moved to the server/);
  const kind = treasuryOfAccount({ account, accounts: accounts(), clock: systemClock });
  const out = await copyStore({ store: kind, from: treasury, to: onServer });
  expect(out.find(({ table }) => table === 'move_row')).toMatchObject({ rows: 1, sums: { BTC: '0.10000000000000000001' } });
  expect(out.find(({ table }) => table === 'restored')?.rows).toBe(1);
  expect(await refusal(openAt(treasury))).toContain('has moved from');
  expect(await refusal(openTreasuryStore({ ...treasury, clock: systemClock, access: 'read' }))).toContain('has moved from');
  const moved = await openAt(onServer);
  expect(await moved.moves.get('W-1')).toEqual({ ...move('W-1'), isOfBackup: true });
  await moved.moves.add(move('W-2'), AT, NOTE);
  expect((await moved.auditRows(0, 10)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  await moved.close();
  await copyStore({ store: kind, from: onServer, to: treasury });
  const home = await openAt(treasury);
  expect((await home.moves.since(0, 10)).map(({ id }) => id)).toEqual(['W-2', 'W-1']);
  expect(await home.policies.versions()).toEqual([version]);
  await home.close();
  // Once more there, and then that one is lost.
  await copyStore({ store: kind, from: treasury, to: onServer });
  await reopenStore({ store: kind, place: treasury });
  const words = await refusal(openAt(treasury));
  expect(words).toContain('journal-incomplete: the database of the treasury');
  expect(words).toContain('run `sluice treasury recover`');
  rmSync(treasury.path);
  expect(
    await refusal(
      isTreasuryThere({ ...there(), path: join(folder.path, 'no-treasury.sqlite'), accounts: accounts(), account, clock: systemClock }),
    ),
  ).toContain('journal-incomplete: the database of the treasury is gone');
});
