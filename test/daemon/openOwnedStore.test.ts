import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { openOwnedStore } from '../../src/daemon/openOwnedStore.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import type { Store } from '../../src/store/store.ts';
import { newIntent, temporaryFolder } from '../store/builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => (folder = temporaryFolder()));
afterEach(() => folder.remove());

const ACCOUNT = { SLUICE_EXCHANGE_URL: 'https://a.test', SLUICE_EXCHANGE_KEY: `key-of-${process.pid}`, SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' };
const accounts = (): string => join(folder.path, 'register');
const open = (settings: Settings, state: string): Promise<Store> =>
  openOwnedStore({ settings, paths: statePaths(join(folder.path, state), settings), accounts: accounts(), clock: systemClock });

describe(openOwnedStore.name, () => {
  it('registers an account, whose second owner is refused whatever state directory it names', { tags: 'long' }, async () => {
    const settings = await loadSettings({ file: undefined, env: ACCOUNT });
    const store = await open(settings, 'a');
    await expect(open(settings, 'b')).rejects.toMatchObject({
      code: 'daemon-running',
      message: expect.stringContaining(join(folder.path, 'a')) as string,
    });
    await store.close();
  });

  it('says which folder it wants where accounts can’t be registered', async () => {
    const settings = await loadSettings({ file: undefined, env: ACCOUNT });
    const opening = openOwnedStore({
      settings,
      paths: statePaths(join(folder.path, 'a'), settings),
      accounts: '/proc/1/sluice',
      clock: systemClock,
    });
    await expect(opening).rejects.toMatchObject({ code: 'store', suggestion: expect.stringContaining('SLUICE_ACCOUNTS') as string });
  });

  it('registers neither the demo, which keeps no memory, nor paper trading, of which two may run', { tags: 'long' }, async () => {
    const demo = await loadSettings({ file: undefined, env: {} });
    const first = await open(demo, 'a');
    await first.journal.begin(newIntent('1'));
    await first.close();
    const second = await open(demo, 'a');
    expect(await second.journal.list(1)).toEqual([]);
    await second.close();
    const paper = { ...(await loadSettings({ file: undefined, env: ACCOUNT })), mode: 'paper' } as const;
    const stores = [await open(paper, 'a'), await open(paper, 'b')];
    await stores[0]!.journal.begin(newIntent('1'));
    expect(await stores[1]!.journal.list(1)).toEqual([]);
    for (const store of stores) await store.close();
    expect(existsSync(accounts())).toBe(false);
  });
});
