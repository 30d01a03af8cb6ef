import { afterEach, expect, test } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import type { Transport } from '../../src/client/transport.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

/** A network on which orders linger on their way to the venue. */
function lingering(forMs: () => number): (transport: Transport) => Transport {
  return (transport) => ({
    ...transport,
    send: async (request) => {
      request.onFirstByte?.();
      if (request.method === 'POST') await sleep(bench.clock, forMs());
      return transport.send({ ...request, onFirstByte: undefined, timeoutMs: 120_000 });
    },
  });
}

test.each([
  [14_000, 1],
  [16_500, 0],
])('an order that lingers for %i ms on its way is taken %i times: its signature lies back', async (lingerMs, orders) => {
  bench = await orderBench({ wrap: lingering(() => lingerMs) });
  await bench.round();
  const command = bench.place();
  await bench.run(command);
  await bench.pass(90_000);
  expect(bench.truth().orders).toHaveLength(orders);
  const { expiresAt, createdAt, sentAt } = (await bench.store.journal.get(command.intentId))!;
  expect(Math.abs(expiresAt! - createdAt - 15_000)).toBeLessThanOrEqual(1000);
  expect(sentAt).toBe(createdAt);
});

test('V7: a quote is good until its end by the clock of the venue, not by ours', { tags: 'long' }, async () => {
  bench = await orderBench({ clockSkewMs: -20_000 });
  await bench.round();
  const quote = await bench.quote();
  const left = quote.validTo - bench.clock.now();
  expect(left).toBeGreaterThan(10_000);
  await bench.end();
  bench = await orderBench({ clockSkewMs: 20_000 });
  await bench.round();
  const ahead = await bench.quote();
  expect(ahead.validTo - bench.clock.now()).toBeLessThanOrEqual(15_000);
  await bench.run(bench.convert(ahead));
  const [intent] = await bench.store.journal.list(1);
  expect(intent!.state).toBe('acknowledged');
});

test('a conversion expires with its quote, when that ends first', async () => {
  bench = await orderBench({ market: { quoteLifetimeMs: 3000 } });
  await bench.round();
  const command = bench.convert(await bench.quote());
  await bench.run(command);
  const { expiresAt, createdAt } = (await bench.store.journal.get(command.intentId))!;
  expect(expiresAt! - createdAt).toBeGreaterThan(3000);
  expect(expiresAt! - createdAt).toBeLessThan(10_000);
});
