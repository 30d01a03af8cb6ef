import { readFileSync } from 'node:fs';
import type { JetStreamClient, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { Fault, messageOf } from '../base/fault.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import { natsFault } from './natsFault.ts';

/** A connection to a NATS whose JetStream answers. It ends with its connection; who needs another one opens it. */
export interface Nats {
  readonly server: FeedServer;
  readonly version: string;
  /** The longest message that it takes. */
  readonly mostBytes: number;
  readonly streams: JetStreamManager['streams'];
  readonly jetstream: JetStreamClient;
  /** Resolves when the server gives on what it gets for a subject from now on. Called with an error when it does not. Ends with the connection. */
  listen(subject: string, onMessage: (error: Error | null, message: Msg) => void): Promise<void>;
  /** Resolves when the connection is over, with the reason where there is one. */
  readonly ended: Promise<Error | undefined>;
  close(): Promise<void>;
}

const CONNECT_MS = 5000;
/** A server that takes longer for one answer is too slow. */
const ANSWER_MS = 5000;
/** A connection that says nothing is asked so often, and given up after so many questions. */
const PING_MS = 2000;
const MOST_PINGS = 2;
/** The first version whose consumers a reader can ask for books from a place on. */
const OLDEST = [2, 9] as const;

/** Throws a `Fault` that says what is wrong with this NATS, or that the packages are not installed. */
export async function openNats(server: FeedServer, name: string): Promise<Nats> {
  const { transport, jetstream } = await packages();
  let connection: NatsConnection | undefined;
  try {
    connection = await transport.connect({
      servers: `${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`,
      name,
      timeout: CONNECT_MS,
      // Whoever uses the connection has to know when it was lost, and looks at the stream again.
      reconnect: false,
      // Each message that is published is a request, and each would take a picture of the stack in case it fails.
      noAsyncTraces: true,
      pingInterval: PING_MS,
      maxPingOut: MOST_PINGS,
      ignoreClusterUpdates: true,
      ...credentials(server),
      ...(server.isTls && { tls: trust(server) }),
    });
    const info = connection.info;
    assertVersion(server, info?.version ?? 'unknown');
    const manager = await jetstream.jetstreamManager(connection, { timeout: ANSWER_MS });
    const open = connection;
    return {
      server,
      version: info?.version ?? 'unknown',
      mostBytes: info?.max_payload ?? Infinity,
      streams: manager.streams,
      jetstream: jetstream.jetstream(connection, { timeout: ANSWER_MS }),
      listen: (subject, callback) => {
        open.subscribe(subject, { callback });
        return open.flush();
      },
      ended: connection.closed().then((reason) => (reason instanceof Error ? reason : undefined)),
      close: () => open.close(),
    };
  } catch (error) {
    await connection?.close();
    throw natsFault(server, error);
  }
}

/** Undefined where the server has no such stream. */
export async function streamOf({ streams, server }: Nats): Promise<StreamInfo | undefined> {
  try {
    return await streams.info(server.stream);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === NO_STREAM) return undefined;
    throw error;
  }
}

const NO_STREAM = 10_059;

function credentials({ user, password }: FeedServer): { user?: string; pass?: string; token?: string } {
  if (password === undefined) return {};
  return user === undefined ? { token: password.reveal() } : { user, pass: password.reveal() };
}

/** Without the host, an address would be compared with a certificate for `localhost`. */
function trust({ authority: path, setting, host }: FeedServer): { readonly host: string; readonly ca?: string } {
  if (path === undefined) return { host };
  try {
    return { host, ca: readFileSync(path, 'utf8') };
  } catch (error) {
    throw new Fault('configuration', `${setting}: the certificate ${path} can't be read: ${messageOf(error)}`, {
      suggestion: `correct the path behind ?ca= in ${setting}`,
      cause: error,
    });
  }
}

function assertVersion({ shown, setting }: FeedServer, version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Fault('configuration', `the NATS at ${shown} (${setting}) is of version ${version}; ${OLDEST.join('.')} or later is needed`, {
    suggestion: `install a later one, or name another in ${setting}`,
  });
}

async function packages() {
  try {
    const [transport, jetstream] = await Promise.all([import('@nats-io/transport-node'), import('@nats-io/jetstream')]);
    return { transport, jetstream };
  } catch (error) {
    throw new Fault(
      'configuration',
      `a stream needs the packages @nats-io/transport-node and @nats-io/jetstream, which are not installed: ${messageOf(error)}`,
      { suggestion: 'install sluice again without --omit=optional', cause: error },
    );
  }
}
