import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../base/loopback.ts';
import { makeRoom } from '../base/makeRoom.ts';
import { ConnectionDropped } from './callFault.ts';
import { BODY_TOO_LONG, type HttpAnswer, type HttpHandler, MAX_BODY_BYTES, partsOf } from './http/httpCall.ts';
import type { Simulator } from './simulator.ts';

export interface ServeOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly host?: string | undefined;
  /** Within which a request must have come to its end. Default 30 s. */
  readonly patienceMs?: number | undefined;
}

export interface SimulatorServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends every connection. */
  close(): Promise<void>;
}

/**
 * Serves the simulator over HTTP. A dropped call destroys its socket. Rejects when the port is not available. It uses
 * `node:http` directly, because any layer between the socket and the venue costs several times what the venue itself takes.
 */
export async function serveSimulator(
  { handle }: Pick<Simulator, 'handle'>,
  { port, host = '127.0.0.1', patienceMs = PATIENCE_MS }: ServeOptions,
): Promise<SimulatorServer> {
  const checks = { connectionsCheckingInterval: Math.ceil(patienceMs / 4) };
  const limits = { requestTimeout: patienceMs, headersTimeout: patienceMs };
  const server = createServer({ keepAlive: true, keepAliveTimeout: 65_000, ...checks, ...limits }, (request, response) =>
    receive(handle, isLoopback(host), request, response),
  );
  makeRoom(server, MOST_CONNECTIONS);
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** A client that says nothing, or never comes to an end, keeps nobody else out. */
const MOST_CONNECTIONS = 500;
const PATIENCE_MS = 30_000;

const NONE = Buffer.alloc(0);
const MISDIRECTED: HttpAnswer = { status: 421, headers: { connection: 'close' }, body: '' };

/** A page in a browser may have its own name lead to this machine. It can't say that it asked for another. */
function isOurName(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = host.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopback(name);
}

/** Waits for the body if there may be one. `namesUs`: whoever asks must have asked for this machine. */
function receive(handle: HttpHandler, namesUs: boolean, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (namesUs && !isOurName(headers.host)) return write(response, MISDIRECTED);
  const announced = headers['content-length'];
  const isBare = (announced === undefined || announced === '0') && headers['transfer-encoding'] === undefined;
  if (isBare) return answer(handle, request, response, NONE);
  if (Number(announced ?? 0) > MAX_BODY_BYTES) return write(response, BODY_TOO_LONG);
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else if (!response.headersSent) write(response, BODY_TOO_LONG);
  });
  request.once('end', () => {
    if (!response.headersSent) answer(handle, request, response, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  });
}

function answer(handle: HttpHandler, request: IncomingMessage, response: ServerResponse, body: Uint8Array): void {
  const { headers } = request;
  const { origin, path, query } = partsOf(request.url!);
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const failed = (error: unknown): void => {
    if (error instanceof ConnectionDropped) response.destroy();
    else write(response, { status: 500, headers: {}, body: '' });
  };
  try {
    const answered = handle({
      method: request.method!,
      origin: origin === '' ? `http://${headers.host ?? 'localhost'}` : origin,
      path,
      query,
      header,
      body,
    });
    if (answered instanceof Promise) answered.then((late) => write(response, late)).catch(failed);
    else write(response, answered);
  } catch (error) {
    failed(error);
  }
}

/** Sends head and body in one write. */
function write(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  const length = Buffer.byteLength(body);
  const lines: string[] = ['content-length', String(length)];
  for (const name in headers) lines.push(name, headers[name]!);
  response.writeHead(status, lines);
  // A text of ASCII alone needs no encoding.
  response.end(body, length === body.length ? 'latin1' : 'utf8');
}
