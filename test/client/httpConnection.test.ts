import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { HttpConnection } from '../../src/client/httpConnection.ts';
import type { TransportResponse } from '../../src/client/transport.ts';
import { createHttpTransport } from '../../src/client/httpTransport.ts';
import { afterTest, rawServer } from './servers.ts';

/** Sends an order to a server that answers in this way. */
async function send(answer: (socket: Socket) => void, maxBytes = 1000): Promise<{ text: string; response: TransportResponse }> {
  const transport = createHttpTransport();
  afterTest(() => transport.close());
  const { url, texts } = await rawServer(answer);
  const body = new TextEncoder().encode('{"amount":1.50}');
  const response = await transport.send({
    method: 'POST',
    url: `${url}/v1/orders`,
    headers: { accept: 'application/json' },
    body,
    fresh: true,
    timeoutMs: 5000,
    maxBytes,
  });
  return { text: texts.join('|'), response };
}

const textOf = ({ body }: TransportResponse): string => Buffer.from(body).toString();

describe(HttpConnection, () => {
  it('sends the whole request at once', async () => {
    const { text, response } = await send((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
    expect(text).toMatch(
      /^POST \/v1\/orders HTTP\/1.1\r\nhost: 127.0.0.1:\d+\r\naccept: application\/json\r\ncontent-length: 15\r\n\r\n{"amount":1.50}$/,
    );
    expect([response.status, textOf(response)]).toEqual([200, 'ok']);
  });

  it('takes an answer in chunks, in pieces, and after interim answers', async () => {
    const { response } = await send((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhe', () =>
        setImmediate(() => socket.write('l\r\n2\r\nlo\r\n0\r\n\r\n')),
      );
    });
    expect(textOf(response)).toBe('hello');
  });

  it('takes an answer that ends with the connection', async () => {
    expect(textOf((await send((socket) => socket.end('HTTP/1.1 500 Oops\r\n\r\nwhy'))).response)).toBe('why');
  });

  it('leaves what follows the answer', async () => {
    const { response } = await send((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 500 Oops\r\n\r\n'));
    expect([response.status, textOf(response)]).toEqual([200, 'ok']);
  });

  it.each([
    ['is cut short in its headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['is cut short in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"id":1'],
    ['is cut short in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhe'],
    ['states two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'],
    ['is no HTTP', '{"id":1}\r\n\r\n'],
  ])('is of unknown outcome when the answer %s', async (_, answer) => {
    await expect(send((socket) => socket.end(answer))).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
  });

  it.each([
    ['announced', 'HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n'],
    ['in chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nb\r\nhello world\r\n'],
    ['without end', 'HTTP/1.1 200 OK\r\n\r\nhello world'],
  ])('is of unknown outcome when the answer is too long, %s', async (_, answer) => {
    await expect(send((socket) => socket.write(answer), 10)).rejects.toMatchObject({ code: 'unreadable-reply', outcome: 'unknown' });
  });

  it('is of unknown outcome when the connection is reset', async () => {
    await expect(send((socket) => socket.resetAndDestroy())).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
  });
});
