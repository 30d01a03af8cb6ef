import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { Report } from '../../src/model/event.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
beforeEach(async () => {
  bench = await orderBench();
  await bench.round();
});
afterEach(() => bench.end());

async function replaceOne(): Promise<string> {
  await bench.run(bench.place({ price: dec('60000'), amount: dec('0.02') }));
  const command = bench.replace(bench.reportsOf('order-opened').at(-1)!.orderId, { price: dec('50000'), amount: dec('0.02') });
  await bench.run(command);
  return command.intentId;
}

function told(): readonly Report[] {
  return bench.reportsOf('replacement-final');
}

describe('what an order had executed before it was replaced is known', () => {
  test('when the balances have just what is booked', { tags: 'long' }, async () => {
    const intentId = await replaceOne();
    expect(bench.reportsOf('order-replaced')).toMatchObject([{ intentId, isFinal: false }]);
    expect(bench.own.needsBalances).toBe(true);
    await bench.round();
    expect(told(), 'the list may be late').toEqual([]);
    await bench.balances(new Set(['ETH']));
    expect(told()).toEqual([{ type: 'replacement-final', intentId }]);
    expect(bench.own.needsBalances).toBe(false);
  });

  test.each(['BTC', 'EUR'])('not when %s differs, or before there is a ledger', async (currency) => {
    await replaceOne();
    await bench.balances(new Set([currency]));
    await bench.balances(undefined);
    expect(told()).toEqual([]);
    expect(bench.own.needsBalances).toBe(true);
  });

  test('not by balances that were read before the answer', async () => {
    await bench.run(bench.place({ price: dec('60000'), amount: dec('0.02') }));
    const looked = Promise.withResolvers<ReadonlySet<string>>();
    const balances = bench.own.balances(() => looked.promise);
    await bench.run(bench.replace(bench.reportsOf('order-opened').at(-1)!.orderId, { price: dec('50000'), amount: dec('0.02') }));
    looked.resolve(new Set());
    await balances;
    expect(told()).toEqual([]);
  });

  test('when the trades were read so late that the list must show it, and not by a reading that failed', async () => {
    const intentId = await replaceOne();
    await bench.pass(14_000);
    await bench.round();
    expect(told()).toEqual([]);
    await bench.pass(1000);
    bench.fault = (call) => (call.operation === 'trades.list' ? { kind: 'status', status: 500, body: '', apply: false } : undefined);
    await expect(bench.round()).rejects.toThrow(/500/);
    expect(told()).toEqual([]);
    bench.fault = undefined;
    await bench.round();
    expect(told()).toEqual([{ type: 'replacement-final', intentId }]);
  });

  test('also of a replacement whose answer was lost', async () => {
    await bench.run(bench.place({ price: dec('60000'), amount: dec('0.02') }));
    bench.fault = (call) => (call.operation === 'orders.replace' ? { kind: 'drop-after' } : undefined);
    const command = bench.replace(bench.reportsOf('order-opened').at(-1)!.orderId, { price: dec('50000'), amount: dec('0.02') });
    await bench.run(command);
    await bench.round();
    expect(bench.reportsOf('order-replaced')).toMatchObject([{ intentId: command.intentId, isFinal: false }]);
    await bench.balances(new Set());
    expect(told()).toEqual([{ type: 'replacement-final', intentId: command.intentId }]);
  });
});
