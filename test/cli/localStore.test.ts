import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { settingsOf } from '../../src/cli/configFile.ts';
import { localDatabase } from '../../src/cli/localStore.ts';
import { openStore } from '../../src/store/store.ts';
import { loggedFill } from '../store/builders.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run, testShell } from './testIo.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const LISTS = [
  ['fills', 'list'],
  ['position', 'list'],
  ['ledger', 'list'],
  ['refusals', 'list'],
  ['orders', 'unresolved'],
  ['equity'],
  ['profit'],
  ['events'],
  ['tca'],
];

/** Those that can be asked for one strategy. */
const OF_STRATEGY = [['fills', 'list'], ['position', 'list'], ['profit'], ['events'], ['tca']];

describe('a list of what is kept here', () => {
  it.each(OF_STRATEGY)('%s %s: refuses a strategy that is neither configured nor in the journal', async (...argv) => {
    const state = folder.path(join('known', argv.join('-')));
    const store = await openStore({ path: await localDatabase(testShell({ state })), clock: systemClock });
    const { fill } = loggedFill('1', { strategy: 'gone', tradedAt: systemClock.now() });
    await store.fillLog.record([{ fill, book: undefined }]);
    await store.close();
    const ofStrategy = async (name: string) => run([...argv, '--strategy', name, '--state', state], { cwd: folder.path('') });
    expect(await ofStrategy('nosuch')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^error: there is no strategy "nosuch"; there are btc-maker/) as string,
    });
    expect((await ofStrategy('btc-maker')).code).toBe(0);
    expect((await ofStrategy('gone')).code).toBe(0);
  });

  it.each(LISTS)('%s %s: is an error where there is no journal, which names the place and makes nothing', async (...argv) => {
    const state = folder.path('mistyped');
    const { code, stdout, stderr } = await run([...argv, '--state', state], { cwd: folder.path('') });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`there is no journal in ${state}`);
    expect(stderr).toContain('--state DIR');
    expect(existsSync(state)).toBe(false);
  });

  it.each(LISTS)('%s %s: is empty, and says so, for an account without any', async (...argv) => {
    const state = folder.path(join('kept', argv.join('-')));
    const shell = testShell({ state });
    await settingsOf(shell);
    const store = await openStore({ path: await localDatabase(shell), clock: systemClock });
    await store.close();
    const { code, stdout, stderr } = await run([...argv, '--state', state], { cwd: folder.path('') });
    expect([code, stdout.split('\n').length, stderr]).toEqual([0, 2, 'there are none\n']);
    expect(await run([...argv, '--state', state, '-o', 'json'], { cwd: folder.path('') })).toMatchObject({
      code: 0,
      stdout: '[]\n',
      stderr: '',
    });
  });
});
