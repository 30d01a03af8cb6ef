import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { accountsFolder } from '../../src/cli/accountsFolder.ts';
import { journalStateOf, stateOf } from '../../src/cli/stateOf.ts';
import { openOwnedStore } from '../../src/daemon/openOwnedStore.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { testShell } from './testIo.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe(accountsFolder.name, () => {
  it('is the same from every directory and with every HOME, unless a person names another', () => {
    const home = join(userInfo().homedir, '.sluice', 'accounts');
    expect(accountsFolder({ env: { HOME: '/elsewhere' }, cwd: '/a' })).toBe(home);
    expect(accountsFolder({ env: {}, cwd: '/b' })).toBe(home);
    expect(accountsFolder({ env: { SLUICE_ACCOUNTS: 'mine' }, cwd: '/b' })).toBe('/b/mine');
  });
});

describe(stateOf.name, () => {
  const account = {
    SLUICE_EXCHANGE_URL: 'https://a.test',
    SLUICE_EXCHANGE_KEY: `key-of-${process.pid}`,
    SLUICE_EXCHANGE_SECRET: 'c2VjcmV0',
  };
  const accounts = folder.path('accounts');
  const shellIn = (cwd: string, parsed = {}) => testShell(parsed, { cwd: folder.path(cwd), env: { SLUICE_ACCOUNTS: accounts } });

  it('of an account is where its journal was first used, from every directory, unless a person names one', async () => {
    for (const name of ['a', 'b']) mkdirSync(folder.path(name));
    const settings = await loadSettings({ file: undefined, env: account });
    expect(stateOf(shellIn('a'), settings)).toBe(folder.path('a/.sluice'));
    expect(stateOf(shellIn('b'), settings)).toBe(folder.path('b/.sluice'));
    const paths = statePaths(stateOf(shellIn('a'), settings), settings);
    const store = await openOwnedStore({ settings, paths, accounts, clock: systemClock });
    await store.close();
    expect(stateOf(shellIn('b'), settings)).toBe(dirname(paths.database));
    expect(stateOf(shellIn('b', { state: 'c' }), settings)).toBe(folder.path('b/c'));
  });

  it('of the demo and of paper trading is that of the directory; a journal that paper trading learns from is the account’s', async () => {
    const demo = await loadSettings({ file: undefined, env: {} });
    const paper = { ...(await loadSettings({ file: undefined, env: account })), mode: 'paper' } as const;
    for (const settings of [undefined, demo, paper]) expect(stateOf(shellIn('b'), settings)).toBe(folder.path('b/.sluice'));
    expect(journalStateOf(shellIn('b'), paper)).toBe(folder.path('a/.sluice'));
  });
});
