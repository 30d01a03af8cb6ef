import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboard } from '../../src/cli/commands/dashboard.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, type Env, jsonOf, type Running, sluice, start } from './processes.ts';
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
