import { connect } from 'node:net';
import type { Subject } from 'rxjs';
import { setImmediate as settle } from 'node:timers/promises';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { EventLine } from '../../../src/model/eventLine.ts';
import { Doorkeeper } from '../../../src/control/page/doorkeeper.ts';
import { PAGE_GUARDS } from '../../../src/control/page/pageGuards.ts';
import { type PageServer, type PageServerOptions, servePage } from '../../../src/control/page/pageServer.ts';
import { willingDaemon } from '../willingDaemon.ts';

/** A dashboard on a port of its own, with two sessions. */
export interface Site {
  readonly server: PageServer;
  readonly door: Doorkeeper;
  readonly port: number;
  readonly origin: string;
  /** Cookies, as a browser sends them. */
  readonly cookie: string;
  readonly readOnlyCookie: string;
  /** By cookie, the key that the page keeps. */
  readonly keys: ReadonlyMap<string, string>;
  /** What the daemon was told to do. */
  readonly told: readonly string[];
  /** Adds a line to the event log. */
  readonly tell: (text: string) => void;
  /** Lets the daemon's time pass. */
  readonly pass: (ms: number) => Promise<void>;
}

/** How a copy of the app differs from the one that is served. */
export interface Removed extends Partial<Omit<PageServerOptions, 'daemon' | 'clock' | 'guards'>> {
  /** Guards that are taken away. */
  readonly without?: readonly string[];
}

const PAGE = new TextEncoder().encode('<!doctype html>');

export async function openSite({ without = [], ...options }: Removed = {}): Promise<Site> {
  const told: string[] = [];
  const clock = new VirtualClock(0);
  const unknown = without.filter((name) => !PAGE_GUARDS.some((guard) => guard.name === name));
  if (unknown.length > 0) throw new Error(`there is no guard ${unknown.join(', ')}`);
  const door = options.door ?? new Doorkeeper(clock);
  const daemon = willingDaemon(told);
  const added$ = daemon.history.lines.added$ as Subject<EventLine>;
  let id = 0;
  const tell = (text: string): void =>
    added$.next({ id: ++id, at: 0, level: 'info', event: 'x', strategy: undefined, symbol: undefined, text });
  const server = await servePage({
    daemon,
    clock,
    port: 0,
    mayMove: false,
    files: (path) => (path === '/' ? { bytes: PAGE, type: 'text/html', etag: '"1"', isImmutable: false } : undefined),
    guards: PAGE_GUARDS.filter(({ name }) => !without.includes(name)),
    ...options,
    door,
  });
  const { port } = server;
  const keys = new Map<string, string>();
  const cookieOf = (isReadOnly: boolean): string => {
    const { secret, key } = door.open(door.token(isReadOnly).token);
    const cookie = `sluice-${port}=${secret}`;
    keys.set(cookie, key);
    return cookie;
  };
  return {
    server,
    door,
    port,
    origin: `http://127.0.0.1:${port}`,
    cookie: cookieOf(false),
    readOnlyCookie: cookieOf(true),
    keys,
    told,
    tell,
    pass: (ms) => clock.advance(ms, settle),
  };
}

/** A request as bytes on the wire, where a browser or any other program may write what it likes. */
export interface Raw {
  readonly method?: string;
  readonly target?: string;
  /** Lines instead of the usual ones; undefined leaves a usual one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly more?: readonly string[];
  readonly body?: string;
}

export function textOf(site: Site, { method = 'GET', target = '/api/status', headers = {}, more = [], body = '' }: Raw): string {
  const usual: Record<string, string | undefined> = {
    host: `127.0.0.1:${site.port}`,
    cookie: site.cookie,
    'x-sluice-key': site.keys.get('cookie' in headers ? (headers['cookie'] ?? '') : site.cookie),
    connection: 'close',
    ...(method === 'POST' ? { origin: site.origin, 'content-type': 'application/json' } : {}),
    ...(body === '' && method !== 'POST' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(usual).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return `${[`${method} ${target} HTTP/1.1`, ...lines, ...more].join('\r\n')}\r\n\r\n${body}`;
}

/** Sends a text and gives all that comes back until the connection ends, or until `enough` of it is there. */
export function converse(port: number, text: string, enough: (answer: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (enough(answer)) socket.destroy();
    });
    // A reset is an answer too.
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}

export async function ask(site: Site, raw: Raw): Promise<string> {
  return converse(site.port, textOf(site, raw));
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
