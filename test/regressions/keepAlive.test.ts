import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createHttpTransport } from '../../src/client/httpTransport.ts';
import { accountLists } from '../../src/gateway/accountLists.ts';
import { LastGate } from '../../src/gateway/lastGate.ts';
import { LiveVenue } from '../../src/gateway/liveVenue.ts';
import { OwnOrders } from '../../src/gateway/ownOrders.ts';
import type { Report } from '../../src/model/event.ts';
import { serveSimulator } from '../../src/simulator/serve.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { openStore } from '../../src/store/store.ts';

/** A hop in front of the venue that knows what each connection has carried. */
class Hop {
  readonly requests: { readonly method: string; readonly isFirst: boolean }[] = [];
  /** Lets the first POST pass and takes the connection away before the answer. */
  cutsPost = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(venuePort: number) {
    this.#server = createServer((socket) => {
      const upstream = connect(venuePort, '127.0.0.1');
      let carried = 0;
      this.#sockets.add(socket.on('close', () => upstream.destroy()).on('error', () => undefined));
      upstream.on('error', () => undefined).on('close', () => socket.destroy());
      upstream.on('data', (answer) => {
        if (this.cutsPost && this.requests.at(-1)?.method === 'POST') {
          this.cutsPost = false;
          socket.destroy();
        } else socket.write(answer);
      });
      socket.on('data', (bytes) => {
        const method = /^(GET|POST|DELETE) /.exec(bytes.toString('latin1'))?.[1];
        if (method !== undefined) this.requests.push({ method, isFirst: carried++ === 0 });
        upstream.write(bytes);
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

// Measured for this project: a reset on a reused keep-alive socket is widely taken for "never executed", and is not.
test('a connection that is lost while a POST is written: fresh for each order, sent once, unknown, adopted', { tags: 'long' }, async () => {
  const clock = systemClock;
  const simulator = createSimulator({ clock, seed: 7 });
  const server = await serveSimulator(simulator, { port: 0 });
  ends.push(() => server.close());
  const hop = new Hop(Number(new URL(server.url).port));
  const url = await hop.listen();
  ends.push(() => hop.close());
  const transport = createHttpTransport();
  ends.push(() => transport.close());
  const { key, secret } = simulator.exchange;
  const client = createExchangeClient({ url, key, secret: new Secret(secret), transport });
  const store = await openStore({ path: ':memory:', clock });
  ends.push(() => store.close());
  const reports: Report[] = [];
  const { journal, fillLog, state } = store;
  const shared = { client, journal, fillLog, state, clock, report: (one: Report) => void reports.push(one) };
  const fail = (fault: Error): never => {
    throw fault;
  };
  const venue = new LiveVenue({
    ...shared,
    gate: new LastGate(() => undefined),
    onFatal: fail,
    onChange: () => undefined,
    maxDecisionAgeMs: 60_000,
  });
  const own = new OwnOrders({
    ...shared,
    lists: accountLists(client, 0),
    bookContext: () => undefined,
    visibilityMs: 15_000,
    skewMs: 5000,
    closeAfterRounds: 2,
    replacesAtomically: true,
    onTrouble: () => undefined,
  });
  const place = async (intentId: string, amount: string): Promise<void> => {
    const order = { symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('40000'), amount: dec(amount), tag: undefined } as const;
    venue.send({ type: 'place', intentId, strategy: 's', ...order, decidedAt: clock.now() });
    await venue.idle();
  };

  for (let i = 0; i < 3; i++) await own.round();
  expect(
    hop.requests.some(({ isFirst }) => !isFirst),
    'reads reuse their sockets',
  ).toBe(true);
  await place('one', '0.00101');
  hop.cutsPost = true;
  await place('two', '0.00102');
  await own.round();

  const posts = hop.requests.filter(({ method }) => method === 'POST');
  expect(posts, 'each order is the first that its connection carries, and is sent once').toEqual([
    { method: 'POST', isFirst: true },
    { method: 'POST', isFirst: true },
  ]);
  expect(reports.map((one) => one.type)).toEqual(['order-opened', 'intent-unknown', 'order-opened', 'lane-opened']);
  expect(reports[2]).toMatchObject({ intentId: 'two', adopted: true });
  expect(simulator.truth().orders).toHaveLength(2);
});
