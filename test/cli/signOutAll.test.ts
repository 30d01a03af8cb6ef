import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { signOutAll } from '../../src/cli/signOutAll.ts';
import { sessionFileText } from '../../src/control/page/sessionFile.ts';
import { takeProcessLock } from '../../src/store/processLock.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const folder = temporaryFolder();
let count = 0;
let state: string;
beforeEach(() => {
  state = folder.path(`state-${++count}`);
  mkdirSync(state, { mode: 0o700 });
});
afterAll(() => folder.remove());

const command = (...words: string[]) =>
  run(['dashboard', '--sign-out-all', ...words], { env: { SLUICE_STATE: state }, cwd: folder.path('.') });
const kept = (): readonly string[] => readdirSync(state).filter((name) => name.endsWith('.json'));

/** So many sessions of an account, of which the last has run out. */
function keep(account: string, sessions: number): void {
  const session = (n: number) => ({
    digest: createHash('sha256').update(`${n}`).digest(),
    leftMs: n === sessions ? DAY_MS : 2 * DAY_MS,
  });
  const all = Array.from({ length: sessions }, (_, n) => session(n + 1));
  writeFileSync(
    join(state, `${account}.dashboard.json`),
    sessionFileText({ port: 4780, sessions: all }, systemClock.machineTime() - 1.5 * DAY_MS),
    { mode: 0o600 },
  );
}

describe(signOutAll, () => {
  it('removes what every account kept for the next start where no daemon runs, and leaves everything else', async () => {
    keep('account-0123456789ab', 3);
    keep('paper-0123456789ab', 2);
    writeFileSync(join(state, 'quotes.json'), '[]');
    const { code, stdout } = await command('-o', 'json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { sessions: 3, links: 0 }]);
    expect(kept()).toEqual(['quotes.json']);
    expect(JSON.parse((await command('-o', 'json')).stdout)).toEqual({ sessions: 0, links: 0 });
  });

  it('counts nobody in a file that nobody would take, and removes it', async () => {
    writeFileSync(join(state, 'account-0123456789ab.dashboard.json'), 'x', { mode: 0o600 });
    expect((await command()).stdout).toBe('closed 0 sessions and 0 links\n');
    expect(kept()).toEqual([]);
  });

  it('is refused where a daemon runs that is not listening here: its sessions would go on', async () => {
    keep('paper-0123456789ab', 1);
    const lock = await takeProcessLock(join(state, 'paper-0123456789ab.sqlite'), systemClock);
    const { code, stderr } = await command();
    await lock.release();
    expect([code, stderr]).toEqual([7, expect.stringMatching(/in use by process \d+, which does not listen on[^]*name its configuration/)]);
    expect(kept()).toHaveLength(1);
  });

  it('is refused where that one has its store on a server, and where nothing is kept of it yet', async () => {
    const lock = await takeProcessLock(join(state, 'account-0123456789ab.dashboard.json'), systemClock);
    const { code, stdout, stderr } = await command();
    await lock.release();
    expect([code, stdout, stderr]).toEqual([
      7,
      '',
      expect.stringMatching(/account-0123456789ab\.dashboard\.json is in use by process \d+/),
    ]);
    expect(await command()).toMatchObject({ code: 0, stdout: 'closed 0 sessions and 0 links\n' });
  });

  it('is said alone', async () => {
    expect(await command('--open')).toMatchObject({ code: 2, stderr: expect.stringContaining('say it alone') as string });
  });
});
