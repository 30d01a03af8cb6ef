import { buildConnector, type Dispatcher, Pool } from 'undici';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import { FreshConnection } from './freshConnection.ts';
import { HttpExchange } from './httpExchange.ts';
import { requestBytes } from './requestBytes.ts';
import { addressOf, StandbySockets } from './standbySockets.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

export interface UndiciTransportOptions {
  /** Keep-alive sockets for each origin, one request at a time on each; default 8. */
  readonly connections?: number;
  /** Name, socket and TLS handshake together; default 3,000. */
  readonly connectTimeoutMs?: number;
  /** Authorities to trust beside those of the system, in PEM. */
  readonly ca?: string;
  readonly clock?: Clock;
}

/** More origins than a venue has: a limit, since each keeps sockets. */
const MAX_ORIGINS = 16;

/**
 * The real network. Reads share keep-alive sockets; a `fresh` request gets a connection that has carried nothing before and
 * carries nothing afterwards, since a reset on a reused socket says nothing about what the venue did with the request. After
 * one such request a connection is opened for the next.
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): Transport {
  const { connections = 8, connectTimeoutMs = 3000, ca, clock = systemClock } = options;
  // HTTP/1.1 only: one request on a socket at a time is what makes a failure's meaning clear.
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false, ...(ca === undefined ? {} : { ca }) });
  const pools = new Map<string, Pool>();
  const standby = new StandbySockets(connect, clock);
  const underWay = new Set<FreshConnection>();
  let closed = false;

  const poolOf = (origin: string): Pool => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    if (pools.size >= MAX_ORIGINS) throw notSent(`more than ${MAX_ORIGINS} origins on one transport: ${origin}`);
    const pool = new Pool(origin, { connections, connect, pipelining: 1, allowH2: false });
    pools.set(origin, pool);
    return pool;
  };

  const sendFresh = async (origin: string, path: string, request: TransportRequest): Promise<TransportResponse> => {
    const address = addressOf(origin);
    const message = requestBytes(request, address.host, path);
    const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
    // The next one's connection is opened while this one waits for its answer.
    const exchange = new HttpExchange(request, clock, resolve, reject, () => standby.prepare(origin));
    const connection = new FreshConnection(message, exchange);
    const ready = exchange.settled ? undefined : standby.take(origin);
    underWay.add(connection);
    if (ready !== undefined) connection.use(ready);
    else if (!exchange.settled) connect(address, (error, socket) => (error === null ? connection.use(socket) : connection.abort(error)));
    try {
      return await promise;
    } finally {
      // Not at once: closing takes as long as asking, and what it was for is settled.
      clock.setTimer(0, () => {
        underWay.delete(connection);
        connection.close();
      });
    }
  };

  return {
    async send(request) {
      if (closed) throw notSent('the transport is closed');
      const { origin, path } = split(request.url);
      return request.fresh ? sendFresh(origin, path, request) : sendPooled(poolOf(origin), path, request, clock);
    },
    async close() {
      closed = true;
      standby.close();
      // A venue that does not answer must not keep the program from ending: what is still under way fails now.
      for (const connection of underWay) connection.abort(new Error('the transport was closed'));
      await Promise.all([...pools.values()].map((pool) => pool.destroy().catch(() => {})));
      pools.clear();
    },
  };
}

function sendPooled(pool: Dispatcher, path: string, request: TransportRequest, clock: Clock): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const exchange = new HttpExchange(request, clock, resolve, reject);
    if (exchange.settled) return;
    pool.dispatch(
      {
        path,
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: request.body ?? null,
        // Our own timer covers the whole exchange; undici's are coarse and each covers a part.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      exchange,
    );
  });
}

function split(url: string): { origin: string; path: string } {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return slash === -1 ? { origin: url, path: '/' } : { origin: url.slice(0, slash), path: url.slice(slash) };
}

function notSent(message: string): Fault {
  return new Fault('network', message, { outcome: 'not-sent' });
}
