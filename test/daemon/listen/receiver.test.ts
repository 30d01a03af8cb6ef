import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { Notification } from '../../../src/daemon/listen/notification.ts';
import { FORWARDED_HEADER, type Receiver, serveReceiver } from '../../../src/daemon/listen/receiver.ts';

let receiver: Receiver;
let heard: Notification[];
let refusals: string[];

beforeEach(async () => {
  heard = [];
  refusals = [];
  receiver = await serveReceiver({
    clock: systemClock,
    port: 0,
    onNotification: (each) => heard.push(each),
    onRefused: (reason) => refusals.push(reason),
  });
});

afterEach(() => receiver.close());

async function post(body: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(`${receiver.url}/any/path`, { method: 'POST', body, ...init });
  await response.text();
  return response.status;
}

describe('the receiver of notifications (001 Events)', () => {
  it('takes a JSON object on any path, byte for byte', async () => {
    expect(await post('{ "status" : "Pending", "amountTo": 1.10 }')).toBe(200);
    expect(heard.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['{ "status" : "Pending", "amountTo": 1.10 }']);
    expect(receiver.counts).toEqual({ taken: 1, refused: 0 });
  });

  it('refuses what is no JSON object with 400, and counts it', async () => {
    expect([await post('hello'), await post('[1]'), await post('')]).toEqual([400, 400, 400]);
    expect(heard).toEqual([]);
    expect(receiver.counts).toEqual({ taken: 0, refused: 3 });
    expect(refusals[1]).toBe('the body is no JSON object');
  });

  it('B11: takes a notification although a hundred connections are open that say nothing', async () => {
    const sockets = Array.from({ length: 100 }, () => connect(Number(new URL(receiver.url).port), '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => undefined);
    await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    expect(await post('{}')).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('takes a body of 16 KiB and refuses a longer one with 413', async () => {
    const padded = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect([await post(padded(16_384)), await post(padded(16_385))]).toEqual([200, 413]);
  });

  it('refuses a long body that does not say how long it is', async () => {
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < 5; i++) controller.enqueue(Buffer.alloc(4000, ' '));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: chunks, duplex: 'half' };
    const response = await fetch(receiver.url, init);
    await response.text();
    expect(response.status).toBe(413);
    expect(heard).toEqual([]);
  });

  it.each(['GET', 'PUT', 'DELETE'])('refuses %s with 405', async (method) => {
    const response = await fetch(receiver.url, { method });
    await response.text();
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('takes nothing from a web page, and nothing that a listener has forwarded', async () => {
    expect(await post('{}', { headers: { origin: 'https://evil.test' } })).toBe(403);
    expect(await post('{}', { headers: { [FORWARDED_HEADER]: '1' } })).toBe(400);
    expect(heard).toEqual([]);
  });

  it('looks at so many requests a second and no more', async () => {
    const clock = new VirtualClock(0);
    const slow = await serveReceiver({ clock, port: 0, perSecond: 2, onNotification: () => {}, onRefused: (each) => refusals.push(each) });
    const send = async (): Promise<number> => (await fetch(slow.url, { method: 'POST', body: '{}' })).status;
    try {
      expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
      await clock.advance(1001, () => Promise.resolve());
      expect(await send()).toBe(200);
      expect([slow.counts, refusals]).toEqual([{ taken: 3, refused: 1 }, []]);
    } finally {
      await slow.close();
    }
  });

  it('says when the port is taken', async () => {
    const port = Number(new URL(receiver.url).port);
    const again = serveReceiver({ clock: systemClock, port, onNotification: () => {}, onRefused: () => {} });
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
