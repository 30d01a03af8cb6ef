import { afterEach, describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import type { Transport } from '../../src/client/transport.ts';
import { ALL_TRADING, type TradingStop } from '../../src/model/tradingStop.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

/** A fresh connection takes so long until its first byte leaves: name, TCP and TLS to a venue far away. At most 500 ms are allowed. */
const CONNECT_MS = 400;
const STOP = { scope: ALL_TRADING, cause: 'operator', orders: 'cancel', reason: 'so it is', since: 0, until: undefined } as const;

let bench: OrderBench | undefined;
afterEach(async () => {
  await bench?.end();
  bench = undefined;
});

function faraway(transport: Transport): Transport {
  return {
    send: async (request) => {
      if (request.method === 'POST') await sleep(bench!.clock, CONNECT_MS, request.signal);
      return transport.send(request);
    },
    close: () => transport.close(),
  };
}

describe('while the connection of an order is being made', () => {
  it.each<[string, TradingStop]>([
    ['the kill switch', { ...STOP, state: 'halted' }],
    ['that positions are only to be reduced', { ...STOP, state: 'reducing' }],
  ])('%s keeps it back within 100 ms, it is settled as not sent, and its lane is free', async (_, stop) => {
    bench = await orderBench({ wrap: faraway });
    const { intentId } = bench.place();
    bench.venue.send(bench.place({ intentId }));
    await bench.pass(50);
    expect(await bench.store.journal.get(intentId), 'it is written down').toMatchObject({ state: 'sending' });
    bench.gate.stop(stop);
    await bench.pass(2000);
    expect(bench.truth().requests.filter(({ operation }) => operation === 'orders.place')).toEqual([]);
    expect(await bench.store.journal.get(intentId)).toMatchObject({ state: 'not-sent', evidence: 'so it is' });
    expect(bench.reportsOf('intent-not-sent')).toMatchObject([{ intentId, code: 'halted' }]);
    bench.gate.resume(ALL_TRADING);
    await bench.run(bench.place());
    expect(bench.reportsOf('order-opened')).toHaveLength(1);
  });
});
