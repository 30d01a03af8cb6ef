import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import { makeRoom } from '../../base/makeRoom.ts';
import { SlidingWindow } from '../../client/slidingWindow.ts';
import { type Notification, readNotification } from './notification.ts';

export interface ReceiverOptions {
  readonly clock: Clock;
  /** 0 for any free port. */
  readonly port: number;
  readonly onNotification: (notification: Notification) => void;
  /** Not called for requests that come too fast. */
  readonly onRefused: (reason: string) => void;
  /** How many requests are looked at in any second. Default 100. */
  readonly perSecond?: number | undefined;
  /** Within which a request must have come to its end. Default 10 s. */
  readonly patienceMs?: number | undefined;
}

export interface Receiver {
  /** Without a slash at the end. Any path is accepted. */
  readonly url: string;
  readonly counts: ReceiverCounts;
  /** Ends every connection. */
  close(): Promise<void>;
}

export interface ReceiverCounts {
  readonly taken: number;
  readonly refused: number;
}

/** Marks what a listener passed on, so that a listener that forwards to itself does not go round in circles. */
export const FORWARDED_HEADER = 'x-sluice-forwarded';

/** Several times the longest notification of the specification. */
const MAX_BODY_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 64;
const PATIENCE_MS = 10_000;

/**
 * Receives notifications on 127.0.0.1 (001 Events): a POST of a JSON object on any path, answered with 200. Anything else gets a
 * 4xx and is counted. Rejects when the port can't be had.
 */
export async function serveReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { clock, port, onNotification, onRefused, perSecond = 100, patienceMs = PATIENCE_MS } = options;
  const counts = { taken: 0, refused: 0 };
  const window = new SlidingWindow(perSecond);
  const refuse = (status: 400 | 403 | 405 | 413 | 429, reason: string, headers: Record<string, string> = {}): Response => {
    counts.refused++;
    if (status !== 429) onRefused(reason);
    // The rest of the body is not read, so the connection ends.
    return Response.json({ message: reason }, { status, headers: { ...headers, connection: 'close' } });
  };
  const app = new Hono();
  app.all('*', async ({ req: { raw: request } }) => {
    const nowMs = clock.monotonicMs();
    if (window.freeFromMs(perSecond, 1000) > nowMs) return refuse(429, 'too many requests', { 'retry-after': '1' });
    window.admit(nowMs);
    if (request.method !== 'POST') return refuse(405, `${request.method} is no notification; expected POST`, { allow: 'POST' });
    // Notifications come from servers. A page in a browser on this machine must not send any.
    if (request.headers.has('origin')) return refuse(403, 'notifications are not taken from web pages');
    if (request.headers.has(FORWARDED_HEADER)) return refuse(400, 'this was forwarded by a listener; it would go round in circles');
    const bytes = await bodyOf(request);
    if (bytes === undefined) return refuse(413, `the body is longer than ${MAX_BODY_BYTES} bytes`);
    try {
      onNotification(readNotification(bytes, clock.now()));
    } catch (error) {
      return refuse(400, messageOf(error));
    }
    counts.taken++;
    return Response.json({ received: true });
  });
  const checks = { connectionsCheckingInterval: Math.ceil(patienceMs / 4) };
  const limits = { requestTimeout: patienceMs, headersTimeout: patienceMs };
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { ...checks, ...limits } });
  makeRoom(server, MAX_CONNECTIONS);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** Undefined when it is too long. */
async function bodyOf(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
