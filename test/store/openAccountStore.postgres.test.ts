import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import type { Store } from '../../src/store/store.ts';
import { ACCOUNT, codeOf, newIntent, newPlace, temporaryFolder } from './builders.ts';

test('an account moves from one machine to another and back, each with a seal of its own', async () => {
  const folder = temporaryFolder();
  const account = { ...ACCOUNT, id: 'account-00000000a1fa' };
  const { server } = newPlace(folder.path);
  const on = (machine: string): Promise<Store> => {
    const accounts = join(folder.path, machine, 'accounts');
    mkdirSync(accounts, { recursive: true });
    return openAccountStore({
      account,
      accounts,
      database: join(folder.path, machine, `${account.id}.sqlite`),
      server,
      clock: systemClock,
    });
  };
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
  folder.remove();
});
