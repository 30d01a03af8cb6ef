import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { openStore } from '../../src/store/store.ts';
import { storeOwner } from '../../src/store/storeOwner.ts';
import { newPlace, temporaryFolder } from './builders.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('names who owns a store for as long as somebody does, and nobody where there is none', async () => {
  const { path, server } = newPlace(folder.path);
  const owner = () => storeOwner(server!, path, systemClock);
  expect(await owner()).toBeUndefined();
  const store = await openStore({ path, server, clock: systemClock });
  expect(await owner()).toMatch(new RegExp(`^process ${process.pid} of \\S+, since \\S+Z$`));
  await store.close();
  expect(await owner()).toBeUndefined();
});

it('says that the server can not be asked', async () => {
  const { path, server } = newPlace(folder.path);
  const asked = storeOwner({ ...server!, port: 1, shown: 'postgres://sluice@127.0.0.1:1/postgres' }, path, systemClock);
  await expect(asked).rejects.toMatchObject({
    code: 'store',
    message: expect.stringContaining('nobody can say who owns postgres://') as string,
  });
});
