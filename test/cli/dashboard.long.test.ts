import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dashboard } from '../../src/cli/commands/dashboard.ts';
import { freePort } from '../freePort.ts';
import { postgresMissing, PostgresServer } from '../store/postgresServer.ts';
import { until } from '../until.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, type Env, jsonOf, type Running, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('daemon.yaml');

afterAll(async () => {
  await endAll();
  folder.remove();
});

/** What a browser does with a link. Returns what it sends from then on. */
async function enter(url: string): Promise<{ origin: string; headers: Record<string, string>; status: number }> {
  const { origin, hash } = new URL(url);
  const headers = { origin, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token: hash.slice('#token='.length) }),
  });
  const { key = '' } = (await answer.json()) as { readonly key?: string };
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { origin, headers: { ...headers, cookie, 'x-sluice-key': key }, status: answer.status };
}

describe(dashboard.name, () => {
  const env: Env = { SLUICE_STATE: folder.path('open') };
  let daemon: Running;

  beforeAll(async () => {
    writeFileSync(config, DAEMON_CONFIG);
    daemon = start(['run', config], env);
    await daemon.until(': filled ');
  });

  it('is served by the demo, whose link opens it once', async () => {
    const [link] = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/.exec(daemon.stderr())!;
    const { origin, headers, status } = await enter(link);
    expect(status).toBe(200);
    expect(await (await fetch(`${origin}/api/status`, { headers })).json()).toMatchObject({ world: 'DEMO', pid: daemon.child.pid });
    expect((await enter(link)).status).toBe(401);
  });

  it('is opened by a fresh link; one for looking changes nothing', async () => {
    const full = jsonOf(await sluice(['dashboard', '-o', 'json'], env)) as { readonly url: string; readonly isReadOnly: boolean };
    expect(full.isReadOnly).toBe(false);
    const pause = async ({ origin, headers }: Awaited<ReturnType<typeof enter>>): Promise<number> =>
      (await fetch(`${origin}/api/strategies/btc-maker/pause`, { method: 'POST', headers, body: '{}' })).status;
    expect(await pause(await enter(full.url))).toBe(200);
    const { stdout, code } = await sluice(['dashboard', '--read-only'], env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/)]);
    expect(await pause(await enter(stdout.trim()))).toBe(403);
  });
});

describe('over a restart', () => {
  const state = folder.path('paper');
  const env: Env = { SLUICE_STATE: state };
  const paper = folder.path('paper.yaml');
  const begin = async (file = paper): Promise<Running> => {
    const daemon = start(['run', file, '--plain'], env);
    await daemon.until('dashboard http');
    return daemon;
  };
  const stop = async (daemon: Running): Promise<void> => {
    expect(await sluice(['stop'], env)).toMatchObject({ code: 0 });
    await daemon.ended;
  };
  const link = async (...options: string[]) => enter((await sluice(['dashboard', ...options], env)).stdout.trim());
  const statusOf = async ({ origin, headers }: Awaited<ReturnType<typeof enter>>): Promise<number> =>
    (await fetch(`${origin}/api/status`, { headers })).status;
  const signOutAll = () => sluice(['dashboard', '--sign-out-all'], env);
  const kept = (): string[] => readdirSync(state).filter((name) => name.endsWith('.dashboard.json'));

  beforeAll(async () => {
    const { url } = await startSimulator('--public-market');
    writeFileSync(
      paper,
      `mode: paper\nvenue: { exchange: { url: '${url}' } }\ndashboard: { port: ${await freePort()} }\nrisk: { symbols: [BTC/EUR] }\n`,
    );
  });

  it('browsers that may only look are in still, after a crash and after an orderly end, and no backup takes them along', async () => {
    const first = await begin();
    const [desk, wall] = [await link(), await link('--read-only')];
    await until(() => kept().length > 0);
    expect(kept()).toEqual([expect.stringMatching(/^paper-[0-9a-f]{12}\.dashboard\.json$/)]);
    first.kill('SIGKILL');
    await first.ended;
    const second = await begin();
    expect([await statusOf(desk), await statusOf(wall)]).toEqual([401, 200]);
    const { members } = jsonOf(await sluice(['backup', folder.path('a.tar'), '-o', 'json'], env)) as { readonly members: string };
    expect(members).not.toContain('dashboard');
    await stop(second);
    const third = await begin();
    expect([await statusOf(desk), await statusOf(wall)]).toEqual([401, 200]);
    await stop(third);
  });

  it('all are signed out, by the daemon and without it', async () => {
    const first = await begin();
    await sluice(['dashboard'], env);
    const desk = await link();
    expect(await signOutAll()).toMatchObject({ code: 0, stdout: 'closed 2 sessions and 1 link\n' });
    expect([await statusOf(desk), kept()]).toEqual([401, []]);
    const other = await link('--read-only');
    await stop(first);
    expect(kept()).toHaveLength(1);
    const { code, stdout, stderr } = await signOutAll();
    expect([code, stdout]).toEqual([0, 'closed 1 session and 0 links\n']);
    expect(stderr).toContain(`what ${state} kept for the next start is gone`);
    const second = await begin();
    expect([await statusOf(other), kept()]).toEqual([401, []]);
    await link('--read-only');
    await stop(second);
    expect(kept()).toHaveLength(1);
  });

  it('nobody is in any more to a dashboard that was off meanwhile', async () => {
    const off = folder.path('off.yaml');
    writeFileSync(off, readFileSync(paper, 'utf8').replace(/port: \d+/, 'port: off'));
    const daemon = start(['run', off, '--plain'], env);
    await daemon.until('PAPER');
    expect(kept()).toEqual([]);
    await stop(daemon);
  });
});

describe('where the store is on a server', () => {
  const missing = postgresMissing();
  beforeEach(({ skip }) => {
    if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  });

  it('nobody is said to be signed out by a command that does not reach the daemon', async () => {
    const postgres = await new PostgresServer().start();
    const { url } = await startSimulator('--public-market');
    const env: Env = { SLUICE_STATE: folder.path('served') };
    const served = folder.path('served.yaml');
    writeFileSync(
      served,
      `mode: paper\nvenue: { exchange: { url: '${url}' } }\ndashboard: { port: ${await freePort()} }\nrisk: { symbols: [BTC/EUR] }\n` +
        `store: ${postgres.url}\ncontrol: { socket: ${folder.path('own.sock')} }\n`,
    );
    const daemon = start(['run', served, '--plain'], env);
    await daemon.until('dashboard http');
    const link = await sluice(['dashboard', '--read-only', '-c', served], env);
    const { origin, headers } = await enter(link.stdout.trim());
    const status = async (): Promise<number> => (await fetch(`${origin}/api/status`, { headers })).status;
    expect(await sluice(['dashboard', '--sign-out-all'], env)).toMatchObject({
      code: 7,
      stdout: '',
      stderr: expect.stringMatching(/dashboard\.json is in use by process \d+, which does not listen on/) as string,
    });
    expect(await status()).toBe(200);
    expect(await sluice(['dashboard', '--sign-out-all', '-c', served], env)).toMatchObject({
      code: 0,
      stdout: 'closed 1 session and 0 links\n',
    });
    expect(await status()).toBe(401);
    daemon.kill('SIGTERM');
    await daemon.ended;
    await postgres.remove();
  });
});

it('a daemon that serves no dashboard says how it would', async () => {
  const env: Env = { SLUICE_STATE: folder.path('closed') };
  const closed = folder.path('closed.yaml');
  writeFileSync(closed, `${DAEMON_CONFIG}dashboard: { port: off }\n`);
  const daemon = start(['run', closed], env);
  await daemon.until('DEMO');
  expect(await sluice(['dashboard'], env)).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('name a port under dashboard.port, and start it again') as string,
  });
  expect(daemon.stderr()).not.toContain('dashboard http');
});
