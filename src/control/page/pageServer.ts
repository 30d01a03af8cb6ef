import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock } from '../../base/clock.ts';
import { listenFault } from '../../base/listenFault.ts';
import { isoOf } from '../../base/instant.ts';
import { packageFile } from '../../base/packageFiles.ts';
import type { Daemon } from '../../daemon/daemon.ts';
import type { PageDoor } from '../contract/pageDoor.ts';
import { Doorkeeper } from './doorkeeper.ts';
import { LiveFeed, type LiveFeedOptions } from './liveFeed.ts';
import { pageApp, type PageOptions } from './pageApp.ts';
import { pageFiles } from './pageFiles.ts';
import { SessionKeeper } from './sessionKeeper.ts';

export interface PageServer extends PageDoor {
  /** Without a token. */
  readonly url: string;
  /** Where it listens on this machine. */
  readonly port: number;
  /** Lets those in who were in before the start, and keeps who comes in. Only the owner of the state may call it. */
  keepSessions(): void;
  close(): Promise<void>;
}

export interface PageServerOptions extends Partial<Pick<PageOptions, 'guards' | 'mostBodyBytes' | 'files' | 'rows'>> {
  readonly daemon: Daemon;
  readonly clock: Clock;
  readonly port: number;
  /** The address of a proxy before it, like `https://desk.example`. */
  readonly origin?: string | undefined;
  /** When the port is taken, any free one does. */
  readonly mayMove: boolean;
  /** The file of the sessions. Without it they end with the daemon. */
  readonly sessions?: string | undefined;
  readonly door?: Doorkeeper | undefined;
  readonly feed?: Partial<Pick<LiveFeedOptions, 'most' | 'mostBehind'>>;
  /** Connections at one time, and the times within which a request must have come; the defaults are those of `LIMITS`. */
  readonly limits?: Partial<ServerOptions> & { readonly connections?: number };
}

const HOST = '127.0.0.1';
const BUILT = fileURLToPath(packageFile('dist/web/'));
/** Whoever opens more is not served, and whoever is too slow is cut off: the daemon has descriptors left. */
const LIMITS = {
  connections: 64,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 8192,
} as const;

/** Serves the dashboard on this machine. Rejects with `configuration` when the port can't be had. */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const { daemon, clock, port, origin, mayMove, limits, files = pageFiles(BUILT) } = options;
  const tell = (level: 'info' | 'warn', message: string): void => daemon.history.lines.write(level, 'dashboard', message);
  const door = options.door ?? new Doorkeeper(clock, { tell });
  const feed = new LiveFeed({ daemon, clock, ...options.feed });
  let listensOn = port;
  const origins = (): ReadonlySet<string> =>
    new Set([`http://${HOST}:${listensOn}`, `http://localhost:${listensOn}`, ...(origin === undefined ? [] : [new URL(origin).origin])]);
  const app = pageApp({ ...options, door, feed, files, origins, cookieName: () => `sluice-${listensOn}` });
  const { connections, ...server } = { ...LIMITS, ...limits };
  const http = createAdaptorServer({ fetch: app.fetch, createServer, serverOptions: server }) as Server;
  http.maxConnections = connections;
  try {
    http.listen(port, HOST);
    await once(http, 'listening').catch(async (error: unknown) => {
      if (!mayMove || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      http.listen(0, HOST);
      await once(http, 'listening');
    });
  } catch (error) {
    throw listenFault(error, port, 'configuration', 'name a free port under dashboard.port, or off');
  }
  listensOn = (http.address() as AddressInfo).port;
  const keeper =
    options.sessions === undefined
      ? undefined
      : new SessionKeeper({
          path: options.sessions,
          port: listensOn,
          door,
          clock,
          tell,
          onTrouble: (...told) => daemon.troubles.tell(...told),
        });
  const url = origin ?? `http://${HOST}:${listensOn}`;
  return {
    url,
    port: listensOn,
    link: (isReadOnly) => {
      const { token, expiresAt } = door.token(isReadOnly);
      return { url: `${url}/#token=${token}`, isReadOnly, expiresAt: isoOf(expiresAt) };
    },
    signOutAll: async () => {
      const closing = keeper === undefined ? door.closeAll() : keeper.closeAll();
      feed.letGo();
      return closing;
    },
    keepSessions: () => keeper?.begin(),
    close: async () => {
      feed.close();
      await new Promise<void>((resolve) => {
        http.close(() => resolve());
        // What the feed has told last goes out first.
        setImmediate(() => http.closeAllConnections());
      });
      await keeper?.end();
    },
  };
}
