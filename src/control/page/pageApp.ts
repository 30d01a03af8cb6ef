import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { Fault, type FaultCode, isFault, messageOf } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import type { Daemon } from '../../daemon/daemon.ts';
import { readBySchema } from '../contract/readBySchema.ts';
import { allControlRows, type ControlRow } from '../contract/controlRows.ts';
import { SESSION_KEY_HEADER } from '../contract/sessionKey.ts';
import { controlReply, faultBody, readBody } from '../controlReply.ts';
import { controlHandlers } from '../controlHandlers.ts';
import { controlAnswers } from '../controlServer.ts';
import type { Doorkeeper, PageSession } from './doorkeeper.ts';
import type { LiveFeed } from './liveFeed.ts';
import { protect } from './protect.ts';
import type { PageFiles } from './pageFiles.ts';
import { type Asked, cookiesOf, MOST_BODY_BYTES, PAGE_GUARDS, type PageGuard } from './pageGuards.ts';

export interface PageOptions {
  readonly daemon: Daemon;
  readonly door: Doorkeeper;
  readonly feed: LiveFeed;
  readonly files: PageFiles;
  /** Where we are reached, once that is known: `http://127.0.0.1:4780` and whatever stands before it. */
  readonly origins: () => ReadonlySet<string>;
  readonly cookieName: () => string;
  /** Default: all. */
  readonly guards?: readonly PageGuard[] | undefined;
  readonly mostBodyBytes?: number | undefined;
  /** The rows that are served. Default: those of the page. */
  readonly rows?: typeof PAGE_ROWS | undefined;
}

type PageContext = Context<{ Bindings: HttpBindings; Variables: { session: PageSession | undefined } }>;
type PageHono = Hono<{ Bindings: HttpBindings; Variables: { session: PageSession | undefined } }>;

const STATUS: Partial<Readonly<Record<FaultCode, 401 | 404 | 429>>> = { unauthorized: 401, 'not-found': 404, 'rate-limited': 429 };
const NOT_BUILT = 'The dashboard is not built: run `npm run build:web` in the checkout, then load this page again.\n';

const tokenRequest = z.strictObject({ token: z.string().min(1).max(100) });

/** What a browser on this machine is served: the rows of the control interface below `/api`, the stream of events, and the page. */
export function pageApp(options: PageOptions): PageHono {
  const { guards = PAGE_GUARDS } = options;
  const app: PageHono = new Hono();
  app.onError((error, context) => {
    const fault = isFault(error) ? error : new Fault('internal', messageOf(error));
    return protect(context.body(faultBody(fault), STATUS[fault.code] ?? 400, { 'content-type': 'application/json' }));
  });
  app.use(async (context, next) => {
    const asked = askedOf(context, options);
    for (const { refuses } of guards) {
      const refusal = refuses(asked);
      if (refusal === undefined) continue;
      // What it has sent beyond this is not read.
      const headers = { 'content-type': 'application/json', connection: 'close' };
      return protect(
        context.body(faultBody(new Fault(refusal.status === 401 ? 'unauthorized' : 'refused', refusal.message)), refusal.status, headers),
      );
    }
    context.set('session', asked.session);
    await next();
    protect(context.res);
    return undefined;
  });
  serveSessions(app, options);
  serveRows(app, options);
  app.all('/api/events', (context) => eventsReply(context, options));
  app.all('/api/*', (context) => {
    throw new Fault('not-found', `the dashboard has no ${context.req.path}; it may be of another version`);
  });
  app.get('*', (context) => fileReply(context, options));
  return app;
}

function askedOf(context: PageContext, { door, origins, cookieName }: PageOptions): Asked {
  const { incoming } = context.env;
  const header = (name: string): string | undefined => context.req.header(name);
  const path = context.req.path;
  const asked = {
    method: context.req.method,
    target: incoming?.url ?? context.req.url.replace(/^\w+:\/\/[^/]*/, ''),
    header,
    origins: origins(),
    cookieName: cookieName(),
    row: rowAt(path),
    isPrivate: /^\/api(?:\/|$)/.test(path) && !(path === OPENING && context.req.method === 'POST'),
  };
  const [secret] = cookiesOf(asked);
  return { ...asked, session: secret === undefined ? undefined : door.session({ secret, key: header(SESSION_KEY_HEADER) ?? '' }) };
}

const OPENING = '/api/session';
const PAGE_ROWS: ReturnType<typeof allControlRows> = allControlRows().filter(([, { over }]) => over === 'page');
const PATTERNS = allControlRows().map(([, row]): readonly [RegExp, ControlRow] => [
  new RegExp(`^/api${row.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  row,
]);

/** The row of a path. Those without fields in it come first, as they do in the router. */
function rowAt(path: string): ControlRow | undefined {
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1];
}

function serveSessions(app: PageHono, { door, feed, cookieName }: PageOptions): void {
  const cookie = (context: PageContext, value: string, maxAgeS: number): void => {
    const secure = context.req.header('origin')?.startsWith('https:') === true ? '; Secure' : '';
    context.header('set-cookie', `${cookieName()}=${value}; HttpOnly; SameSite=Strict; Path=/api; Max-Age=${maxAgeS}${secure}`);
  };
  const shown = ({ isReadOnly, expiresAt }: PageSession) => ({ isReadOnly, expiresAt: isoOf(expiresAt) });
  app.post(OPENING, async (context) => {
    const { token } = readBySchema(tokenRequest, await readBody(context.req.raw, MOST_BODY_BYTES));
    const { secret, key, session, maxAgeMs } = door.open(token);
    cookie(context, secret, Math.floor(maxAgeMs / 1000));
    return context.json({ ...shown(session), key });
  });
  app.get(OPENING, (context) => controlReply(context, shown(context.get('session')!)));
  app.post('/api/session/end', (context) => {
    door.close(context.get('session')!);
    feed.letGo();
    cookie(context, '', 0);
    return controlReply(context, { ended: true });
  });
}

/** The guards have made sure that the method is the row's. */
function serveRows(app: PageHono, { daemon, mostBodyBytes = MOST_BODY_BYTES, rows = PAGE_ROWS }: PageOptions): void {
  const answer = controlAnswers(controlHandlers(daemon), mostBodyBytes);
  for (const [name, row] of rows) {
    app.all(`/api${row.path}`, (context) => {
      // What the guards have taken for another row, or for none, is not done.
      if (rowAt(context.req.path) !== row) throw new Fault('not-found', `the dashboard has no ${context.req.path}`);
      return answer(name, context);
    });
  }
}

function eventsReply(context: PageContext, { door, feed }: PageOptions): Response {
  const session = context.get('session');
  if (context.req.method === 'HEAD') return context.body(null, 200);
  const stream = feed.open(context.req.header('last-event-id'), {
    mayStay: () => session === undefined || door.isOpen(session),
    cut: () => context.env.outgoing.destroy(),
  });
  if (stream === undefined) throw new Fault('rate-limited', 'too many pages are open: close one, then load this one again');
  return context.body(stream, 200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
}

function fileReply(context: PageContext, { files }: PageOptions): Response {
  const file = files(context.req.path);
  if (file === undefined) {
    const isMissing = files('/') !== undefined;
    return context.text(isMissing ? 'there is no such file\n' : NOT_BUILT, isMissing ? 404 : 503);
  }
  const { bytes, type, etag, isImmutable } = file;
  const caching = isImmutable ? 'public, max-age=31536000, immutable' : type.startsWith('text/html') ? 'no-store' : 'no-cache';
  const headers = { 'content-type': type, etag, 'cache-control': caching };
  if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers);
  return context.body(bytes, 200, headers);
}
