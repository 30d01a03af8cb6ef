import { describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import type { TransportRequest } from '../../src/client/transport.ts';
import { faultFrom, turn } from './scripted.ts';

function request(extra: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'POST',
    url: 'http://venue/v1/x%2Fy?q=1',
    headers: { 'x-one': '1' },
    body: new TextEncoder().encode('{"a":1.50}'),
    fresh: true,
    timeoutMs: 1000,
    maxBytes: 1000,
    ...extra,
  };
}

describe('in-process transport', () => {
  it('hands the request over as it would go on the wire, and gives the answer back', async () => {
    const clock = new VirtualClock(0);
    const seen: unknown[] = [];
    const transport = createInProcessTransport(
      async (request) => {
        seen.push([request.method, request.url, request.headers.get('x-one'), await request.text()]);
        return new Response('done', { status: 201, headers: { Date: 'Fri, 20 Nov 2026 10:00:00 GMT' } });
      },
      { clock },
    );
    const answer = await transport.send(request());
    expect(seen).toEqual([['POST', 'http://venue/v1/x%2Fy?q=1', '1', '{"a":1.50}']]);
    expect(answer.status).toBe(201);
    expect(answer.headers['date']).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
    expect(Buffer.from(answer.body).toString()).toBe('done');
  });

  it('takes its latency each way, on the given clock', async () => {
    const clock = new VirtualClock(0);
    const times: number[] = [];
    const transport = createInProcessTransport(
      () => {
        times.push(clock.monotonicMs());
        return Promise.resolve(new Response());
      },
      { clock, latencyMs: () => 40 },
    );
    void transport.send(request()).then(() => times.push(clock.monotonicMs()));
    await clock.advance(500, turn);
    expect(times).toEqual([40, 80]);
  });

  it('says unknown when time is up, and still delivers the request', async () => {
    const clock = new VirtualClock(0);
    let handled = 0;
    const transport = createInProcessTransport(
      () => {
        handled++;
        return Promise.resolve(new Response());
      },
      { clock, latencyMs: () => 2000 },
    );
    const sent = faultFrom(transport.send(request()));
    await clock.advance(1000, turn);
    expect(await sent).toMatchObject({ code: 'timeout', outcome: 'unknown' });
    expect(handled).toBe(0);
    await clock.advance(2000, turn);
    expect(handled).toBe(1);
  });

  it('says unknown when an answer never comes', async () => {
    const clock = new VirtualClock(0);
    const transport = createInProcessTransport(() => Promise.resolve(new Response()), { clock, latencyMs: () => Infinity });
    const sent = faultFrom(transport.send(request()));
    await clock.advance(1000, turn);
    expect(await sent).toMatchObject({ code: 'timeout', outcome: 'unknown' });
  });

  it('lets a handler wait for the same clock', async () => {
    const clock = new VirtualClock(0);
    const transport = createInProcessTransport(
      async () => {
        await sleep(clock, 300);
        return new Response('late');
      },
      { clock },
    );
    const sent = transport.send(request());
    await clock.advance(300, turn);
    expect((await sent).status).toBe(200);
  });

  it('says unknown when the handler breaks, throwing or rejecting', async () => {
    const clock = new VirtualClock(0);
    for (const handler of [
      () => Promise.reject(new Error('dropped')),
      () => {
        throw new Error('dropped');
      },
    ]) {
      const transport = createInProcessTransport(handler, { clock });
      await expect(transport.send(request())).rejects.toMatchObject({ code: 'network', outcome: 'unknown' });
    }
  });

  it('says unknown when the caller gives up meanwhile, and not-sent when it did before', async () => {
    const clock = new VirtualClock(0);
    const transport = createInProcessTransport(() => Promise.resolve(new Response()), { clock, latencyMs: () => 10 });
    const giveUp = new AbortController();
    const sent = transport.send(request({ signal: giveUp.signal }));
    giveUp.abort();
    await expect(sent).rejects.toMatchObject({ code: 'canceled', outcome: 'unknown' });
    await expect(transport.send(request({ signal: giveUp.signal }))).rejects.toMatchObject({ code: 'canceled', outcome: 'not-sent' });
  });

  it('refuses an answer that is too long, and sends nothing once closed', async () => {
    const transport = createInProcessTransport(() => Promise.resolve(new Response('x'.repeat(1001))), { clock: new VirtualClock(0) });
    await expect(transport.send(request())).rejects.toMatchObject({ code: 'unreadable-reply', outcome: 'unknown' });
    await transport.close();
    await expect(transport.send(request())).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
  });
});
