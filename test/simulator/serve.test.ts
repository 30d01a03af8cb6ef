import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { serveSimulator, type SimulatorServer } from '../../src/simulator/serve.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { signedRequest } from './signedRequests.ts';

const open: { readonly server: SimulatorServer; readonly simulator: Simulator }[] = [];

afterEach(async () => {
  for (const { server, simulator } of open.splice(0)) {
    simulator.stop();
    await server.close();
  }
});

async function served(fault?: CallFault): Promise<{ server: SimulatorServer; simulator: Simulator }> {
  const simulator = createSimulator({ clock: systemClock, seed: 3, behaviour: { fault: () => fault } });
  const server = await serveSimulator(simulator, { port: 0 });
  simulator.start();
  open.push({ server, simulator });
  return { server, simulator };
}

test('signed requests are answered over HTTP, with the path as it was sent and the time of the venue', async () => {
  const { server, simulator } = await served();
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const book = await fetch(
    signedRequest(simulator.exchange, { method: 'GET', path: '/v1/spot-trading/orderbook/BTC%2FEUR?depth=3', at: Date.now() }, server.url),
  );
  expect(book.status).toBe(200);
  expect(((await book.json()) as { bids: unknown[] }).bids).toHaveLength(3);
  expect(Math.abs(Date.parse(book.headers.get('date')!) - Date.now())).toBeLessThan(60_000);
  const body = '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.01,"price":50000}';
  const order = await fetch(
    signedRequest(simulator.exchange, { method: 'POST', path: '/v1/spot-trading/orders', body, at: Date.now() }, server.url),
  );
  expect(order.status).toBe(201);
  expect(await order.text()).toContain('"id":9007199254');
});

test('a request without a signature gets 401 with an empty body', async () => {
  const { server } = await served();
  const response = await fetch(`${server.url}/v1/balances`);
  expect([response.status, await response.text()]).toEqual([401, '']);
});

test('a dropped call destroys the socket, after it has been applied', async () => {
  const { server, simulator } = await served({ kind: 'drop-after' });
  const body = '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.01,"price":50000}';
  const lost = fetch(
    signedRequest(simulator.exchange, { method: 'POST', path: '/v1/spot-trading/orders', body, at: Date.now() }, server.url),
  );
  await expect(lost).rejects.toThrow('fetch failed');
  expect(simulator.truth()).toMatchObject({ orders: [{ symbol: 'BTC/EUR' }], failures: [] });
});

test('a body of more than one MiB is refused, whether its length is announced or not', async () => {
  const { server } = await served();
  const chunk = new Uint8Array(64 * 1024);
  let left = 40;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
  });
  const announced = fetch(`${server.url}/v1/spot-trading/orders`, { method: 'POST', body: new Uint8Array(1024 * 1024 + 1) });
  const streamed = fetch(`${server.url}/v1/spot-trading/orders`, { method: 'POST', body: endless, duplex: 'half' });
  for (const response of await Promise.allSettled([announced, streamed])) {
    // The server may close the connection while the rest is still being sent: then there is no answer to read.
    expect(response.status === 'rejected' ? 413 : response.value.status).toBe(413);
  }
});

test('a connection is kept for the next request', async () => {
  const { server } = await served();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const reused = async (): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const sent = request(`${server.url}/v1/balances`, { agent }, (response) => {
        response.resume().on('end', () => resolve(sent.reusedSocket));
      });
      sent.on('error', reject).end();
    });
  try {
    expect([await reused(), await reused()]).toEqual([false, true]);
  } finally {
    agent.destroy();
  }
});

test('a port that is taken is an error for the caller', async () => {
  const { server, simulator } = await served();
  await expect(serveSimulator(simulator, { port: Number(new URL(server.url).port) })).rejects.toThrow('EADDRINUSE');
});

test.each(['venue.example', 'venue.example:80', 'localhost.evil.example', '127.0.0.1.evil.example:8080', '10.0.0.1'])(
  'B10: a request for the name %j is none for this machine: a page in a browser may have its own name lead here',
  async (host) => {
    const { server, simulator } = await served();
    const asked = request(`${server.url}/control/v1/state`, {
      headers: { host, authorization: `Bearer ${simulator.control.token}` },
    }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(421);
  },
);

test('B10: the token of the control side does not follow from the seed', async () => {
  const [one, other] = [await served(), await served()];
  expect(one.simulator.control.token).not.toBe(other.simulator.control.token);
  const asked = await fetch(`${one.server.url}/control/v1/state`, { headers: { authorization: `Bearer ${one.simulator.control.token}` } });
  expect(asked.status).toBe(200);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('B10: a parameter %s is unknown like any other', async (name) => {
  const { server, simulator } = await served();
  const target = { method: 'GET', at: Date.now() } as const;
  const answers = ['other', name].map(async (each) => {
    const path = `/v1/spot-trading/orderbook/BTC%2FEUR?depth=3&${each}=1`;
    return (await fetch(signedRequest(simulator.exchange, { ...target, path }, server.url))).status;
  });
  const [other, odd] = await Promise.all(answers);
  expect(odd).toBe(other);
  expect(simulator.truth().failures).toEqual([]);
});
