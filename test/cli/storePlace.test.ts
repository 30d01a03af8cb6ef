import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storeCopy } from '../../src/cli/commands/storeCopy.ts';
import { storeReopen } from '../../src/cli/commands/storeReopen.ts';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe(storeCopy.name, () => {
  const venue = serveVenue('--port', '0');
  const FILE = 'account-000000000000.sqlite';
  const account = async (): Promise<string> => {
    await venue.json('orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '50', '--yes');
    const { stderr } = await venue.command(...storeCopy.name.split(' '), FILE, 'postgres://a@localhost/b', '--yes');
    return join(venue.env()['SLUICE_STATE']!, /is called (account-\w+\.sqlite)/.exec(stderr)![1]!);
  };

  it(
    'names what is wrong with a place: another account’s file, no address, a password in the clear or one that is not there',
    { tags: 'long' },
    async () => {
      const file = await account();
      const copy = async (to: string): Promise<readonly [number, string]> => {
        const { code, stderr } = await venue.command(...storeCopy.name.split(' '), file, to, '--yes');
        return [code, stderr];
      };
      const [code, clear] = await copy('postgres://a:hunter2@localhost/b');
      expect([code, clear]).toEqual([2, expect.stringContaining('this is no address of a Postgres')]);
      expect(clear).not.toContain('hunter2');
      expect((await copy('postgres://a:${env:NO_SUCH_NAME}@localhost/b'))[1]).toContain('NO_SUCH_NAME');
      expect(await copy(file)).toEqual([2, expect.stringContaining('from a file to a Postgres')]);
    },
  );

  it('asks before it moves anything, and says when a store has not moved', { tags: 'long' }, async () => {
    const file = await account();
    const asked = await venue.command(...storeCopy.name.split(' '), file, 'postgres://a@localhost/b');
    expect([asked.code, asked.stderr]).toEqual([9, expect.stringMatching(/move the store of the account at \S+ with key/)]);
    const kept = await venue.command(...storeReopen.name.split(' '), file, '--yes');
    expect(kept.stderr).toContain('is not a store that has moved away');
    expect(kept.code).not.toBe(0);
  });
});
