import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs when the test has ended, whatever its result. */
export function afterTest(cleanup: () => Promise<void>): void {
  cleanups.push(cleanup);
}

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** An HTTP server on a free port. It keeps what it received. */
export async function httpServer(
  handler: (request: Received, response: ServerResponse) => void,
): Promise<{ url: string; received: Received[]; connections: () => number; closeIdle: () => void }> {
  const received: Received[] = [];
  let connections = 0;
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const whole = { method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks) };
      received.push(whole);
      handler(whole, response);
    });
  });
  server.on('connection', () => connections++);
  const url = await listening(server, () => server.closeAllConnections());
  return { url, received, connections: () => connections, closeIdle: () => server.closeAllConnections() };
}

/** A server that passes on the socket and the request's text once that is complete, so that a test can misbehave on it. */
export async function rawServer(onRequest: (socket: Socket, text: string) => void): Promise<{ url: string; texts: string[] }> {
  const texts: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => {
      texts.push(data.toString());
      onRequest(socket, data.toString());
    });
  });
  return {
    url: await listening(server, () => {
      for (const socket of sockets) socket.destroy();
    }),
    texts,
  };
}

/** A port on which nobody listens. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(server: Server, drop: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    drop();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
