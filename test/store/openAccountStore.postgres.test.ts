import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import type { StoreServer } from '../../src/settings/storeServer.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import { sealPath } from '../../src/store/registeredJournal.ts';
import { readSeal } from '../../src/store/sealFile.ts';
import type { Store } from '../../src/store/store.ts';
import { wasOvertaken } from '../../src/store/overtaken.ts';
import { until } from '../until.ts';
import { CutLine } from './cutLine.ts';
import { ACCOUNT, codeOf, loggedFill, newIntent, newPlace, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: StoreServer;
let account = ACCOUNT;
let number = 0;

beforeEach(() => {
  folder = temporaryFolder();
  server = newPlace(folder.path).server!;
  account = { ...ACCOUNT, id: `account-${String(++number).padStart(12, 'a')}` };
});
afterEach(() => folder.remove());

const on = (machine: string, at = server): Promise<Store> => {
  const accounts = join(folder.path, machine, 'accounts');
  mkdirSync(accounts, { recursive: true });
  const database = join(folder.path, machine, `${account.id}.sqlite`);
  return openAccountStore({ account, accounts, database, server: at, clock: systemClock });
};

async function journalled(store: Store, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.journal.begin(newIntent(id, { lane: id }));
}

/** As if the server were set back to a backup of when there were no intents but the first so many changes. */
const setBack = (changes: number): Promise<void> => inSql(`DELETE FROM intent; UPDATE mark SET changes = ${changes}`);

async function inSql(sql: string): Promise<void> {
  const session = await PostgresSession.open(server, 'a test', systemClock);
  await session.several(`SET search_path = "${account.id}"; ${sql}`);
  await session.close();
}

const sealOnAlpha = () => readSeal(sealPath(join(folder.path, 'alpha', 'accounts'), account));

test('an account moves from one machine to another and back, each with a seal of its own', async () => {
  const alpha = await on('alpha');
  await alpha.journal.begin(newIntent('a', { lane: 'a' }));
  alpha.journal.markSent('a');
  expect(await codeOf(on('beta'))).toBe('daemon-running');
  await alpha.close();
  const beta = await on('beta');
  expect((await beta.journal.unresolved()).map(({ id, state }) => [id, state])).toEqual([['a', 'unknown']]);
  await beta.journal.begin(newIntent('b', { lane: 'b' }));
  await beta.close();
  const again = await on('alpha');
  expect((await again.journal.list(10)).map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  await again.close();
});

test('a server that was set back is noticed by the owner before, though another machine has gone on with it, further than it was', async () => {
  const alpha = await on('alpha');
  await journalled(alpha, 'a', 'b');
  await alpha.close();
  await setBack(0);
  const beta = await on('beta');
  await journalled(beta, 'c', 'd', 'e', 'f', 'g', 'h');
  await beta.close();
  await expect(on('alpha')).rejects.toMatchObject({
    code: 'journal-incomplete',
    message: expect.stringContaining('is an older copy that has gone on by itself') as string,
  });
});

/** What a store does that writes, by one message and by a transaction. */
const WRITES: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  intent: (store) => store.journal.begin(newIntent('late', { lane: 'late' })),
  fill: (store) => store.fillLog.record([loggedFill('late')]),
};

test.each(Object.keys(WRITES))(
  'a server that is set back under its owner, in the life of that, is noticed by the next %s, and by the next start',
  async (what) => {
    const alpha = await on('alpha');
    await journalled(alpha, 'a', 'b', 'c');
    await until(() => sealOnAlpha()?.changes === 3);
    const before = sealOnAlpha();
    await setBack(1);
    for (let n = 0; n < 3; n++) {
      expect(await WRITES[what]!(alpha).catch((error: unknown) => error), `${n}`).toSatisfy(wasOvertaken);
    }
    await alpha.close();
    expect(sealOnAlpha()).toEqual(before);
    await expect(on('alpha')).rejects.toMatchObject({
      code: 'journal-incomplete',
      message: expect.stringContaining('2 of its 3 changes are missing') as string,
    });
  },
);

test.each(Object.keys(WRITES))(
  'one that is set back to an earlier life, in which another machine may go on with it, is noticed: %s',
  async (what) => {
    for (const id of ['a', 'b']) {
      const early = await on('alpha');
      await journalled(early, id);
      await early.close();
    }
    const alpha = await on('alpha');
    await journalled(alpha, 'c');
    // Each life settled what the one before it was sending.
    await until(() => sealOnAlpha()?.changes === 5);
    const before = sealOnAlpha();
    await inSql('DELETE FROM intent; UPDATE mark SET changes = 1; DELETE FROM life WHERE epoch > 1; UPDATE owner SET epoch = 1');
    expect(await WRITES[what]!(alpha).catch((error: unknown) => error)).toSatisfy(wasOvertaken);
    await inSql(
      "UPDATE mark SET changes = 100; INSERT INTO life(epoch, token, pid, since) SELECT n, 'another', 1, 1 FROM generate_series(2, 9) AS n",
    );
    await alpha.close();
    expect(sealOnAlpha()).toEqual(before);
    expect(await codeOf(on('alpha'))).toBe('journal-incomplete');
  },
);

test('an owner that only ends on a server that was set back leaves its seal as it is', async () => {
  const alpha = await on('alpha');
  await journalled(alpha, 'a', 'b');
  await until(() => sealOnAlpha()?.changes === 2);
  const before = sealOnAlpha();
  await setBack(0);
  await alpha.close();
  expect(sealOnAlpha()).toEqual(before);
  expect(await codeOf(on('alpha'))).toBe('journal-incomplete');
});

test.each(['COMMIT', 'decision-late'])(
  'a commit whose answer is lost, on a server that is set back meanwhile, was not done: %s',
  async (text) => {
    const line = new CutLine(server.port);
    const through = { ...server, host: '127.0.0.1', port: await line.start() };
    const alpha = await on('alpha', through);
    await journalled(alpha, 'a', 'b', 'c');
    await until(() => sealOnAlpha()?.changes === 3);
    line.at(text, 'stand-still');
    const write = text === 'COMMIT' ? WRITES['fill']! : WRITES['intent']!;
    const writing = write(alpha).catch((error: unknown) => error);
    await until(() => line.isStill);
    line.cut();
    await setBack(1);
    line.mend();
    expect(await writing).toSatisfy(wasOvertaken);
    await alpha.close();
    await line.close();
    expect(await codeOf(on('alpha'))).toBe('journal-incomplete');
  },
);
