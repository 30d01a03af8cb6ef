import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { openConnection } from '../../src/store/connection.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { ACCOUNT, newIntent, START, temporaryFolder } from './builders.ts';

const folder = temporaryFolder();
afterEach(() => folder.remove());

it('a journal that another program holds is refused, with words, and is whole afterwards', async () => {
  const database = join(folder.path, 'state', `${ACCOUNT.id}.sqlite`);
  const open = () => openAccountStore({ account: ACCOUNT, accounts: folder.path, database, clock: new VirtualClock(START) });
  await (await open()).close();
  const other = await openConnection(database, 'write');
  await other.exec('BEGIN EXCLUSIVE');
  await expect(open()).rejects.toMatchObject({ code: 'store', suggestion: expect.stringContaining('another program') as string });
  await other.exec('ROLLBACK');
  await other.close();
  const store = await open();
  await store.journal.begin(newIntent('1'));
  await store.close();
});
