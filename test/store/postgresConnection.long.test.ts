import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { storeAddress, type StoreServer } from '../../src/settings/storeServer.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { until } from '../until.ts';
import { codeOf, loggedFill, newIntent, temporaryFolder } from './builders.ts';
import { CutLine } from './cutLine.ts';
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

const open = async (at: StoreServer = server, machine = 'a'): Promise<Store> => {
  const path = `${folder.path}/${machine}/account.sqlite`;
  const store = await openStore({ path, server: at, clock: systemClock, onTrouble: (message) => void said.push(message) });
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

describe('one owner', () => {
  it('has it for as long as it renews its lease', async () => {
    const first = await open();
    const fault = await open().catch((error: unknown) => error);
    expect(isFault(fault, 'daemon-running') && fault.message).toContain(`in use by process ${process.pid}`);
    await first.close();
    expect(await ids(await open())).toEqual([]);
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
