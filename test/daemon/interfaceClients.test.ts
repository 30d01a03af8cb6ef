import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter, type RateLimiter } from '../../src/client/rateLimiter.ts';
import { InterfaceClients } from '../../src/daemon/interfaceClients.ts';
import type { ApiReply, ApiRequest } from '../../src/daemon/sendApiRequest.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';

let clock: VirtualClock;
let simulator: Simulator;
let limiter: RateLimiter;
let ending: AbortController;
let clients: InterfaceClients;
let gone: AbortController;

const QUOTE: ApiRequest = {
  interface: 'exchange',
  operation: 'quotes.request',
  params: { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: '100' },
};

beforeEach(() => {
  clock = new VirtualClock(Date.UTC(2026, 10, 20));
  simulator = createSimulator({ clock, seed: 7, balances: { EUR: dec(1000) } });
  limiter = createRateLimiter({ clock, perSecond: 8, burst: 8 });
  ending = new AbortController();
  gone = new AbortController();
  const { key, secret } = simulator.exchange;
  const transport = createInProcessTransport((request) => simulator.fetch(request), { clock });
  const client = createExchangeClient({ url: 'http://venue.test', key, secret: new Secret(secret), transport, limiter, clock });
  const transfersOf = (): Promise<never> => Promise.reject(new Error('none of these requests is a transfer'));
  clients = new InterfaceClients({
    exchange: client,
    env: {},
    clock,
    ending: ending.signal,
    venue: { backdate: 0, knows: {} },
    transfersOf,
  });
});
afterEach(() => simulator.stop());

const asked = (): number => simulator.truth().requests.filter(({ operation }) => operation === 'quotes.request').length;
const pass = (ms: number): Promise<void> => clock.advance(ms, () => setImmediate());
const never = (): AbortSignal => new AbortController().signal;
/** What became of it, so that time can be moved on meanwhile. */
const settled = (call: Promise<ApiReply>): Promise<unknown> => call.catch((error: unknown) => error);

describe(InterfaceClients.name, () => {
  it('sends an operation and any other request through the given client, and gives the bytes as they came', async () => {
    const reply = clients.call(QUOTE, never());
    await pass(1000);
    const { status, bytes } = await reply;
    expect([status, JSON.parse(new TextDecoder().decode(bytes))]).toMatchObject([200, { fromCurrency: 'EUR' }]);
    const raw = clients.call({ interface: 'exchange', method: 'GET', target: '/v1/balances', body: undefined }, never());
    await pass(1000);
    expect((await raw).status).toBe(200);
    expect(asked()).toBe(1);
  });

  it.each<[string, () => void, RegExp]>([
    ['nobody waits for it any more', () => gone.abort(), /nobody waits/],
    ['the daemon ends', () => ending.abort(new Fault('canceled', 'the test ends it')), /shutting down/],
    ['it had no turn for half a minute', () => undefined, /no turn for it within 30 s/],
  ])('sends nothing when %s', async (_what, giveUp, message) => {
    limiter.observe(429, 600_000, 'book');
    const waiting = settled(clients.call(QUOTE, gone.signal));
    await pass(1000);
    giveUp();
    await pass(31_000);
    expect(await waiting).toMatchObject({ code: 'canceled', outcome: 'not-sent', message: expect.stringMatching(message) as string });
    await pass(700_000);
    expect(asked()).toBe(0);
  });

  it('asks once more when its turn has come, right before the first byte, and then sends nothing', async () => {
    limiter.observe(429, 200, 'book');
    let isHalted = false;
    const assertNotHalted = (): void => {
      if (isHalted) throw new Fault('halted', 'so it is', { outcome: 'not-sent' });
    };
    const waiting = settled(clients.call(QUOTE, never(), assertNotHalted));
    await pass(100);
    isHalted = true;
    await pass(1000);
    expect(await waiting).toMatchObject({ code: 'halted', message: 'so it is' });
    expect(asked()).toBe(0);
  });

  it('says of a cancel that may have taken that it is in no journal, and may be repeated', async () => {
    const lost = settled(clients.call({ interface: 'exchange', operation: 'orders.cancel', params: { orderId: '1' } }, never()));
    await pass(1000);
    expect(await lost).toMatchObject({
      outcome: 'unknown',
      stands: expect.stringContaining('it is in no journal') as string,
      suggestion: expect.stringContaining('a cancel may be repeated') as string,
    });
  });

  it('names what is wrong with a request, and sends nothing', async () => {
    await expect(clients.call({ interface: 'exchange', operation: 'constructor', params: {} }, never())).rejects.toMatchObject({
      code: 'usage',
    });
    const wrong: ApiRequest = { ...QUOTE, params: { ...QUOTE.params, fromAmount: 'much' } };
    await expect(clients.call(wrong, never())).rejects.toThrow(/fromAmount/);
    const unnamed: ApiRequest = { interface: 'processing', operation: 'coins.list', params: {} };
    await expect(clients.call(unnamed, never())).rejects.toThrow(/SLUICE_PROCESSING_URL/);
    expect(clients.accounts()).toEqual({ processing: null, hostedPage: null });
    expect(asked()).toBe(0);
  });
});
