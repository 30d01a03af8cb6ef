import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { backup } from '../../src/cli/commands/backup.ts';
import { restore } from '../../src/cli/commands/restore.ts';
import { beginLife } from '../../src/store/beginLife.ts';
import { setStanding } from '../../src/store/standing.ts';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
beforeAll(() => mkdirSync(folder.path('backups')));
afterAll(() => folder.remove());

describe(backup.name, { tags: 'long' }, () => {
  const venue = serveVenue('--port', '0');
  const place = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '50', '--yes'] as const;

  it('says that there is nothing to back up: exit 3', async () => {
    const { code, stderr } = await venue.command(backup.name, folder.path('backups'));
    expect(code).toBe(3);
    expect(stderr).toContain('there is nothing to back up');
  });

  it('makes one file of a state, and replaces none: exit 7', async () => {
    await venue.json(...place);
    const made = await venue.json<{ path: string; members: string; bytes: number }>(backup.name, folder.path('backups/a.tar'));
    expect(made).toMatchObject({ path: folder.path('backups/a.tar'), members: expect.stringMatching(/^account-\w{12}\.sqlite/) as string });
    expect((await venue.command(backup.name, folder.path('backups/a.tar'))).code).toBe(7);
  });

  it('is restored where nothing is, to the place where the account was; then nothing is sent until a recovery', async () => {
    const state = venue.env()['SLUICE_STATE']!;
    const occupied = await venue.command(restore.name, folder.path('backups/a.tar'));
    expect([occupied.code, occupied.stderr]).toEqual([7, expect.stringContaining('is not empty')]);
    renameSync(state, `${state}.old`);
    const { code, stdout, stderr } = await venue.command(restore.name, folder.path('backups/a.tar'));
    expect([code, stdout]).toEqual([0, expect.stringContaining(state)]);
    expect(stderr).toContain('next: `sluice recover`');
    const sent = await venue.command(...place);
    expect([sent.code, sent.stderr]).toEqual([1, expect.stringContaining('was restored from a backup')]);
    expect((await venue.command(restore.name, folder.path('backups/none.tar'))).code).toBe(3);
  });

  it('says that all has moved to a server: exit 3', async () => {
    const state = folder.path('moved');
    const path = join(state, 'account-0123456789ab.sqlite');
    mkdirSync(state, { mode: 0o700 });
    const { database, close } = await beginLife({ path, clock: systemClock });
    await setStanding(database, { state: 'moved', place: 'postgres://sluice@alpha/sluice', at: 1 });
    await close();
    const { code, stderr } = await venue.command(backup.name, folder.path('backups'), '--state', state);
    expect(code).toBe(3);
    expect(stderr).toMatch(/nothing to back up in \S+: the store of account-0123456789ab\.sqlite has moved to a server\n[^]*pg_dump/);
  });
});
