import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { keepsSecrets } from '../base/loopback.ts';
import { systemClock } from '../base/systemClock.ts';
import { ConnectionPool } from './connectionPool.ts';
import { addressOf, Connector } from './connector.ts';
import { FreshConnections } from './freshConnections.ts';
import { HttpExchange } from './httpExchange.ts';
import { requestBytes } from './requestBytes.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

export interface HttpTransportOptions {
  /** Keep-alive connections for each origin, one request at a time on each; default 8. */
  readonly connections?: number;
  /** Name, socket and TLS handshake together; default 3,000. */
  readonly connectTimeoutMs?: number;
  /** Authorities to trust beside those of the system, in PEM. */
  readonly ca?: string;
  readonly clock?: Clock;
}

/** The connections to one origin. */
interface Origin {
  readonly host: string;
  readonly pool: ConnectionPool;
  readonly fresh: FreshConnections;
}

/** More origins than a venue has: a limit, since each keeps connections. */
const MOST_ORIGINS = 16;

/**
 * The real network: HTTP/1.1 over TCP or TLS, without compression. Reads share keep-alive connections; a `fresh` request gets one
 * that has carried nothing before and carries nothing afterwards, since a reset on a reused connection says nothing about what
 * the venue did with the request.
 */
export function createHttpTransport(options: HttpTransportOptions = {}): Transport {
  const { connections = 8, connectTimeoutMs, ca, clock = systemClock } = options;
  const connector = new Connector({ timeoutMs: connectTimeoutMs ?? 3000, ca, clock });
  const origins = new Map<string, Origin>();
  let isClosed = false;

  const originOf = (name: string): Origin => {
    const known = origins.get(name);
    if (known !== undefined) return known;
    if (origins.size >= MOST_ORIGINS) throw notSent(`more than ${MOST_ORIGINS} origins on one transport: ${name}`);
    if (!keepsSecrets(new URL(name))) throw inTheClear(name);
    const address = addressOf(name);
    const origin = {
      host: address.host,
      pool: new ConnectionPool(connector, address, clock, connections),
      fresh: new FreshConnections(connector, address, clock),
    };
    origins.set(name, origin);
    return origin;
  };

  return {
    send: (request: TransportRequest): Promise<TransportResponse> =>
      // What is thrown in here rejects.
      new Promise((resolve, reject) => {
        if (isClosed) throw notSent('the transport is closed');
        const { name, path } = split(request.url);
        const { host, pool, fresh } = originOf(name);
        const message = requestBytes(request, host, path);
        const exchange = new HttpExchange(request, clock, resolve, reject);
        if (!exchange.settled) (request.fresh ? fresh : pool).send(exchange, message);
      }),
    async close() {
      isClosed = true;
      connector.close();
      // A venue that does not answer must not keep the program from ending: what is still under way fails now.
      for (const { pool, fresh } of origins.values()) {
        pool.abort(new Error('the transport was closed'));
        fresh.abort(new Error('the transport was closed'));
      }
      origins.clear();
    },
  };
}

function split(url: string): { name: string; path: string } {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return slash === -1 ? { name: url, path: '/' } : { name: url.slice(0, slash), path: url.slice(slash) };
}

/** Nothing is ever sent in the clear to another machine, whoever asks for it. */
function inTheClear(name: string): Fault {
  return new Fault('configuration', `${name} is another machine, and http:// is for this machine only: nothing is sent in the clear`, {
    outcome: 'not-sent',
    suggestion: 'use https://',
  });
}

function notSent(message: string): Fault {
  return new Fault('network', message, { outcome: 'not-sent' });
}
