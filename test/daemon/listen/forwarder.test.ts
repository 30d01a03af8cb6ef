import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/systemClock.ts';
import { type Forwarded, Forwarder } from '../../../src/daemon/listen/forwarder.ts';
import { type Notification, readNotification } from '../../../src/daemon/listen/notification.ts';
import { FORWARDED_HEADER, serveReceiver } from '../../../src/daemon/listen/receiver.ts';
import { openShop } from './servers.ts';
import { until } from '../../until.ts';

function told(text: string): Notification {
  return readNotification(Buffer.from(text), 0);
}

function forwarderTo(url: string): { forwarder: Forwarder; done: Forwarded[] } {
  const done: Forwarded[] = [];
  return { forwarder: new Forwarder({ url, clock: systemClock, backOffMs: [1, 1], onForwarded: (each) => done.push(each) }), done };
}

describe('forwarding', () => {
  it('passes the exact bytes on, in their order', async () => {
    const shop = await openShop();
    const { forwarder, done } = forwarderTo(shop.url);
    const texts = ['{ "n" : 1.10 }', '{"n":"é"}', '{"n":3}'];
    for (const text of texts) forwarder.add(told(text));
    await until(() => done.length === 3);
    expect(shop.bodies.map(String)).toEqual(texts);
    expect(done.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ]);
    expect(shop.headers[0]).toMatchObject({ 'content-type': 'application/json', [FORWARDED_HEADER]: '1' });
    expect(await forwarder.stop()).toBe(0);
    await shop.close();
  });

  it('sends again what a server that answers 500 has not taken, before what comes after', async () => {
    const shop = await openShop(500, 503);
    const { forwarder, done } = forwarderTo(shop.url);
    forwarder.add(told('{"n":1}'));
    forwarder.add(told('{"n":2}'));
    await until(() => done.length === 2);
    expect(shop.bodies.map(String)).toEqual(['{"n":1}', '{"n":1}', '{"n":1}', '{"n":2}']);
    expect(done.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      [200, 3],
      [200, 1],
    ]);
    await forwarder.stop();
    await shop.close();
  });

  it('gives up after a few attempts and goes on with the next', async () => {
    const shop = await openShop(500, 500, 500);
    const { forwarder, done } = forwarderTo(shop.url);
    forwarder.add(told('{"n":1}'));
    forwarder.add(told('{"n":2}'));
    await until(() => done.length === 2);
    expect(done.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      [500, 3],
      [200, 1],
    ]);
    await forwarder.stop();
    await shop.close();
  });

  it.each([400, 404, 302])('takes %i for an answer', async (status) => {
    const shop = await openShop(status);
    const { forwarder, done } = forwarderTo(shop.url);
    forwarder.add(told('{}'));
    await until(() => done.length === 1);
    expect([done[0]!.outcome, shop.bodies.length]).toEqual([status, 1]);
    await forwarder.stop();
    await shop.close();
  });

  it('says what went wrong when nobody is there', async () => {
    const shop = await openShop();
    await shop.close();
    const { forwarder, done } = forwarderTo(shop.url);
    forwarder.add(told('{}'));
    await until(() => done.length === 1);
    expect([done[0]!.attempts, done[0]!.outcome]).toEqual([3, expect.stringContaining('ECONNREFUSED')]);
    await forwarder.stop();
  });

  it('ends while it waits, and says how many were not passed on', async () => {
    const shop = await openShop(500);
    const forwarder = new Forwarder({ url: shop.url, clock: systemClock, backOffMs: [3_600_000], onForwarded: () => {} });
    forwarder.add(told('{"n":1}'));
    forwarder.add(told('{"n":2}'));
    await until(() => shop.bodies.length === 1);
    expect(await forwarder.stop()).toBe(2);
    await shop.close();
  });

  it('keeps at most 1000 waiting and says so of what comes then', async () => {
    const shop = await openShop(500);
    const done: Forwarded[] = [];
    const forwarder = new Forwarder({ url: shop.url, clock: systemClock, backOffMs: [3_600_000], onForwarded: (each) => done.push(each) });
    for (let n = 0; n <= 1000; n++) forwarder.add(told('{}'));
    expect(done.map(({ outcome }) => outcome)).toEqual(['not sent: 1000 wait already']);
    expect(await forwarder.stop()).toBe(1000);
    await shop.close();
  });

  it('does not go round in circles when a listener is told to forward to itself', async () => {
    const heard: Notification[] = [];
    const receiver = await serveReceiver({
      clock: systemClock,
      port: 0,
      onNotification: (each) => heard.push(each),
      onRefused: () => {},
    });
    const { forwarder, done } = forwarderTo(receiver.url);
    await fetch(receiver.url, { method: 'POST', body: '{}' });
    forwarder.add(heard[0]!);
    await until(() => done.length === 1);
    expect([done[0]!.outcome, receiver.counts]).toEqual([400, { taken: 1, refused: 1 }]);
    await forwarder.stop();
    await receiver.close();
  });
});
