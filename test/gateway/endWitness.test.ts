import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { LedgerWitness } from '../../src/gateway/resolver.ts';
import { ownFolder } from '../ownFolder.ts';
import { CROSSING, type OrderBench, orderBench } from './orderBench.ts';

const EMPTY = { kind: 'garble', body: '{"total":0,"items":[]}' } as const;
/** Longer than an order whose end nobody asked for is waited for, and its lane left open. */
const LONG_ROUNDS = 200;

let bench: OrderBench;
afterEach(() => bench.end());

/** From now on these operations answer 200 with nothing in it. */
function empty(...operations: readonly string[]): void {
  const bodies: Readonly<Record<string, string>> = { 'balances.list': '[]' };
  bench.fault = ({ operation }) => (operations.includes(operation) ? { kind: 'garble', body: bodies[operation] ?? EMPTY.body } : undefined);
}

async function resting(amount = '0.1'): Promise<string> {
  await bench.round();
  await bench.balances();
  await bench.run(bench.place({ amount: dec(amount) }));
  await bench.rounds(2, 1000);
  return bench.reportsOf('order-opened')[0]!.orderId;
}

describe('an order that rests while the list of open orders is empty by a mistake', () => {
  test('counts as open, however long that lasts; its lane is shut once, and opens when the list is right again', async () => {
    bench = await orderBench();
    const orderId = await resting();
    empty('orders.list', 'trades.list');
    await bench.rounds(2 * LONG_ROUNDS, 1000);
    expect(bench.reportsOf('order-closed')).toEqual([]);
    expect(bench.reportsOf('lane-frozen')).toMatchObject([
      { lane: 'spot:BTC/EUR', reason: expect.stringContaining(`\`sluice orders settle ${orderId} --as-booked\``) as string },
    ]);
    bench.fault = undefined;
    await bench.rounds(2, 1000);
    expect(bench.reportsOf('lane-opened')).toHaveLength(1);
    expect(await bench.store.journal.openOrders()).toHaveLength(1);
  });

  test('so does one of whose cancel the venue has said that it was done, and did nothing', async () => {
    bench = await orderBench();
    const orderId = await resting();
    bench.fault = ({ operation }) => (operation === 'orders.cancel' ? { kind: 'status', status: 200, body: '', apply: false } : undefined);
    await bench.run(bench.cancel(orderId));
    empty('orders.list');
    await bench.rounds(LONG_ROUNDS, 1000);
    expect(bench.reportsOf('order-closed')).toEqual([]);
    expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
  });

  test('so does one in the next life', async () => {
    bench = await orderBench({ database: join(ownFolder('end-witness-'), 'orders.sqlite') });
    await resting();
    empty('orders.list', 'trades.list');
    await bench.rounds(10, 1000);
    await bench.restart();
    await bench.rounds(LONG_ROUNDS, 1000);
    expect(bench.reportsOf('order-closed')).toEqual([]);
    expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
  });

  test('while the balances are empty too, the ledger tells that they are wrong', async () => {
    const ledger: LedgerWitness = {
      hasUnexplained: () => false,
      differences: () => Promise.resolve(new Map([['EUR', dec('-1000000')]])),
    };
    bench = await orderBench({ ledgerWitness: ledger });
    await resting();
    empty('orders.list', 'trades.list', 'balances.list');
    await bench.rounds(LONG_ROUNDS, 1000);
    expect(bench.reportsOf('order-closed')).toEqual([]);
  });

  test('while the balances can not be read, nothing is concluded, and other orders are closed as ever', async () => {
    bench = await orderBench();
    const orderId = await resting();
    empty('orders.list');
    await bench.rounds(2, 1000);
    bench.fault = ({ operation }) => {
      if (operation === 'balances.list') return { kind: 'status', status: 503, apply: false };
      return operation === 'orders.list' ? EMPTY : undefined;
    };
    await bench.run(bench.place(CROSSING));
    await bench.rounds(LONG_ROUNDS, 1000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'filled' }]);
    expect(bench.reportsOf('lane-frozen').map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/nothing says how it ended, and the balances can't be read \(.*503.*\): it counts as open/),
    ]);
    empty('orders.list');
    await bench.rounds(10, 1000);
    expect(bench.reportsOf('lane-frozen')).toMatchObject([
      {},
      { reason: expect.stringContaining('the balances have room for it') as string },
    ]);
    expect(bench.reportsOf('lane-opened')).toEqual([]);
    expect((await bench.store.journal.openOrders()).map((order) => order.orderId)).toEqual([orderId]);
  });

  test('is over when a person says so, and its lane opens', async () => {
    bench = await orderBench();
    const orderId = await resting();
    await expect(bench.settle(orderId, 'as-booked'), 'the list shows it').rejects.toThrow('nothing is wrong');
    empty('orders.list');
    await bench.rounds(LONG_ROUNDS, 1000);
    await expect(bench.settle(orderId, 'as-listed')).rejects.toThrow('nothing is wrong');
    await bench.settle(orderId, 'as-booked');
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
    expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  });
});

test('an order that a list lacks for a moment is closed by nobody, and a person is told how long that may take', async () => {
  bench = await orderBench();
  const orderId = await resting();
  empty('orders.list');
  const refused = { code: 'refused', outcome: 'not-sent', retryable: true };
  await expect(bench.settle(orderId, 'as-booked')).rejects.toMatchObject({
    ...refused,
    message: expect.stringMatching(/may only not be listed yet: it can be closed by hand when it is missing for 15\.0 s more/) as string,
  });
  await bench.rounds(2, 5000);
  await expect(bench.settle(orderId, 'as-booked')).rejects.toMatchObject({ ...refused, retryAfterMs: expect.any(Number) as number });
  expect(bench.reportsOf('order-closed')).toEqual([]);
  await bench.rounds(2, 5000);
  await bench.settle(orderId, 'as-booked');
  expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
});

describe('an order that has ended, and of which no list shows a row', () => {
  test('is closed when its cancel was accepted and the balances hold nothing of it, and shuts nothing', async () => {
    bench = await orderBench();
    const orderId = await resting();
    await bench.run(bench.cancel(orderId));
    empty('trades.list');
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
    expect(bench.reportsOf('lane-frozen')).toEqual([]);
  });

  test('is closed where nobody asked for it, after a longer time', async () => {
    bench = await orderBench();
    const orderId = await resting();
    await bench.foreign.cancel(orderId);
    empty('trades.list');
    await bench.rounds(100, 1000);
    expect(bench.reportsOf('order-closed')).toEqual([]);
    await bench.rounds(40, 1000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
    expect(bench.reportsOf('lane-frozen')).toEqual([]);
  });

  test('is closed beside others that rest, are listed, and hold as much', async () => {
    bench = await orderBench();
    const orderId = await resting();
    await bench.run(bench.place({ amount: dec('0.101') }));
    await bench.foreign.place({ amount: '0.102', price: '50000' });
    await bench.rounds(2, 1000);
    await bench.run(bench.cancel(orderId));
    empty('trades.list');
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
    expect(bench.reportsOf('lane-frozen')).toEqual([]);
  });

  test('is not taken for canceled when the balances say that it was executed, and is filled when a list shows that', async () => {
    bench = await orderBench();
    await bench.round();
    await bench.balances();
    await bench.pass(1000);
    empty('trades.list');
    await bench.run(bench.place(CROSSING));
    await bench.rounds(LONG_ROUNDS, 1000);
    expect(bench.reportsOf('order-closed')).toEqual([]);
    expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
    bench.fault = undefined;
    await bench.rounds(62, 1000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'filled' }]);
    expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  });
});
