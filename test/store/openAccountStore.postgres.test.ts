import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import type { StoreServer } from '../../src/settings/storeServer.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import type { Store } from '../../src/store/store.ts';
import { ACCOUNT, codeOf, newIntent, newPlace, temporaryFolder } from './builders.ts';

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

const on = (machine: string): Promise<Store> => {
  const accounts = join(folder.path, machine, 'accounts');
  mkdirSync(accounts, { recursive: true });
  return openAccountStore({ account, accounts, database: join(folder.path, machine, `${account.id}.sqlite`), server, clock: systemClock });
};

async function journalled(store: Store, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.journal.begin(newIntent(id, { lane: id }));
}

/** As if the server were set back to a backup of when there were no intents but the first so many changes. */
async function setBack(changes: number): Promise<void> {
  const session = await PostgresSession.open(server, 'a test', systemClock);
  await session.several(`SET search_path = "${account.id}"; DELETE FROM intent; UPDATE mark SET changes = ${changes}`);
  await session.close();
}

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
