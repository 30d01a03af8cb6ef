import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { settingsOf } from '../../src/cli/configFile.ts';
import { treasuryPlace } from '../../src/daemon/treasury/treasuryPaths.ts';
import { openOwnedStore } from '../../src/daemon/openOwnedStore.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { accountOf } from '../../src/store/accountDatabase.ts';
import { treasurySeal } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore, type TreasuryStore } from '../../src/store/treasuryStore.ts';
import { aMove, aRow } from '../treasury/approvals/moves.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { type Ran, run, testShell } from './testIo.ts';

const folder = temporaryFolder();
/** Each state folder is that of another account. */
const env = (state: string) => ({
  SLUICE_EXCHANGE_URL: 'http://127.0.0.1:9',
  SLUICE_EXCHANGE_KEY: `key-of-${state}`,
  SLUICE_EXCHANGE_SECRET: 'secret-of-a-test',
  SLUICE_ACCOUNTS: folder.path('accounts'),
});
const asked = (state: string, ...argv: string[]): Promise<Ran> =>
  run([...argv, '--state', folder.path(state)], { env: env(state), cwd: folder.path('.') });
const closes: (() => Promise<void>)[] = [];

/** The treasury of a state folder, with one move that has ended. */
async function written(name: string) {
  const state = folder.path(name);
  mkdirSync(state);
  mkdirSync(folder.path('accounts'), { recursive: true });
  const shell = testShell({ state }, { env: env(name) });
  const settings = await settingsOf(shell);
  const { accounts } = shell.options;
  const place = treasuryPlace(state, settings);
  const account = accountOf(settings);
  const write = async (work: (store: TreasuryStore) => Promise<unknown>): Promise<void> => {
    const seal = treasurySeal({ ...place, accounts, account, clock: systemClock });
    const store = await openTreasuryStore({ ...place, account, clock: systemClock, seal });
    await work(store);
    await store.close();
  };
  const at = systemClock.now();
  const move = aMove({ id: 'W-1', rows: [aRow()] });
  const facts = { state: 'completed', rule: 'small', needs: [], evidence: undefined, account: undefined, signedWith: undefined } as const;
  const progress = { state: 'completed', venueId: undefined, fee: undefined, sentAt: at, evidence: undefined } as const;
  const note = { who: 'anna', what: 'move.asked', subject: 'W-1', before: '', after: 'completed', evidence: '' };
  await write((store) => store.moves.add({ ...move, ...facts, changedAt: at, progress: [progress] }, at, note));
  const paths = statePaths(state, settings);
  return { path: place.path, goOn: () => write((store) => store.note(at, note)), own: { settings, paths, accounts, clock: systemClock } };
}

/** The account's journal is owned, as by a daemon that trades with its key, and the treasury's store was written before. */
beforeAll(async () => {
  const { own } = await written('state');
  const journal = await openOwnedStore(own);
  closes.push(() => journal.close());
});

afterAll(async () => {
  for (const close of closes) await close();
  folder.remove();
});

describe('reading the treasury', () => {
  it('works beside a daemon that owns the journal of its account, and has no wait', async () => {
    expect(JSON.parse((await asked('state', 'treasury', 'list', '-o', 'json')).stdout)).toMatchObject([{ id: 'W-1' }]);
    expect(JSON.parse((await asked('state', 'treasury', 'show', 'W-1', '-o', 'json')).stdout)).toMatchObject({ id: 'W-1' });
    expect(await asked('state', 'treasury', 'show', 'W-2')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no move W-2') as string,
    });
    expect(await asked('state', 'treasury', 'book', 'list', '-o', 'json')).toMatchObject({ code: 0, stdout: '[]\n' });
    const policy = await asked('state', 'treasury', 'policy', 'show');
    expect(policy).toMatchObject({ code: 3, stderr: expect.stringContaining('no policy is in force') as string });
  });

  it('shows what a treasury has that was put back from before, and says so; what acts is refused', async () => {
    const { path, goOn } = await written('behind');
    const before = readFileSync(path);
    await goOn();
    writeFileSync(path, before);
    const list = await asked('behind', 'treasury', 'list', '-o', 'json');
    expect(list).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\{"note":".*This is what it has; .*`sluice treasury recover`/) as string,
    });
    expect(JSON.parse(list.stdout)).toMatchObject([{ id: 'W-1' }]);
    for (const argv of [
      ['show', 'W-1'],
      ['book', 'list'],
    ])
      expect(await asked('behind', 'treasury', ...argv)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('note: the database of the treasury') as string,
      });
    expect(await asked('behind', 'treasury', 'cancel', 'W-1', '--reason', 'twice', '--yes')).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^error: .* has lost its end/) as string,
    });
  });

  it.each([['list'], ['show', 'W-1'], ['book', 'list'], ['policy', 'show']])(
    '%s %s: names the place where there is none, and makes nothing',
    async (...argv) => {
      const { code, stdout, stderr } = await asked('mistyped', 'treasury', ...argv);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toContain(`there is no treasury in ${folder.path('mistyped')}`);
      expect(stderr).toContain('--state DIR');
      expect(existsSync(folder.path('mistyped'))).toBe(false);
    },
  );
});
