import fc from 'fast-check';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttpTransport } from '../../src/client/httpTransport.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/client/transport.ts';
import { afterTest, rawServer } from './servers.ts';

/** What a server may do after a request, on connections that carry one request each or are kept. */
const BODY = '{"id":9007199254740993}';
const ANSWERS = {
  'a stated length': `HTTP/1.1 201 Created\r\nConnection: close\r\nDate: x\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  chunks: `HTTP/1.1 201 Created\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\n${BODY.slice(0, 5)}\r\n12\r\n${BODY.slice(5)}\r\n0\r\nX: y\r\n\r\n`,
  'an interim answer': `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
};

function transport(): Transport {
  const made = createHttpTransport();
  afterTest(() => made.close());
  return made;
}

function order(url: string, fresh: boolean, extra: Partial<TransportRequest> = {}): TransportRequest {
  const body = Buffer.from('{"amount":1.50}');
  return { method: 'POST', url: `${url}/`, headers: {}, body, fresh, timeoutMs: 10_000, maxBytes: 10_000, ...extra };
}

/** The outcomes of consecutive requests, each answered with one more byte of a text, and how many requests arrived. */
async function afterEach(
  text: string,
  fresh: boolean,
  then: (socket: Socket, rest: string) => void,
): Promise<{ results: PromiseSettledResult<TransportResponse>[]; arrived: number }> {
  let length = 0;
  const { url, texts } = await rawServer((socket) => {
    const end = (): void => then(socket, text.slice(length));
    // The kernel has the bytes. Let the event loop turn, so that the client gets them too.
    if (length === 0) end();
    else socket.write(text.slice(0, length), () => setImmediate(end));
  });
  const made = transport();
  const results: PromiseSettledResult<TransportResponse>[] = [];
  for (; length < text.length; length++) results.push(...(await Promise.allSettled([made.send(order(url, fresh))])));
  return { results, arrived: texts.length };
}

describe.each([{ fresh: true }, { fresh: false }])('a server that misbehaves (fresh: $fresh)', ({ fresh }) => {
  describe.each(Object.entries(ANSWERS))('in an answer with %s', (_, text) => {
    it('is understood wherever the answer is torn apart', async () => {
      const { results, arrived } = await afterEach(text, fresh, (socket, rest) => socket.end(rest));
      const answers = results.map((one) =>
        one.status === 'fulfilled' ? `${one.value.status} ${Buffer.from(one.value.body).toString()}` : one,
      );
      expect(new Set(answers)).toEqual(new Set([`201 ${BODY}`]));
      expect(arrived).toBe(text.length);
    });

    it.each([
      ['resets', (socket: Socket): unknown => socket.resetAndDestroy()],
      ['hangs up', (socket: Socket): unknown => socket.end()],
    ])('leaves the outcome unknown wherever it %s, and gets nothing twice', async (_name, then) => {
      const { results, arrived } = await afterEach(text, fresh, then);
      for (const one of results) expect(one).toMatchObject({ reason: { code: 'network', outcome: 'unknown' } });
      expect(arrived).toBe(text.length);
    });
  });

  it('is not believed when it sends what is no HTTP', async () => {
    let garbage: Uint8Array = Buffer.alloc(0);
    const { url, texts } = await rawServer((socket) => socket.end(garbage));
    const made = transport();
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        garbage = bytes;
        sent++;
        await expect(made.send(order(url, fresh))).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
      }),
    );
    expect(texts).toHaveLength(sent);
  });

  it.each([
    ['many headers', 'A: b\r\n'.repeat(20_000)],
    ['one header', `A: ${'b'.repeat(100_000)}`],
  ])('is given up when its head does not end, with %s', async (_, lines) => {
    const { url } = await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${lines}`));
    await expect(transport().send(order(url, fresh))).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
  });

  it('may answer before it has read the request, whose connection is not used again', { tags: 'long' }, async () => {
    const { url, texts } = await rawServer((socket) => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno');
    });
    const made = transport();
    const body = Buffer.alloc(16 * 1024 * 1024, 'x');
    for (let i = 0; i < 2; i++) expect((await made.send(order(url, fresh, { body }))).status).toBe(413);
    expect(texts).toHaveLength(2);
  });
});
