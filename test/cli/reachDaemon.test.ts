import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daemonOf, daemonToStop } from '../../src/cli/daemonWay.ts';
import { createShell } from '../../src/cli/shell.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run, testIo } from './testIo.ts';

const folder = temporaryFolder();
const state = folder.path('state');
const asked: string[] = [];
const status = { world: 'DEMO', venue: { host: 'venue.test', keyTail: '…0001' }, state: 'running', config: undefined };
let daemon: Server;

/** A daemon that runs, and whose file somebody has broken since. */
beforeAll(async () => {
  mkdirSync(state, { mode: 0o700 });
  writeFileSync(folder.path('broken.yaml'), 'modee: x\n');
  const answers: Readonly<Record<string, unknown>> = {
    '/status': status,
    '/strategies/pause': [],
    '/trading/stop': { asked: [], left: [] },
  };
  daemon = createServer((request, response) => {
    asked.push(request.url!);
    response.end(JSON.stringify(answers[request.url!] ?? {}));
  });
  await new Promise<void>((resolve) => daemon.listen(`${state}/sluice.sock`, resolve));
});
afterAll(() => {
  daemon.close();
  folder.remove();
});

const command = (...words: string[]) => run([...words, '-c', folder.path('broken.yaml'), '--yes'], { env: { SLUICE_STATE: state } });

describe('a daemon whose configuration has a problem by now', () => {
  it.each([
    [['pause', '--all'], '/strategies/pause'],
    [['kill'], '/trading/stop'],
  ])('%j reaches it all the same, and says so', async (words, path) => {
    const { stderr } = await command(...words);
    expect(stderr).toContain(`the configuration has problems, which \`sluice config check ${folder.path('broken.yaml')}\` shows`);
    expect(asked).toContain(path);
  });

  it('names a file that is not there', async () => {
    const { stderr } = await run(['pause', '--all', '-c', 'nothere.yaml'], { env: { SLUICE_STATE: state } });
    expect(stderr).toContain('note: there is no file nothere.yaml; the daemon of ');
  });

  it('is not said to be none by a command that asks a venue itself', async () => {
    const { code, stderr } = await run(['probe', '--reads-only'], { env: { SLUICE_STATE: state }, cwd: folder.path('.') });
    expect([code, stderr]).toEqual([4, expect.stringContaining('does not go through the daemon that runs here')]);
    const alone = await run(['probe', '--reads-only'], { env: { SLUICE_STATE: folder.path('none') }, cwd: folder.path('.') });
    expect([alone.code, alone.stderr]).toEqual([5, expect.stringContaining('no venue is named and no daemon runs')]);
  });

  it('of a live venue on this machine says that it is not the venue', async () => {
    Object.assign(status, { world: 'LIVE', venue: { host: '127.0.0.1:7718', keyTail: '…0001', note: 'on this machine: a simulator' } });
    const io = testIo();
    await daemonOf(createShell(io, { state }), await loadSettings({ env: {} }));
    expect(io.stderr().trim().split('\n')).toEqual([
      'LIVE 127.0.0.1:7718 key …0001, through the running daemon',
      'note: 127.0.0.1:7718 is on this machine: a simulator',
    ]);
  });

  it('without a daemon, the problem counts', async () => {
    const { code, stderr } = await run(['stop', '-c', folder.path('broken.yaml')], { env: { SLUICE_STATE: folder.path('none') } });
    expect([code, stderr]).toEqual([4, expect.stringContaining('modee')]);
  });
});

describe('a daemon that uses another account than the one that this shell names', () => {
  const env = {
    SLUICE_STATE: state,
    SLUICE_EXCHANGE_URL: 'http://127.0.0.1:9',
    SLUICE_EXCHANGE_KEY: 'b',
    SLUICE_EXCHANGE_SECRET: 'c2VjcmV0',
  };

  it('is stopped by the kill switch when the configuration is the same', async () => {
    writeFileSync(folder.path('same.yaml'), 'mode: paper\n');
    Object.assign(status, { world: 'PAPER', venue: { host: 'venue.test', keyTail: '…0001' }, config: folder.path('same.yaml') });
    asked.length = 0;
    const { code, stderr } = await run(['kill', '--yes', '-c', folder.path('same.yaml')], { env });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('PAPER venue.test key …0001, through the running daemon') as string,
    });
    expect(asked).toContain('/trading/stop');
  });

  it('is told of, and not asked, when it is another one', async () => {
    Object.assign(status, { world: 'PAPER', venue: { host: 'venue.test', keyTail: '…0001' }, config: '/elsewhere.yaml' });
    const io = testIo();
    const shell = createShell(io, { state });
    const settings = await loadSettings({ env });
    expect(await daemonOf(shell, settings)).toBeUndefined();
    expect(await daemonToStop(shell, settings)).toBeUndefined();
    const told = `note: the daemon of ${state} is not asked and goes on as it is: it uses another account, PAPER venue.test key …0001`;
    expect(io.stderr().trim().split('\n')).toEqual([told, told]);
  });
});
