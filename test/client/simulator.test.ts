import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { SIMULATOR_REFUSALS } from '../../src/client/provenRefusals.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { faultFrom, START, turn } from './scripted.ts';

function venue(behaviour: VenueBehaviour = {}, skewMs = 0): { client: ExchangeClient; clock: VirtualClock; orders: () => Promise<number> } {
  const clock = new VirtualClock(START);
  const simulator = createSimulator({ clock, seed: 7, behaviour, clockSkewMs: skewMs });
  const transport = createInProcessTransport((request) => simulator.fetch(request), { clock });
  const { key, secret } = simulator.exchange;
  const client = createExchangeClient({
    url: 'http://simulator',
    key,
    secret: new Secret(secret),
    transport,
    clock,
    provenRefusals: SIMULATOR_REFUSALS,
  });
  return { client, clock, orders: async () => (await client.orders.list()).items.length };
}

/** Lets virtual time pass until the promise has settled. */
async function run<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  const state = { settled: false };
  const settle = (): void => {
    state.settled = true;
  };
  promise.then(settle, settle);
  for (let i = 0; i < 300 && !state.settled; i++) await clock.advance(100, turn);
  return promise;
}

const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.01'), price: dec('10000') } as const;

describe('client and simulator', () => {
  it('understand each other in every operation of the exchange account', async () => {
    const { client, clock } = venue();
    const whole = async (): Promise<void> => {
      expect((await client.symbols.list()).data.map(({ symbol }) => symbol)).toContain('BTC/EUR');
      expect((await client.currencies.list()).length).toBeGreaterThan(1);
      expect((await client.statistics.list()).length).toBeGreaterThan(1);
      const book = await client.book.get({ symbol: 'BTC/EUR', depth: 5 });
      expect(book.bids.length).toBeLessThanOrEqual(5);
      const placed = await client.orders.place(ORDER);
      expect(placed).toMatchObject({ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy' });
      expect([placed.amount.toFixed(), placed.price!.toFixed()]).toEqual(['0.01', '10000']);
      const replaced = await client.orders.replace({ orderId: placed.id, amount: dec('0.02') });
      expect(replaced.amount.toFixed()).toBe('0.02');
      const open = [];
      for await (const order of client.orders.list({ symbol: 'BTC/EUR' })) open.push(order.id);
      expect(open).toEqual([replaced.id]);
      await client.orders.cancel({ orderId: replaced.id });
      expect((await client.orders.list()).items).toEqual([]);
      const quote = await client.quotes.request({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('100.10') });
      expect(quote.amountFrom.toFixed()).toBe('100.1');
      const { id, fromCurrency, toCurrency, amountFrom, amountTo } = quote;
      const converted = await client.conversions.execute({ id, fromCurrency, toCurrency, fromAmount: amountFrom, toAmount: amountTo });
      expect((await client.conversions.list()).items[0]!.id).toBe(converted.id);
      expect((await client.trades.list()).items.length).toBeGreaterThanOrEqual(0);
      expect((await client.balances.list()).map(({ currency }) => currency)).toContain('EUR');
    };
    await run(clock, whole());
  });

  it.each([0, 1] as const)('walk all open orders of a venue that counts pages from %i', async (pageBase) => {
    const { client, clock } = venue({ pageBase });
    const walk = async (): Promise<void> => {
      for (let i = 0; i < 5; i++) await client.orders.place({ ...ORDER, price: dec(10_000 + i) });
      const prices: string[] = [];
      for await (const order of client.orders.list({ count: 2 })) prices.push(order.price!.toFixed());
      expect(prices).toEqual(['10004', '10003', '10002', '10001', '10000']);
    };
    await run(clock, walk());
  });

  it('follow a venue whose clock is 40 minutes ahead, after one refusal', async () => {
    const { client, clock } = venue({}, 2_400_000);
    expect(await faultFrom(run(clock, client.balances.list()))).toMatchObject({ code: 'unauthorized', status: 401 });
    expect((await run(clock, client.balances.list())).length).toBeGreaterThan(0);
  });

  it.each([
    ['a bad step', { ...ORDER, amount: dec('0.0100000001') }, 'rejected'],
    ['an empty purse', { ...ORDER, amount: dec('90'), price: dec('60000') }, 'rejected'],
  ] as const)('agree that %s proves that nothing happened', async (_, params, outcome) => {
    const { client, clock, orders } = venue();
    expect(await faultFrom(run(clock, client.orders.place(params)))).toMatchObject({ code: 'refused', outcome });
    expect(await run(clock, orders())).toBe(0);
  });

  it.each([
    ['lost before it happened', { kind: 'drop-before', ms: 50 }, 0],
    ['lost after it happened', { kind: 'drop-after', ms: 50 }, 1],
    ['late', { kind: 'delay', ms: 30_000 }, 1],
    ['a 502 though it happened', { kind: 'status', status: 502, body: '<html>', apply: true }, 1],
    [
      'a 400 that nobody listed though it happened',
      { kind: 'status', status: 400, body: '{"code":"x","message":"timed out"}', apply: true },
      1,
    ],
    ['garbled', { kind: 'garble', body: '{"id":12,"sym' }, 1],
  ] as readonly (readonly [string, CallFault, number])[])('call an answer unknown that is %s', async (_, fault, placed) => {
    let once: CallFault | undefined = fault;
    const { client, clock, orders } = venue({
      fault: ({ operation }) => {
        if (operation !== 'orders.place') return undefined;
        const now = once;
        once = undefined;
        return now;
      },
    });
    expect(await faultFrom(run(clock, client.orders.place(ORDER)))).toMatchObject({ outcome: 'unknown' });
    expect(await run(clock, orders()), 'nothing was sent twice').toBe(placed);
  });
});
