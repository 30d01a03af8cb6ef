import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { FreshConnections } from '../../src/client/freshConnections.ts';
import { createHttpTransport, type HttpTransportOptions } from '../../src/client/httpTransport.ts';
import type { Transport, TransportRequest } from '../../src/client/transport.ts';
import { until } from '../until.ts';
import { afterTest, httpServer } from './servers.ts';

function transport(options?: HttpTransportOptions): Transport {
  const made = createHttpTransport(options);
  afterTest(() => made.close());
  return made;
}

function order(url: string): TransportRequest {
  const body = new TextEncoder().encode('{"amount":1.50}');
  return { method: 'POST', url: `${url}/`, headers: {}, body, fresh: true, timeoutMs: 5000, maxBytes: 1000 };
}

describe(FreshConnections, () => {
  it('sends each fresh request on a connection that carries nothing else', async () => {
    const carried = new Map<Socket, number>();
    const server = await httpServer((_, response) => {
      carried.set(response.socket!, (carried.get(response.socket!) ?? 0) + 1);
      response.end('ok');
    });
    const made = transport();
    for (let i = 0; i < 4; i++) {
      await made.send(order(server.url));
      // Wait until the next connection is ready.
      await until(() => server.connections() >= i + 2);
    }
    expect([...carried.values()]).toEqual([1, 1, 1, 1]);
    expect(server.connections(), 'and at most four stand ready').toBeLessThanOrEqual(8);
  });

  it('opens the next connection only once the answer is there', async () => {
    const waiting: (() => void)[] = [];
    const server = await httpServer((_, response) => waiting.push(() => response.end('ok')));
    const sent = transport().send(order(server.url));
    await until(() => waiting.length === 1);
    // Any connection that was opened by now would arrive before this other request.
    const other = fetch(server.url);
    await until(() => waiting.length === 2);
    expect(server.connections()).toBe(2);
    waiting[0]!();
    await sent;
    await until(() => server.connections() === 3);
    waiting[1]!();
    await other;
  });

  it('has as many ready as were needed lately, and opens more only when none is left', async () => {
    const waiting: (() => void)[] = [];
    const server = await httpServer((_, response) => waiting.push(() => response.end('ok')));
    const made = transport();
    const trade = async (orders: number, connections: number): Promise<void> => {
      const sent = Array.from({ length: orders }, () => made.send(order(server.url)));
      await until(() => waiting.length === orders);
      expect(server.connections()).toBe(connections);
      waiting.splice(0).forEach((answer) => answer());
      await Promise.all(sent);
    };
    await trade(2, 2);
    await until(() => server.connections() === 4);
    await trade(1, 4);
    const other = fetch(server.url);
    await until(() => waiting.length === 1);
    expect(server.connections(), 'one is left, and the fifth is of somebody else').toBe(5);
    waiting.pop()!();
    await other;
    await trade(1, 5);
    await until(() => server.connections() === 9);
    await trade(4, 9);
    await until(() => server.connections() === 13);
  });

  it('gives an order that finds none ready the first of those that are being opened', async () => {
    const seen: number[] = [];
    const server = await httpServer((_, response) => {
      seen.push(server.connections());
      response.end('ok');
    });
    const made = transport();
    await made.send(order(server.url));
    // The next connection is being opened, which takes at least one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    await made.send(order(server.url));
    expect(seen).toEqual([1, 2]);
  });

  it('fails an order that waits for a connection when it can not be opened, as not sent', async () => {
    const server = await httpServer((_, response) => response.end('ok'));
    const made = transport();
    await made.send(order(server.url));
    await new Promise((resolve) => setImmediate(resolve));
    const sent = made.send(order(server.url));
    await made.close();
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
  });

  it('closes what has carried its request when it opens others', async () => {
    const ended: Socket[] = [];
    const server = await httpServer((_, response) => {
      response.socket!.once('close', () => ended.push(response.socket!));
      response.end('ok');
    });
    const none = (): void => undefined;
    const setTimer: Clock['setTimer'] = (delayMs, callback) => (delayMs === 0 ? systemClock.setTimer(0, callback) : none);
    await transport({ clock: { ...systemClock, setTimer } }).send(order(server.url));
    await until(() => ended.length === 1);
    expect(server.connections()).toBe(2);
  });

  it('closes what has carried its request after a while, when it opens no others', { tags: 'long' }, async () => {
    const ended: Socket[] = [];
    const server = await httpServer((_, response) => {
      response.socket!.once('close', () => ended.push(response.socket!));
      response.end('ok');
    });
    const made = transport();
    await Promise.all([made.send(order(server.url)), made.send(order(server.url))]);
    await until(() => server.connections() === 4);
    await made.send(order(server.url));
    await until(() => ended.length === 3);
    expect(server.connections(), 'one was left').toBe(4);
  });

  it('does not use a ready connection that the venue has closed', async () => {
    const sockets: Socket[] = [];
    const server = await httpServer((_, response) => {
      sockets.push(response.socket!);
      response.end('ok');
    });
    const made = transport();
    await made.send(order(server.url));
    await until(() => server.connections() === 2);
    server.closeIdle();
    // Once another request has its answer, the closing has been noticed too.
    await fetch(server.url);
    expect((await made.send(order(server.url))).status).toBe(200);
    expect(new Set(sockets).size).toBe(3);
  });

  it('does not use a ready connection that has stood too long', async () => {
    let nowMs = 0;
    const server = await httpServer((_, response) => response.end('ok'));
    const made = transport({ clock: { ...systemClock, monotonicMs: () => nowMs } });
    await made.send(order(server.url));
    await until(() => server.connections() === 2);
    nowMs = 60_000;
    await made.send(order(server.url));
    expect(server.connections()).toBeGreaterThanOrEqual(3);
  });
});
