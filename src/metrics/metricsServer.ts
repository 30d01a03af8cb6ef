import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { listenFault } from '../base/listenFault.ts';
import { isLoopback } from '../base/loopback.ts';
import { redacted } from '../base/redacted.ts';
import { makeRoom } from '../base/makeRoom.ts';
import type { Readiness } from './readiness.ts';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** What the server shows. Each is called once for each request. */
export interface Monitored {
  readonly contentType: string;
  metrics(): Promise<string>;
  readiness(): Readiness;
}

const HOST = '127.0.0.1';
/** Monitoring opens a few connections. Whoever opens more loses the oldest, and the daemon has descriptors left. */
const MOST_CONNECTIONS = 32;

/** Serves monitoring on this machine. Throws a `Fault` `configuration` when the port can't be had. */
export async function serveMetrics(monitored: Monitored, port: number): Promise<MetricsServer> {
  const server = createAdaptorServer({ fetch: metricsApp(monitored).fetch });
  makeRoom(server, MOST_CONNECTIONS);
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(error, port, 'configuration', 'name a free port under metrics.port');
  }
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** As a function of a request. Nothing can be changed through it. */
export function metricsApp(monitored: Monitored): Hono {
  const app = new Hono();
  // A page of a stranger may make a browser ask here under a name of its own (DNS rebinding).
  app.use(async (context, next) => {
    const host = context.req.header('host') ?? '';
    const url = `http://${host}`;
    if (!URL.canParse(url) || !isLoopback(new URL(url).hostname)) return context.text('this is served to this machine only\n', 403);
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') return context.text('only GET\n', 405, { allow: 'GET, HEAD' });
    await next();
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
    return undefined;
  });
  app.get('/metrics', async (context) => context.body(await monitored.metrics(), 200, { 'content-type': monitored.contentType }));
  // Whoever answers is alive: the answer comes from the loop that trades.
  app.get('/livez', (context) => context.json({ alive: true }));
  app.get('/readyz', (context) => {
    const readiness = monitored.readiness();
    return context.body(redacted(JSON.stringify(readiness)), readiness.ready ? 200 : 503, { 'content-type': 'application/json' });
  });
  app.notFound((context) => context.text('here are /metrics, /livez and /readyz\n', 404));
  return app;
}
