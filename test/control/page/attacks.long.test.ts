import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { allControlRows } from '../../../src/control/contract/controlRows.ts';
import { Doorkeeper } from '../../../src/control/page/doorkeeper.ts';
import { PAGE_GUARDS } from '../../../src/control/page/pageGuards.ts';
import { ask, converse, openSite, type Raw, type Removed, type Site, statusOf, textOf } from './site.ts';

/** Whether the attacker has got what it wanted. */
type Attack = (site: Site) => Promise<boolean>;
/** What it does, and the copy of the app in which nothing keeps it out. */
type Row = readonly [what: string, attack: Attack, removed: Removed | (() => Removed), served?: Removed];

const PAUSE: Raw = { method: 'POST', target: '/api/strategies/pause' };
const PLACE = '{"type":"place","symbol":"BTC/EUR","side":"Buy","orderType":"Market","amount":"1"}';

/** Reads what only a session may read. */
const reads =
  (raw: Raw | ((site: Site) => Raw)): Attack =>
  async (site) =>
    statusOf(await ask(site, typeof raw === 'function' ? raw(site) : raw)) === 200;

/** Has the daemon do something. */
const changes =
  (raw: Raw | ((site: Site) => Raw)): Attack =>
  async (site) => {
    await ask(site, typeof raw === 'function' ? raw(site) : raw);
    return site.told.length > 0;
  };

const host = (name: string): Attack => reads(({ port }) => ({ headers: { host: name.replace('PORT', String(port)) } }));
const from = (origin: string): Attack => changes(({ port }) => ({ ...PAUSE, headers: { origin: origin.replace('PORT', String(port)) } }));
const typed = (type: string | undefined, body = '{}'): Attack => changes({ ...PAUSE, headers: { 'content-type': type }, body });
const looking = (target: string, body = '{}'): Attack =>
  changes(({ readOnlyCookie }) => ({ method: 'POST', target, headers: { cookie: readOnlyCookie }, body }));
const LONG = `{"type":"place","symbol":"${'x'.repeat(200_000)}"}`;
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** A server of files as one would write it without a second thought. */
const naiveFiles: Removed['files'] = (path) => {
  const bytes = Uint8Array.from(readFileSync(join(import.meta.dirname, decodeURIComponent(path))));
  return { bytes, type: 'text/plain', etag: '"1"', isImmutable: false };
};
const steals =
  (target: string): Attack =>
  async (site) =>
    (await ask(site, { target })).includes('"name": "sluice"');
/** Without the guards of the answer's length, so that only the reader's own bound is left. */
const noLength: Removed = { without: ['length'], mostBodyBytes: Infinity };
const isTooLong = (answer: string): boolean => /too long|at most/.test(answer);

const ATTACKS: readonly Row[] = [
  // A name of the attacker's that leads here.
  ['a foreign name', host('evil.example'), { without: ['host'] }],
  ['a name that was bound anew, with our port', host('evil.example:PORT'), { without: ['host'] }],
  ['our address with another port', host('127.0.0.1:1'), { without: ['host'] }],
  ['our address without a port', host('127.0.0.1'), { without: ['host'] }],
  ['a name that begins like ours', host('localhost.evil.example:PORT'), { without: ['host'] }],
  ['every address', host('0.0.0.0:PORT'), { without: ['host'] }],
  ['another address of this machine', host('127.0.0.2:PORT'), { without: ['host'] }],
  ['our address in the other protocol', host('[::1]:PORT'), { without: ['host'] }],
  ['two names', reads({ more: ['host: evil.example'] }), { without: ['host'] }],
  // Methods.
  ['TRACE', reads({ method: 'TRACE' }), { without: ['method', 'row method'] }],
  ['OPTIONS, as before a request of another origin', reads({ method: 'OPTIONS' }), { without: ['method', 'row method'] }],
  ['PUT', changes({ ...PAUSE, method: 'PUT' }), { without: ['method', 'row method', 'no body'] }],
  ['PATCH', changes({ ...PAUSE, method: 'PATCH' }), { without: ['method', 'row method', 'no body'] }],
  ['DELETE', changes({ ...PAUSE, method: 'DELETE' }), { without: ['method', 'row method', 'no body'] }],
  ['PROPFIND', reads({ method: 'PROPFIND' }), { without: ['method', 'row method'] }],
  ['a GET that pauses', changes({ target: '/api/strategies/pause' }), { without: ['row method'] }],
  ['a GET that stops the daemon', changes({ target: '/api/stop' }), { without: ['row method'] }],
  ['a GET that cancels', changes({ target: '/api/orders/cancel' }), { without: ['row method'] }],
  ['a HEAD that pauses', changes({ method: 'HEAD', target: '/api/strategies/pause' }), { without: ['row method'] }],
  ['a GET that resumes one strategy', changes({ target: '/api/strategies/a/resume' }), { without: ['row method'] }],
  // Where it comes from.
  ['a POST of another site', from('https://evil.example'), { without: ['origin'] }],
  ['a POST of a sandboxed frame or a file', from('null'), { without: ['origin'] }],
  ['a POST that does not say where it comes from', changes({ ...PAUSE, headers: { origin: undefined } }), { without: ['origin'] }],
  ['a POST of another program on this machine', from('http://127.0.0.1:1'), { without: ['origin'] }],
  ['a POST of our other name', from('http://localhost:PORT'), { without: ['origin'] }],
  ['a POST of an origin that begins like ours', from('http://127.0.0.1:PORT.evil.example'), { without: ['origin'] }],
  ['a POST of our address under TLS', from('https://127.0.0.1:PORT'), { without: ['origin'] }],
  ['a read by another site', reads({ headers: { origin: 'https://evil.example' } }), { without: ['origin'] }],
  [
    'a read that a browser marks as that of another site',
    reads({ headers: { 'sec-fetch-site': 'cross-site' } }),
    { without: ['fetch site'] },
  ],
  [
    'a read of another port, to which the browser gives our cookie',
    reads({ headers: { 'sec-fetch-site': 'same-site' } }),
    { without: ['fetch site'] },
  ],
  // What it sends.
  ['a form', typed('application/x-www-form-urlencoded'), { without: ['json'] }],
  ['a form with a file', typed('multipart/form-data; boundary=x'), { without: ['json'] }],
  ['a text that is JSON', typed('text/plain'), { without: ['json'] }],
  ['JSON under two types', typed('text/plain; application/json'), { without: ['json'] }],
  ['JSON without a type', typed(undefined), { without: ['json'] }],
  ['a long body', async (site) => !isTooLong(await ask(site, { method: 'POST', target: '/api/ask', body: LONG })), noLength],
  [
    'a long body in pieces',
    async (site) => {
      const headers = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
      return !isTooLong(await converse(site.port, textOf(site, { method: 'POST', target: '/api/ask', headers }) + chunked(LONG)));
    },
    noLength,
  ],
  ['a read with a body', reads({ body: 'GET /api/x HTTP/1.1\r\n\r\n' }), { without: ['no body'] }],
  [
    'a read with a body in pieces',
    async (site) =>
      statusOf(await converse(site.port, textOf(site, { headers: { 'transfer-encoding': 'chunked' } }) + chunked('x'))) === 200,
    { without: ['no body'] },
  ],
  [
    'a body of two lengths, of which each reader believes another',
    async (site) => {
      const smuggled = chunked('{}');
      const headers = { 'content-length': String(smuggled.length), 'transfer-encoding': 'chunked' };
      await converse(site.port, textOf(site, { ...PAUSE, headers }) + smuggled);
      return site.told.length > 0;
    },
    { limits: { insecureHTTPParser: true } },
  ],
  [
    'headers without an end',
    async (site) => statusOf(await ask(site, { headers: { 'x-long': 'x'.repeat(20_000) } })) === 200,
    { limits: { maxHeaderSize: 1_000_000 } },
  ],
  // Paths.
  ['a path that leads back to another', reads({ target: '/assets/../api/status' }), { without: ['target'] }],
  ['the same, encoded', reads({ target: '/assets/%2e%2e/api/status' }), { without: ['target'] }],
  ['an endless path', reads({ target: `/api/events/list?limit=${'0'.repeat(3000)}1` }), { without: ['target'] }],
  ['a file above the page, with slashes that are encoded', steals('/..%2f..%2f..%2fpackage.json'), () => ({ files: naiveFiles })],
  [
    'the same, with dots that are encoded, too',
    steals('/%2e%2e%2f..%2f..%2fpackage.json'),
    () => ({ without: ['target'], files: naiveFiles }),
  ],
  // Sessions.
  ['no session', reads({ headers: { cookie: undefined } }), { without: ['session'] }],
  ['a made-up session', reads(({ port }) => ({ headers: { cookie: `sluice-${port}=${'A'.repeat(43)}` } })), { without: ['session'] }],
  ['an empty session', reads(({ port }) => ({ headers: { cookie: `sluice-${port}=` } })), { without: ['session'] }],
  ['an endless session', reads(({ port }) => ({ headers: { cookie: `sluice-${port}=${'A'.repeat(5000)}` } })), { without: ['session'] }],
  [
    'the session of a daemon on another port',
    reads(({ cookie }) => ({ headers: { cookie: cookie.replace(/-\d+=/, '-1=') } })),
    { without: ['session'] },
  ],
  [
    'a cookie without the key of its page: a browser gives it to every port of the host',
    reads({ headers: { 'x-sluice-key': undefined } }),
    { without: ['session'] },
  ],
  [
    'a cookie with the key of another session',
    reads(({ readOnlyCookie, keys }) => ({ headers: { 'x-sluice-key': keys.get(readOnlyCookie) } })),
    { without: ['session'] },
  ],
  ['the story of an order without a session', reads({ target: '/api/why?id=1', headers: { cookie: undefined } }), { without: ['session'] }],
  [
    'a DELETE of the story of an order',
    reads({ method: 'DELETE', target: '/api/why?id=1' }),
    { without: ['method', 'row method', 'no body'] },
  ],
  ['the list of backtests without a session', reads({ target: '/api/runs', headers: { cookie: undefined } }), { without: ['session'] }],
  ['a PUT of a backtest', reads({ method: 'PUT', target: '/api/runs' }), { without: ['method', 'row method', 'no body'] }],
  ['a change without a session', changes({ ...PAUSE, headers: { cookie: undefined } }), { without: ['session'] }],
  [
    'events without a session',
    async (site) =>
      (
        await converse(site.port, textOf(site, { target: '/api/events', headers: { cookie: undefined } }), (text) =>
          text.includes('event: snapshot'),
        )
      ).includes('event: snapshot'),
    { without: ['session'] },
  ],
  [
    'a second cookie of the same name',
    reads(({ cookie, keys }) => ({ headers: { cookie: `${cookie}; ${cookie}`, 'x-sluice-key': keys.get(cookie) } })),
    { without: ['one cookie'] },
  ],
  // What a screen on a wall may not.
  ['a session for looking that pauses', looking('/api/strategies/pause'), { without: ['rights'] }],
  ['... that stops the daemon', looking('/api/stop'), { without: ['rights'] }],
  ['... that places an order', looking('/api/ask', PLACE), { without: ['rights'] }],
  ['... that decides', looking('/api/intents/01/resolve', '{"type":"not-placed"}'), { without: ['rights'] }],
  ['... that cancels', looking('/api/orders/cancel'), { without: ['rights'] }],
  ['... that lets calls go wrong', looking('/api/simulator/faults', '{"profile":"hostile"}'), { without: ['rights'] }],
  // Rows that are only for the owner's socket.
  [
    'a request to the venue as it is',
    reads({ method: 'POST', target: '/api/api', body: '{"interface":"exchange","operation":"x","params":{}}' }),
    { rows: allControlRows() },
  ],
  ['a raw read', reads({ method: 'POST', target: '/api/read/book.get', body: '{"symbol":"BTC/EUR"}' }), { rows: allControlRows() }],
  ['the fingerprints of the accounts', reads({ target: '/api/accounts' }), { rows: allControlRows() }],
  // By force.
  ['guessing tokens without an end', guessing, () => ({ door: new Doorkeeper(systemClock, { tries: Infinity }) })],
  ['more connections than are served', (site) => holding(site, 70), { limits: { connections: 1000 } }],
  ['a page that takes nothing and keeps its place', hogging, { feed: { most: 1, mostBehind: Infinity } }, { feed: { most: 1 } }],
  ['more streams than are served', (site) => streaming(site, 20), { feed: { most: 1000 } }],
];

/** Whether the door still answers each wrong token as such. */
async function guessing(site: Site): Promise<boolean> {
  for (let n = 0; n < 10; n++) {
    const body = JSON.stringify({ token: `guess-${n}` });
    const answer = await ask(site, { method: 'POST', target: '/api/session', body, headers: { cookie: undefined } });
    if (statusOf(answer) === 429) return false;
  }
  return true;
}

/** Whether so many connections can be held. Those that are too many are closed at once. */
async function holding(site: Site, count: number): Promise<boolean> {
  const sockets = Array.from({ length: count }, () => connect(site.port, '127.0.0.1'));
  const answers = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.on('connect', () => socket.write(textOf(site, { headers: { connection: 'keep-alive' } })));
          socket.on('data', () => resolve(true));
          socket.on('close', () => resolve(false));
          socket.on('error', () => resolve(false));
        }),
    ),
  );
  for (const socket of sockets) socket.destroy();
  return answers.every(Boolean);
}

async function streaming(site: Site, count: number): Promise<boolean> {
  const sockets = Array.from({ length: count }, () => connect(site.port, '127.0.0.1'));
  const statuses = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<number>((resolve) => {
          socket.on('connect', () => socket.write(textOf(site, { target: '/api/events', headers: { connection: 'keep-alive' } })));
          socket.on('data', (chunk: Buffer) => resolve(statusOf(chunk.toString('latin1'))));
          socket.on('close', () => resolve(0));
          socket.on('error', () => resolve(0));
        }),
    ),
  );
  for (const socket of sockets) socket.destroy();
  return statuses.every((status) => status === 200);
}

/** After this, what has happened is written. */
const FRAME_MS = 50;

/** Whether a page that reads nothing of what it is sent keeps others out. */
async function hogging(site: Site): Promise<boolean> {
  const socket = connect(site.port, '127.0.0.1', () => socket.write(textOf(site, { target: '/api/events' })));
  await once(socket, 'readable');
  const isFree = async (): Promise<boolean> =>
    statusOf(await converse(site.port, textOf(site, { target: '/api/events' }), (text) => text.includes('event: '))) === 200;
  let free = false;
  for (let n = 0; n < 20 && !free; n++) {
    site.tell('x'.repeat(1_000_000));
    await site.pass(FRAME_MS);
    free = await isFree();
  }
  socket.destroy();
  return !free;
}

function removedFrom(removed: Row[2]): Removed {
  return typeof removed === 'function' ? removed() : removed;
}

const open: Site[] = [];
const opened = async (removed?: Removed): Promise<Site> => {
  const site = await openSite(removed);
  open.push(site);
  return site;
};
afterEach(async () => {
  for (const site of open.splice(0)) await site.server.close();
});

describe('the dashboard refuses', () => {
  it.each(ATTACKS.map((row) => [row[0], row] as const))('%s, which succeeds where nothing keeps it out', async (_what, row) => {
    const [, attack, removed, served] = row;
    expect(await attack(await opened(served))).toBe(false);
    expect(await attack(await opened(removedFrom(removed)))).toBe(true);
  });

  it('at least forty attacks, and by each guard at least one', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
    const tried = new Set(ATTACKS.flatMap(([, , removed]) => removedFrom(removed).without ?? []));
    expect(PAGE_GUARDS.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });
});
