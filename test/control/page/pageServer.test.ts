import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Doorkeeper } from '../../../src/control/page/doorkeeper.ts';
import { pagePlace } from '../../../src/control/page/pagePlace.ts';
import { servePage } from '../../../src/control/page/pageServer.ts';
import { systemClock } from '../../../src/base/systemClock.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { willingDaemon } from '../willingDaemon.ts';
import { ask, converse, openSite, type Removed, type Site, statusOf, textOf } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'place-'));
afterAll(() => rmSync(folder, { recursive: true }));
const open: Site[] = [];
const opened = async (removed?: Removed): Promise<Site> => {
  const site = await openSite(removed);
  open.push(site);
  return site;
};
afterEach(async () => {
  for (const site of open.splice(0)) await site.server.close();
});

const bodyOf = (answer: string): Record<string, unknown> =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;

describe('a link', () => {
  it('gives a cookie that no script reads and no other site sends, once', async () => {
    const site = await opened();
    const { url, isReadOnly } = site.server.link(false);
    const token = new URL(url).hash.slice('#token='.length);
    const enter = () =>
      ask(site, { method: 'POST', target: '/api/session', body: JSON.stringify({ token }), headers: { cookie: undefined } });
    const answer = await enter();
    expect([statusOf(answer), isReadOnly]).toEqual([200, false]);
    const [, cookie] = /set-cookie: ([^;]+); HttpOnly; SameSite=Strict; Path=\/api; Max-Age=604800\r\n/.exec(answer)!;
    expect(answer).not.toContain(token);
    const headers = { cookie, 'x-sluice-key': String(bodyOf(answer)['key']) };
    expect(bodyOf(await ask(site, { headers }))).toMatchObject({ state: 'running' });
    expect(bodyOf(await ask(site, { target: '/api/session', headers }))).toEqual({
      isReadOnly: false,
      expiresAt: expect.anything() as string,
    });
    expect(statusOf(await enter())).toBe(401);
    expect(statusOf(await ask(site, { method: 'POST', target: '/api/session/end', headers }))).toBe(200);
    expect(statusOf(await ask(site, { headers }))).toBe(401);
  });

  it('is answered with what to do when it is wrong, and when the door is locked', async () => {
    const site = await opened({ door: new Doorkeeper(systemClock, { tries: 1 }) });
    const enter = () => ask(site, { method: 'POST', target: '/api/session', body: '{"token":"wrong"}', headers: { cookie: undefined } });
    expect(bodyOf(await enter())).toMatchObject({
      fault: { code: 'unauthorized', suggestion: expect.stringContaining('sluice dashboard') as string },
    });
    const locked = await enter();
    expect(statusOf(locked)).toBe(429);
    expect(bodyOf(locked)).toMatchObject({ fault: { suggestion: 'it opens by itself; `sluice dashboard` opens it at once' } });
  });

  it('is under TLS where a proxy is declared, with a cookie for TLS only', async () => {
    const site = await opened({ origin: 'https://desk.example' });
    const { url } = site.server.link(true);
    expect(url).toMatch(/^https:\/\/desk\.example\/#token=/);
    const headers = { host: 'desk.example', origin: 'https://desk.example', cookie: undefined };
    const body = JSON.stringify({ token: new URL(url).hash.slice(7) });
    expect(await ask(site, { method: 'POST', target: '/api/session', headers, body })).toMatch(/set-cookie: .*; Secure\r\n/);
    expect(statusOf(await ask(site, { headers: { host: 'other.example' } }))).toBe(421);
  });
});

describe('a restart', () => {
  it('lets in who was in to look, and all are signed out at once, with what they listen to', async () => {
    const sessions = join(folder, 'a.dashboard.json');
    const site = await openSite({ sessions });
    site.server.keepSessions();
    await site.server.close();
    const again = await opened({ sessions, port: site.port, door: new Doorkeeper(systemClock) });
    const before = { ...again, cookie: site.readOnlyCookie, keys: site.keys };
    expect(statusOf(await ask(before, {}))).toBe(401);
    again.server.keepSessions();
    expect(statusOf(await ask(before, {}))).toBe(200);
    again.server.link(false);
    const { promise: begun, resolve: hear } = Promise.withResolvers<void>();
    const stream = converse(site.port, textOf(before, { target: '/api/events' }), (text) => {
      if (text.includes('event: snapshot')) hear();
      return false;
    });
    await begun;
    // The site has opened two of its own.
    expect(await again.server.signOutAll()).toEqual({ sessions: 3, links: 1 });
    expect(statusOf(await stream)).toBe(200);
    expect(statusOf(await ask(before, {}))).toBe(401);
    expect(existsSync(sessions)).toBe(false);
  });

  it('ends all where no file is named, as in the demo', async () => {
    const site = await openSite();
    site.server.keepSessions();
    await site.server.close();
    const again = await opened({ port: site.port });
    again.server.keepSessions();
    expect(statusOf(await ask({ ...again, cookie: site.cookie, keys: site.keys }, {}))).toBe(401);
    expect(await again.server.signOutAll()).toEqual({ sessions: 2, links: 0 });
  });
});

describe('each answer', () => {
  it.each(['/', '/api/status', '/api/nothing', '/nothing.js'])(
    'of %s keeps the browser from being used against its user',
    async (target) => {
      const answer = await ask(await opened(), { target });
      expect(answer).toContain("content-security-policy: default-src 'none'; script-src 'self'");
      expect(answer).toContain("frame-ancestors 'none'");
      expect(answer).toContain('x-content-type-options: nosniff');
      expect(answer).toContain('cache-control: no-store');
      expect(answer.toLowerCase()).not.toContain('access-control-allow');
    },
  );

  it('of a refusal has them, too, and ends the connection', async () => {
    const answer = await ask(await opened(), { headers: { host: 'evil.example', connection: 'keep-alive' } });
    expect(statusOf(answer)).toBe(421);
    expect(answer).toContain("frame-ancestors 'none'");
    expect(answer.toLowerCase()).toContain('connection: close');
  });
});

describe('the page', () => {
  it('is not there before it is built, and says how', async () => {
    const answer = await ask(await opened({ files: () => undefined }), { target: '/', headers: { cookie: undefined } });
    expect(statusOf(answer)).toBe(503);
    expect(answer).toContain('npm run build:web');
  });

  it('is not sent again while it has not changed', async () => {
    const site = await opened();
    expect(statusOf(await ask(site, { target: '/', headers: { 'if-none-match': '"1"' } }))).toBe(304);
    expect(await ask(site, { target: '/', headers: { 'if-none-match': '"2"' } })).toContain('<!doctype html>');
  });
});

describe('events', () => {
  const listen = (site: Site, enough: string, seen?: string): Promise<string> =>
    converse(site.port, textOf(site, { target: '/api/events', headers: { 'last-event-id': seen } }), (text) => text.includes(enough));

  it('begin with a snapshot, and go on after a cut with what was missed', async () => {
    const site = await opened();
    const first = await listen(site, 'event: snapshot');
    expect(first).toContain('content-type: text/event-stream');
    const id = /^id: (\S+)$/m.exec(first)![1];
    site.tell('while nobody listened');
    const again = await listen(site, 'event: status', id);
    expect(again).toContain('while nobody listened');
    expect(again).not.toContain('event: snapshot');
    expect(await listen(site, 'event: snapshot', 'another-life.7')).toContain('event: snapshot');
  });
});

describe('a request that does not come to its end', () => {
  const SHORT = { headersTimeout: 60, requestTimeout: 120, connectionsCheckingInterval: 20 };
  const slowly: readonly (readonly [string, (site: Site) => string])[] = [
    ['with nothing at all', () => ''],
    ['in its headers', (site) => textOf(site, {}).slice(0, -4)],
    [
      'in its body',
      (site) => textOf(site, { method: 'POST', target: '/api/strategies/pause', headers: { 'content-length': '10' }, body: '{' }),
    ],
  ];

  it.each(slowly)('%s is cut off, and waits for ever where nothing bounds it', { tags: 'long' }, async (_what, begin) => {
    const site = await opened({ limits: SHORT });
    expect(statusOf(await converse(site.port, begin(site)))).toBe(408);
    const patient = await opened({ limits: { headersTimeout: 0, requestTimeout: 0, connectionsCheckingInterval: 20 } });
    const socket = connect(patient.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(begin(patient));
    // The bounded one is cut off meanwhile.
    const again = await opened({ limits: SHORT });
    await converse(again.port, begin(again));
    expect(socket.readyState).toBe('open');
    expect(socket.bytesRead).toBe(0);
    socket.destroy();
  });
});

describe('the port', () => {
  it('is another one where nobody asked for this one, and else a fault that says what to do', async () => {
    const holder = createServer();
    holder.listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const options = { daemon: willingDaemon(), clock: systemClock, port };
    const moved = await servePage({ ...options, mayMove: true });
    expect(new URL(moved.url).port).not.toBe(String(port));
    await moved.close();
    await expect(servePage({ ...options, mayMove: false })).rejects.toMatchObject({
      code: 'configuration',
      message: `port ${port} is taken`,
      suggestion: 'name a free port under dashboard.port, or off',
    });
    holder.close();
  });
});

describe(pagePlace, () => {
  const place = async (dashboard: string) => {
    const file = join(folder, 'sluice.yaml');
    writeFileSync(file, `mode: demo\n${dashboard}`);
    return pagePlace(await loadSettings({ file, env: {} }));
  };

  it('is in the demo without a word, where it is told, and off when that is said', async () => {
    expect(await place('')).toEqual({ port: 4780, mayMove: true, origin: undefined });
    expect(await place('dashboard: { port: 0, origin: https://desk.example }')).toEqual({
      port: 0,
      mayMove: false,
      origin: 'https://desk.example',
    });
    expect(await place('dashboard: { port: off }')).toBeUndefined();
  });

  it('is nowhere in another world without a word', async () => {
    const settings = await loadSettings({ file: undefined, env: {} });
    const live = { ...settings, mode: 'live' } as typeof settings;
    expect(pagePlace(live)).toBeUndefined();
    expect(pagePlace({ ...live, mode: 'paper' })).toBeUndefined();
    expect(pagePlace({ ...live, dashboard: { port: 9000 } })).toMatchObject({ port: 9000, mayMove: false });
  });

  it.each(['port: 70000', 'port: on', 'origin: http://desk.example', 'origin: https://desk.example/sub'])(
    'refuses %s, by its name',
    async (line) => {
      await expect(place(`dashboard: { ${line} }`)).rejects.toMatchObject({ code: 'configuration', message: /dashboard\.(port|origin)/ });
    },
  );
});
