import { describe, expect, it } from 'vitest';
import { accountDatabase, accountOf, databaseOf, DEMO_DATABASE, isAccountDatabase } from '../../src/store/accountDatabase.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryFolder } from './builders.ts';

const settingsWith = (env: Record<string, string>): Promise<Settings> => loadSettings({ file: undefined, env, cwd: process.cwd() });
const account = (url: string, key: string): Promise<Settings> =>
  settingsWith({ SLUICE_EXCHANGE_URL: url, SLUICE_EXCHANGE_KEY: key, SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' });

describe(databaseOf.name, () => {
  it('keeps each account in a database of its own, and the demo in another', async () => {
    const names = [
      await settingsWith({}),
      await account('https://a.test', 'k1'),
      await account('https://a.test', 'k2'),
      await account('https://b.test', 'k1'),
    ].map((settings) => databaseOf('/state', settings));
    expect(new Set(names).size).toBe(4);
    expect(names[0]).toBe(`/state/${DEMO_DATABASE}`);
    expect(names.slice(1).every((name) => isAccountDatabase(basename(name)))).toBe(true);
    expect(names.join()).not.toMatch(/k1|k2|secret/);
  });

  it('names the same database for the same account however its address is written', async () => {
    const a = databaseOf('/state', await account('https://a.test', 'k1'));
    expect(databaseOf('/state', await account('https://A.test/', 'k1'))).toBe(a);
  });

  it('names the same account with and without the dot and the slash that an address may end with, and finds a database of earlier versions', async () => {
    const plain = await account('https://a.test/api', 'k1');
    const dotted = await account('https://a.test./api/', 'k1');
    expect(accountOf(dotted)!.id).toBe(accountOf(plain)!.id);
    expect(accountOf(plain)!.earlierIds).toEqual([]);
    const folder = temporaryFolder();
    const earlier = join(folder.path, `${accountOf(dotted)!.earlierIds[0]}.sqlite`);
    writeFileSync(earlier, '');
    expect(databaseOf(folder.path, dotted)).toBe(earlier);
    expect(databaseOf(folder.path, plain)).toBe(join(folder.path, `${accountOf(plain)!.id}.sqlite`));
    folder.remove();
  });

  it('keeps paper trading apart from the account whose books it reads', async () => {
    const paper = { ...(await account('https://a.test', 'k1')), mode: 'paper' } as const;
    expect(isAccountDatabase(basename(databaseOf('/state', paper)))).toBe(false);
    expect(isAccountDatabase(basename(accountDatabase('/state', paper)!))).toBe(true);
  });
});
