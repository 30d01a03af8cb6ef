import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { ConnectionPool } from '../../src/client/connectionPool.ts';
import { createHttpTransport, type HttpTransportOptions } from '../../src/client/httpTransport.ts';
import type { Transport, TransportRequest } from '../../src/client/transport.ts';
import { afterTest, deadPort, httpServer, rawServer } from './servers.ts';

function transport(options?: HttpTransportOptions): Transport {
  const made = createHttpTransport(options);
  afterTest(() => made.close());
  return made;
}

function read(url: string): TransportRequest {
  return { method: 'GET', url, headers: {}, body: undefined, fresh: false, timeoutMs: 5000, maxBytes: 100_000 };
}

/** Once another request has its answer, everything that the server sent before it has arrived too. */
async function soon(): Promise<void> {
  const other = await httpServer((_, response) => response.end('ok'));
  await fetch(other.url);
}

/** How many connections two consecutive reads take, with a server that gives each this answer. */
async function connectionsFor(answer: string, then: (socket: Socket) => void = () => undefined): Promise<number> {
  const { url, texts } = await rawServer((socket, text) => {
    const reply = (): void => {
      socket.write(answer);
      then(socket);
    };
    reply();
    // `texts` has the first request of each connection. A connection that is kept carries more.
    socket.on('data', reply);
    expect(text).toMatch(/^GET \/ HTTP/);
  });
  const made = transport();
  expect((await made.send(read(`${url}/`))).status).toBe(200);
  await soon();
  expect((await made.send(read(`${url}/`))).status).toBe(200);
  return texts.length;
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n';

describe(ConnectionPool, () => {
  it.each([
    ['stays open as HTTP/1.1 does', `${OK}\r\nok`],
    ['says that it does', `${OK}connection: keep-alive\r\nkeep-alive: timeout=5, max=100\r\n\r\nok`],
    ['sends chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
  ])('uses a connection again that %s', async (_, answer) => {
    expect(await connectionsFor(answer)).toBe(1);
  });

  it.each([
    ['says that it closes', `${OK}Connection: Close\r\n\r\nok`],
    ['says HTTP/1.0', `${OK.replace('1.1', '1.0')}\r\nok`],
    ['is kept for no longer than a moment', `${OK}keep-alive: timeout=1\r\n\r\nok`],
    ['brought more than the answer', `${OK}\r\nok!`],
  ])('does not use a connection again that %s', async (_, answer) => {
    expect(await connectionsFor(answer)).toBe(2);
  });

  it('does not take for an answer what comes when nothing was asked', async () => {
    const forged = `${OK}\r\nno`;
    expect(await connectionsFor(`${OK}\r\nok`, (socket) => setImmediate(() => socket.write(forged)))).toBe(2);
  });

  it('does not use a connection again that was idle for too long', async () => {
    let nowMs = 0;
    const server = await httpServer((_, response) => response.end('ok'));
    const made = transport({ clock: { ...systemClock, monotonicMs: () => nowMs } });
    for (const at of [0, 3000, 60_000]) {
      nowMs = at;
      await made.send(read(`${server.url}/`));
    }
    expect(server.connections()).toBe(2);
  });

  it('opens no more connections than it may, and serves those who wait in turn', async () => {
    const server = await httpServer(({ url }, response) => response.end(url));
    const made = transport({ connections: 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => made.send(read(`${server.url}/${i}`))));
    expect(answers.map(({ body }) => Buffer.from(body).toString())).toEqual(Array.from({ length: 20 }, (_, i) => `/${i}`));
    expect(server.connections()).toBe(2);
  });

  it('fails each of those who wait, once, when no connection can be had', async () => {
    const made = transport({ connections: 2 });
    const url = `http://127.0.0.1:${await deadPort()}/`;
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => made.send(read(url))));
    expect(results.map((one) => one.status === 'rejected' && (one.reason as { outcome: string }).outcome)).toEqual(
      Array.from({ length: 5 }, () => 'not-sent'),
    );
  });

  it('lets a thousand wait, and no more', async () => {
    const server = await httpServer(() => undefined);
    const made = transport({ connections: 1 });
    const asked = Array.from({ length: 1002 }, () => made.send(read(`${server.url}/`)));
    await expect(asked.at(-1)).rejects.toThrow(/1000 requests already wait/);
    const settled = Promise.allSettled(asked);
    await made.close();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });
});
