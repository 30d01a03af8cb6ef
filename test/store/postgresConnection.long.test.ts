import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { storeAddress, type StoreServer } from '../../src/settings/storeServer.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { until } from '../until.ts';
import { codeOf, loggedFill, newIntent, temporaryFolder } from './builders.ts';
import { CutLine } from './cutLine.ts';
import { hurriedClock } from './hurriedClock.ts';
import { postgresMissing, PostgresServer } from './postgresServer.ts';

let folder: ReturnType<typeof temporaryFolder>;
let postgres: PostgresServer;
let line: CutLine;
let direct: StoreServer;
let server: StoreServer;
let said: string[];
const stores: Store[] = [];

beforeEach(async ({ skip }) => {
  const missing = postgresMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
  said = [];
  postgres = await new PostgresServer().start();
  line = new CutLine(postgres.port);
  direct = storeAddress(postgres.url)!.server;
  server = { ...direct, port: await line.start() };
});
afterEach(async () => {
  line?.mend();
  for (const store of stores.splice(0)) await store.close();
  await line?.close();
  await postgres?.remove();
  folder?.remove();
});

const open = async (at: StoreServer = server, machine = 'a', clock = systemClock): Promise<Store> => {
  const path = `${folder.path}/${machine}/account.sqlite`;
  const store = await openStore({ path, server: at, clock, onTrouble: (message) => void said.push(message) });
  stores.push(store);
  return store;
};
const ids = async (store: Store): Promise<readonly string[]> => (await store.journal.list(100)).map(({ id }) => id).toSorted();

describe('a Postgres that goes away', () => {
  it('is waited for: what was asked for meanwhile is written once it is back, and people are told', async () => {
    const store = await open();
    await store.journal.begin(newIntent('a', { lane: 'a' }));
    await postgres.kill();
    const begun = store.journal.begin(newIntent('b', { lane: 'b' }));
    const filled = store.fillLog.record([loggedFill('f')]);
    await until(() => said.length > 0);
    await postgres.start();
    expect([await begun, await filled]).toEqual([undefined, [true]]);
    expect(await ids(store)).toEqual(['a', 'b']);
    expect(said[0]).toContain('is away');
    expect(said[0]).toContain('what is to be written waits for it');
    expect(said.at(-1)).toContain('is back');
  });

  it.each(['COMMIT', 'sending'])('a commit of which nobody knows is read back, and done once: the answer to %s is lost', async (text) => {
    const store = await open();
    line.at(text, 'lose-answer');
    await store.journal.begin(newIntent('a'));
    line.at(text, 'lose-request');
    await store.journal.begin(newIntent('b', { lane: 'b' }));
    expect(await ids(store)).toEqual(['a', 'b']);
    line.at('COMMIT', 'lose-answer');
    expect(await store.fillLog.record([loggedFill('f')])).toEqual([true]);
    expect(await store.fillLog.record([loggedFill('f')])).toEqual([false]);
    expect(await codeOf(store.journal.begin(newIntent('a', { lane: 'c' })))).toBe('store');
  });

  it.each(['lose-answer', 'lose-request'] as const)('an intent that is one message is written once: %s', async (fate) => {
    const store = await open();
    // From the second one on the count of changes is known before.
    await store.journal.begin(newIntent('a'));
    await store.journal.begin(newIntent('b', { lane: 'b' }));
    line.at('decision-c', fate);
    await store.journal.begin(newIntent('c', { lane: 'c' }));
    expect(await ids(store)).toEqual(['a', 'b', 'c']);
    expect(await codeOf(store.journal.begin(newIntent('c', { lane: 'd' })))).toBe('store');
  });

  it('is not waited for when the store is closed', async () => {
    const store = await open();
    line.cut();
    const begun = store.journal.begin(newIntent('a')).catch((error: unknown) => error);
    await until(() => said.length > 0);
    await store.close();
    const fault = await begun;
    expect(isFault(fault, 'store') && fault.outcome).toBe('not-sent');
  });

  it('takes nothing while it is read-only, and goes on by itself', async () => {
    const store = await open();
    await postgres.kill();
    await postgres.start('default_transaction_read_only=on');
    const begun = store.journal.begin(newIntent('a'));
    await until(() => said.some((message) => message.includes('read-only')));
    await postgres.kill();
    await postgres.start();
    await begun;
    expect(await ids(store)).toEqual(['a']);
  });
});

describe('a Postgres that answers late, or may not be asked any more', () => {
  const LIMIT_MS = 20_000;

  it('that is slow, but answers, is nothing to tell of', async () => {
    const store = await open();
    line.slow(150);
    await store.journal.begin(newIntent('a'));
    await store.journal.begin(newIntent('b', { lane: 'b' }));
    expect(await store.fillLog.record([loggedFill('f')])).toEqual([true]);
    line.slow(0);
    expect(await ids(store)).toEqual(['a', 'b']);
    expect(said).toEqual([]);
  });

  it.each(['decision-c', 'COMMIT'])(
    'the answer to %s is held back for longer than is waited: it is read back and done once',
    async (text) => {
      const store = await open(server, 'a', hurriedClock(LIMIT_MS, 25));
      await store.journal.begin(newIntent('a'));
      await store.journal.begin(newIntent('b', { lane: 'b' }));
      line.at(text, 'hold-answer');
      if (text === 'COMMIT') expect(await store.fillLog.record([loggedFill('f')])).toEqual([true]);
      await store.journal.begin(newIntent('c', { lane: 'c' }));
      expect(await ids(store)).toEqual(['a', 'b', 'c']);
      expect(await store.fillLog.record([loggedFill('f')])).toEqual([text !== 'COMMIT']);
      expect(said[0]).toContain(
        `the store ${server.shown}/account is away: no answer within 25 s; what is to be written waits for it; check that it is a Postgres`,
      );
      expect(said.at(-1)).toContain('is back');
    },
  );

  it('a table that somebody holds is waited for, and people are told how to find out who', async () => {
    const store = await open();
    const other = await PostgresSession.open(direct, 'other', systemClock);
    await other.several('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE account.intent');
    const begun = store.journal.begin(newIntent('a'));
    await until(() => said.some((message) => message.includes('lock timeout') && message.includes('pg_stat_activity')));
    await other.several('COMMIT');
    await begun;
    await other.close();
    expect(await ids(store)).toEqual(['a']);
  });

  it('a commit that its synchronous standby does not have is not taken for durable, though it can be seen', async () => {
    const store = await open(server, 'a', hurriedClock(LIMIT_MS, 25));
    await store.journal.begin(newIntent('a'));
    const person = await PostgresSession.open(direct, 'person', systemClock);
    await person.one("ALTER SYSTEM SET synchronous_standby_names = 'gone'");
    await person.one('SELECT pg_reload_conf()');
    const probe = await PostgresSession.open(direct, 'probe', systemClock);
    await probe.several('SET statement_timeout = 0');
    // The server shows the setting before its checkpointer has told all sessions of it, and what commits in between waits for nobody.
    const probing = async (): Promise<never> => {
      for (;;) await probe.one("COMMENT ON DATABASE postgres IS 'probed'");
    };
    const probed = Promise.allSettled([probing()]);
    const heldProbe = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'probe'";
    await until(async () => (await person.one(heldProbe)).rows.length > 0);
    let isDone = false;
    const begun = store.journal.begin(newIntent('b', { lane: 'b' })).then(() => (isDone = true));
    const held = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%emit_message%'";
    await until(async () => isDone || (await person.one(held)).rows.length > 0);
    expect(isDone).toBe(false);
    expect((await person.one("SELECT 1 FROM account.intent WHERE id = 'b'")).rows).toHaveLength(1);
    expect(said.join()).toContain('synchronous_standby_names');
    await person.several('SET synchronous_commit = local');
    await person.one('ALTER SYSTEM RESET synchronous_standby_names');
    await person.one('SELECT pg_reload_conf()');
    await begun;
    probe.drop();
    await probed;
    await person.close();
    expect(await ids(store)).toEqual(['a', 'b']);
  });

  it('a right, or the way in, that was taken away is waited for, with what to type', async () => {
    const person = await PostgresSession.open(direct, 'person', systemClock);
    await person.several('CREATE ROLE trader LOGIN; GRANT CREATE ON DATABASE postgres TO trader');
    const store = await open({ ...server, user: 'trader' });
    await store.journal.begin(newIntent('a'));
    await person.several('REVOKE INSERT ON account.intent FROM trader');
    const begun = store.journal.begin(newIntent('b', { lane: 'b' }));
    await until(() =>
      said.some((message) => message.includes('permission denied for table intent') && message.includes('`GRANT CREATE ON DATABASE')),
    );
    await person.several('GRANT INSERT ON account.intent TO trader');
    await begun;
    await person.several("ALTER ROLE trader NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'trader'");
    const later = store.journal.begin(newIntent('c', { lane: 'c' }));
    await until(() => said.some((message) => message.includes('not permitted to log in')));
    await person.several('ALTER ROLE trader LOGIN');
    await later;
    await person.close();
    expect(await ids(store)).toEqual(['a', 'b', 'c']);
    expect(said.at(-1)).toContain('is back');
  });
});

describe('one owner', () => {
  it('has it for as long as it renews its lease', async () => {
    const first = await open();
    const fault = await open().catch((error: unknown) => error);
    expect(isFault(fault, 'daemon-running') && fault.message).toContain(`in use by process ${process.pid}`);
    await first.close();
    expect(await ids(await open())).toEqual([]);
  });

  it('that stands still in the middle of a transaction, and wakes up when another one owns the account, places nothing and says why', async () => {
    const old = await open();
    await old.journal.begin(newIntent('sent', { lane: 'sent' }));
    // It has looked whether it still is the owner, and its row is on the way.
    line.at('decision-late', 'stand-still');
    const late = old.journal.begin(newIntent('late', { lane: 'late' })).catch((error: unknown) => error);
    await until(() => line.isStill);
    const next = await open(direct, 'b');
    await next.journal.begin(newIntent('next', { lane: 'next' }));
    line.mend();
    const refusal = await late;
    expect(isFault(refusal, 'daemon-running') && [refusal.outcome, refusal.message]).toEqual([
      'not-sent',
      'another process has taken the account over; nothing is sent or written any more',
    ]);
    expect((await next.journal.list(9)).map(({ id, begunEpoch }) => [id, begunEpoch])).toEqual([
      ['sent', 1],
      ['next', 2],
    ]);
  });

  it.each(['cut', 'standStill'] as const)(
    'that is out of reach (%s) loses it, and writes and sends nothing when it is back',
    async (how) => {
      const old = await open();
      await old.journal.begin(newIntent('sent', { lane: 'sent' }));
      line[how]();
      const late = old.journal.begin(newIntent('late', { lane: 'late' })).catch((error: unknown) => error);
      const next = await open(direct, 'b');
      expect((await next.journal.unresolved()).map(({ id, state }) => [id, state])).toEqual([['sent', 'unknown']]);
      await next.journal.begin(newIntent('next', { lane: 'next' }));
      line.mend();
      const refusal = await late;
      expect(isFault(refusal, 'daemon-running') && [refusal.outcome, refusal.message]).toEqual([
        'not-sent',
        'another process has taken the account over; nothing is sent or written any more',
      ]);
      expect(() => old.journal.markSent('sent')).toThrow('was not renewed in time');
      expect(await codeOf(old.state.save('a', 'b', 'c'))).toBe('daemon-running');
      expect(await ids(next)).toEqual(['next', 'sent']);
    },
  );
});
