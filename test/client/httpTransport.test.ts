import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { Transport, TransportRequest } from '../../src/client/transport.ts';
import { createHttpTransport, type HttpTransportOptions } from '../../src/client/httpTransport.ts';
import { afterTest, deadPort, httpServer, rawServer } from './servers.ts';

function transport(options?: HttpTransportOptions): Transport {
  const made = createHttpTransport(options);
  afterTest(() => made.close());
  return made;
}

function request(url: string, extra: Partial<TransportRequest> = {}): TransportRequest {
  return { method: 'GET', url, headers: {}, body: undefined, fresh: false, timeoutMs: TIMEOUT_MS, maxBytes: 100_000, ...extra };
}

const TIMEOUT_MS = 5000;

/** A clock whose timers fire when the test says so, in any order, so that nothing depends on the speed of the machine. */
function handClock(): { clock: Clock; timers: (() => void)[] } {
  const timers: (() => void)[] = [];
  const setTimer: Clock['setTimer'] = (delayMs, callback) => {
    if (delayMs === TIMEOUT_MS) timers.push(callback);
    return () => {};
  };
  return { clock: { ...systemClock, setTimer }, timers };
}

const post = { method: 'POST', body: new TextEncoder().encode('{"amount":1.50}'), fresh: true } as const;

describe.each([
  { kind: 'pooled', fresh: false },
  { kind: 'fresh', fresh: true },
])('HTTP transport, $kind connection', ({ fresh }) => {
  it('sends the exact bytes, path and headers, and gives the whole answer back', async () => {
    const server = await httpServer((_, response) => {
      response.writeHead(201, { 'X-Thing': 'a', 'content-type': 'text/plain' });
      response.write('first ');
      setImmediate(() => response.end('second'));
    });
    const answer = await transport().send(request(`${server.url}/a%2Fb?q=1%202`, { ...post, fresh, headers: { 'x-one': '1' } }));
    expect(answer.status).toBe(201);
    expect(answer.headers['x-thing']).toBe('a');
    expect(Buffer.from(answer.body).toString()).toBe('first second');
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/a%2Fb?q=1%202', headers: { 'x-one': '1', 'content-length': '15' } });
    expect(server.received[0]!.body.toString()).toBe('{"amount":1.50}');
  });

  it.each([301, 302, 307, 308])('gives a %i back and never follows it', async (status) => {
    const elsewhere = await httpServer((_, response) => response.end('followed'));
    const server = await httpServer((_, response) => response.writeHead(status, { location: elsewhere.url }).end());
    const answer = await transport().send(request(`${server.url}/`, { ...post, fresh }));
    expect(answer.status).toBe(status);
    expect(elsewhere.received).toHaveLength(0);
  });

  it('says not-sent when the connection is refused', async () => {
    const sent = transport().send(request(`http://127.0.0.1:${await deadPort()}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
  });

  it('says not-sent when the name is not found', async () => {
    const sent = transport().send(request('https://venue.invalid/', { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
  });

  it('says not-sent when TLS fails', async () => {
    const server = await rawServer((socket) => socket.end('I speak no TLS\r\n'));
    const sent = transport().send(request(`${server.url.replace('http:', 'https:')}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
    expect(server.texts.join('')).not.toContain('amount');
  });

  it('says not-sent when TLS hangs until the connect timeout', async () => {
    const server = await rawServer(() => {});
    const sent = transport({ connectTimeoutMs: 50 }).send(request(`${server.url.replace('http:', 'https:')}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
  });

  it('says not-sent when time is up before the connection stands, and sends nothing later', async () => {
    const { clock, timers } = handClock();
    const server = await rawServer(() => timers[0]!());
    const sent = transport({ clock }).send(request(`${server.url.replace('http:', 'https:')}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    expect(server.texts.join('')).not.toContain('amount');
  });

  it('says not-sent when the caller gave up beforehand', async () => {
    const server = await httpServer((_, response) => response.end());
    const sent = transport().send(request(server.url, { ...post, fresh, signal: AbortSignal.abort() }));
    await expect(sent).rejects.toMatchObject({ code: 'canceled', outcome: 'not-sent' });
    expect(server.received).toHaveLength(0);
  });

  it('drops a request that could not be written in time as not-sent', async () => {
    const server = await httpServer((_, response) => response.end());
    const sent = transport().send(request(`${server.url}/`, { ...post, fresh, writeWithinMs: -1 }));
    await expect(sent).rejects.toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    expect(server.received).toHaveLength(0);
  });

  it('says unknown when the venue resets after the request', async () => {
    const server = await rawServer((socket) => socket.resetAndDestroy());
    const sent = transport().send(request(`${server.url}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
    expect(server.texts, 'nothing is sent twice').toHaveLength(1);
  });

  it('says unknown when the venue hangs up without an answer', async () => {
    const server = await rawServer((socket) => socket.end());
    const sent = transport().send(request(`${server.url}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
    expect(server.texts).toHaveLength(1);
  });

  it('says unknown when the answer is cut short', async () => {
    const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"id":'));
    const sent = transport().send(request(`${server.url}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
  });

  it('says unknown when the answer is no HTTP', async () => {
    const server = await rawServer((socket) => socket.end('hello\r\n\r\n'));
    const sent = transport().send(request(`${server.url}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
  });

  it('says unknown when no answer comes in time', async () => {
    const { clock, timers } = handClock();
    const server = await httpServer(() => timers[0]!());
    const sent = transport({ clock }).send(request(`${server.url}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'timeout', outcome: 'unknown' });
    expect(server.received).toHaveLength(1);
  });

  it('gives up on a body that trickles without end', async () => {
    const { clock, timers } = handClock();
    const server = await httpServer((_, response) => {
      let drops = 0;
      const drip = (): void => void (++drops === 5 ? timers[0]!() : response.write('.', drip));
      drip();
    });
    const sent = transport({ clock }).send(request(`${server.url}/`, { ...post, fresh }));
    await expect(sent).rejects.toMatchObject({ code: 'timeout', outcome: 'unknown' });
  });

  it('gives up on a body that is too long, announced or not', async () => {
    const announced = await httpServer((_, response) => response.end(Buffer.alloc(2000)));
    const streamed = await httpServer((_, response) => {
      const flood = (): void => void (response.destroyed || response.write(Buffer.alloc(500), () => setImmediate(flood)));
      flood();
    });
    for (const { url } of [announced, streamed]) {
      const sent = transport().send(request(`${url}/`, { ...post, fresh, maxBytes: 1000 }));
      await expect(sent).rejects.toMatchObject({ code: 'unreadable-reply', outcome: 'unknown' });
    }
  });

  it('says unknown when the caller gives up while it waits', async () => {
    const giveUp = new AbortController();
    const server = await httpServer(() => giveUp.abort());
    const sent = transport().send(request(`${server.url}/`, { ...post, fresh, signal: giveUp.signal }));
    await expect(sent).rejects.toMatchObject({ code: 'canceled', outcome: 'unknown' });
  });

  it('sends nothing once it is closed', async () => {
    const server = await httpServer((_, response) => response.end());
    const made = transport();
    await made.close();
    await expect(made.send(request(server.url, { fresh }))).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
    expect(server.received).toHaveLength(0);
  });

  it('fails what is under way when it is closed: a venue that hangs holds nobody up', async () => {
    const arrived = Promise.withResolvers<void>();
    const server = await httpServer(() => arrived.resolve());
    const made = transport();
    const sent = made.send(request(`${server.url}/`, { ...post, fresh }));
    sent.catch(() => undefined);
    await arrived.promise;
    await made.close();
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
  });

  it('names method and address in its message, without the query', async () => {
    const sent = transport().send(request(`http://127.0.0.1:${await deadPort()}/v1/x?address=private`, { fresh }));
    await expect(sent).rejects.toThrow(/^GET http:\/\/127\.0\.0\.1:\d+\/v1\/x: /);
    await expect(sent).rejects.not.toThrow(/private/);
  });
});

describe('HTTP transport', () => {
  it('keeps the connections of reads', async () => {
    const server = await httpServer((_, response) => response.end('ok'));
    const made = transport({ connections: 1 });
    for (let i = 0; i < 3; i++) await made.send(request(`${server.url}/`));
    expect(server.connections()).toBe(1);
  });

  it('asks several things at a time on several connections', async () => {
    const waiting: (() => void)[] = [];
    const server = await httpServer((_, response) => {
      waiting.push(() => response.end('ok'));
      if (waiting.length === 4) for (const answer of waiting) answer();
    });
    const made = transport({ connections: 4 });
    await Promise.all([1, 2, 3, 4].map(() => made.send(request(`${server.url}/`))));
    expect(server.connections()).toBe(4);
  });

  it('goes on after a keep-alive connection broke', async () => {
    let first = true;
    const server = await httpServer((_, response) => {
      if (first) response.socket!.destroy();
      else response.end('ok');
      first = false;
    });
    const made = transport({ connections: 1 });
    await expect(made.send(request(`${server.url}/`))).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
    expect((await made.send(request(`${server.url}/`))).status).toBe(200);
  });

  it('never sends a request that waited for a socket and was given up', async () => {
    const { clock, timers } = handClock();
    const server = await httpServer(({ url }, response) => {
      if (url === '/third') response.end();
      else timers[1]!();
    });
    const made = transport({ connections: 1, clock });
    const first = made.send(request(`${server.url}/first`));
    const second = made.send(request(`${server.url}/second`));
    await expect(second).rejects.toMatchObject({ code: 'timeout', outcome: 'not-sent' });
    timers[0]!();
    await expect(first).rejects.toMatchObject({ code: 'timeout', outcome: 'unknown' });
    expect((await made.send(request(`${server.url}/third`))).status).toBe(200);
    expect(server.received.map(({ url }) => url)).toEqual(['/first', '/third']);
  });
});
