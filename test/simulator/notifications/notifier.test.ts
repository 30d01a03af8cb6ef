import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { systemClock } from '../../../src/base/systemClock.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { deliverByHttp, type OutgoingNotification } from '../../../src/simulator/notifications/deliver.ts';
import { Notifier } from '../../../src/simulator/notifications/notifier.ts';
import { BEGINNING } from '../venueUnderTest.ts';

interface Receiver {
  readonly notifier: Notifier;
  readonly clock: VirtualClock;
  readonly got: { readonly at: number; readonly body: string }[];
  advance(ms: number): Promise<void>;
}

function receiver(answer: (sent: OutgoingNotification, count: number) => number | Error): Receiver {
  const clock = new VirtualClock(BEGINNING);
  const got: { at: number; body: string }[] = [];
  const notifier = new Notifier({
    now: () => clock.now(),
    later: (delayMs, act) => clock.setTimer(delayMs, act),
    deliver: (sent) => {
      got.push({ at: clock.now() - BEGINNING, body: sent.body });
      const status = answer(sent, got.length);
      return typeof status === 'number' ? Promise.resolve(status) : Promise.reject(status);
    },
  });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return { notifier, clock, got, advance: (ms) => clock.advance(ms, settle) };
}

const told = (subject: string, n: number) => ({ url: 'http://shop.test', subject, type: 'T', body: { n } });

describe('notifications', () => {
  test('are posted as JSON with exact decimals', async () => {
    const { notifier, got, advance } = receiver(() => 200);
    notifier.notify({ ...told('a', 1), body: { amount: dec('0.10000000000000000001'), nothing: null } });
    await advance(0);
    expect(got).toEqual([{ at: 0, body: '{"amount":0.10000000000000000001,"nothing":null}' }]);
    expect(notifier.deliveries()).toMatchObject([{ id: 'n-1', state: 'delivered', attempts: [{ at: BEGINNING, outcome: 200 }] }]);
  });

  test('that are not taken are sent again, later each time, and given up in the end', async () => {
    const { notifier, got, advance } = receiver((_, count) => (count % 2 === 0 ? 500 : new Error('refused')));
    notifier.notify(told('a', 1));
    await advance(3_600_000);
    expect(got.map(({ at }) => at)).toEqual([0, 1000, 6000, 36_000, 156_000, 756_000]);
    const [delivery] = notifier.deliveries();
    expect(delivery).toMatchObject({ state: 'given-up' });
    expect(delivery!.attempts.map(({ outcome }) => outcome)).toEqual(['refused', 500, 'refused', 500, 'refused', 500]);
  });

  test('of one subject arrive in order, however often the first fails; another subject does not wait', async () => {
    const { notifier, got, advance } = receiver((_, count) => (count <= 2 ? 503 : 204));
    for (const n of [1, 2]) notifier.notify(told('a', n));
    await advance(500);
    notifier.notify(told('b', 3));
    await advance(10_000);
    expect(got.map(({ at, body }) => [at, body])).toEqual([
      [0, '{"n":1}'],
      [500, '{"n":3}'],
      [1000, '{"n":1}'],
      [1000, '{"n":2}'],
      [1500, '{"n":3}'],
    ]);
  });

  test('that have failed are not sent again once the notifier is stopped', async () => {
    const { notifier, got, advance } = receiver(() => 500);
    notifier.notify(told('a', 1));
    await advance(1000);
    notifier.stop();
    await advance(3_600_000);
    expect(got.map(({ at }) => at)).toEqual([0, 1000, 6000]);
    expect(notifier.deliveries()).toMatchObject([{ state: 'pending' }]);
  });

  test('without an address nobody is told', async () => {
    const { notifier, got, advance } = receiver(() => 200);
    for (const url of [undefined, '']) notifier.notify({ ...told('a', 1), url });
    await advance(0);
    expect([got, notifier.deliveries()]).toEqual([[], []]);
  });

  test('go over real HTTP; a redirect is not followed, and no answer is an error', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
        if (request.url === '/dead') request.socket.destroy();
        else response.writeHead(request.url === '/moved' ? 302 : 202, { location: '/other' }).end('ok');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const deliver = deliverByHttp(systemClock);
    const send = (path: string): Promise<number> =>
      deliver({ url: base + path, body: '{}', headers: { 'content-type': 'application/json' } });
    try {
      expect([await send('/ok'), await send('/moved')]).toEqual([202, 302]);
      await expect(send('/dead')).rejects.toThrow(Error);
      expect(seen[0]).toBe('POST /ok application/json {}');
      expect(seen).toHaveLength(3);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
