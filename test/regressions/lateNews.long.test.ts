import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type OrderBench, once as onceOnBench, orderBench } from '../gateway/orderBench.ts';
import { expectNothingDoubledOrLost, once, openScene, requestsOf, type Scene } from './scene.ts';

let scene: Scene | undefined;
let bench: OrderBench | undefined;
afterEach(async () => {
  await scene?.end();
  await bench?.end();
  scene = undefined;
  bench = undefined;
});

// hummingbot#601, freqtrade#4403: the list does not show an order for a while after it was created; taken for gone, it doubled.
test('"does not exist" right after creation: not taken for gone, not placed again', async () => {
  scene = await openScene();
  await scene.world.pass(0);
  let hiddenUntil = Infinity;
  scene.fault = ({ operation }) => {
    if (operation === 'orders.place') hiddenUntil = scene!.world.clock.now() + 12_000;
    const isHidden = operation === 'orders.list' && scene!.world.clock.now() < hiddenUntil;
    return isHidden ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined;
  };
  await scene.world.start();
  await scene.world.pass(60_000);
  expect(scene.reportsOf('order-closed')).toEqual([]);
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  await expectNothingDoubledOrLost(scene);
});

// freqtrade#4403 for cancels: the venue says "not found" of an order that is there.
test('a cancel that is answered with "not found" closes nothing', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  const body = '{"code":"order-not-found","message":"order is not open"}';
  bench.fault = onceOnBench('orders.cancel', { kind: 'status', status: 400, body, apply: false });
  await bench.run(bench.cancel(id));
  await bench.rounds(40, 1000);
  expect(bench.reportsOf('cancel-failed')).toHaveLength(1);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  expect(await bench.store.journal.openOrders()).toMatchObject([{ orderId: id }]);
});

// barter-rs#206: a late "new" brought an order back to life that had been filled.
test('a late answer after the fill opens no closed order', async () => {
  scene = await openScene({ share: '1.02' });
  scene.fault = once('orders.place', { kind: 'delay', ms: 8000 });
  await scene.world.start();
  await scene.world.pass(60_000);
  const { orders } = scene.world.trader.snapshot();
  expect(orders).toEqual([]);
  expect(scene.reportsOf('order-closed')).toHaveLength(1);
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  await expectNothingDoubledOrLost(scene);
});

// freqtrade#3647, #1858, #1727: "cancelled" in the books, filled at the venue.
test('a cancel that "succeeds" although the order had filled: filled, with its fills', async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place({ amount: dec('0.05'), price: dec('80000') }));
  const orderId = bench.truth().trades[0]!.orderId;
  bench.fault = onceOnBench('orders.cancel', { kind: 'status', status: 200, apply: false });
  await bench.run(bench.cancel(orderId));
  expect(bench.reportsOf('cancel-accepted')).toHaveLength(1);
  await bench.rounds(3, 500);
  expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'filled' }]);
  const types = bench.reports.map((one) => one.type);
  expect(types.lastIndexOf('fill')).toBeLessThan(types.indexOf('order-closed'));
});

// freqtrade#12343, #8526, PR#2799: partly filled, canceled, and the exit was sized on the old amount.
test('partial fill then cancel: closed with what was really filled', async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place({ amount: dec('0.05'), price: dec('60744') }));
  const [order] = bench.truth().orders;
  expect(order!.filled.gt(0)).toBe(true);
  await bench.run(bench.cancel(order!.id));
  await bench.rounds(3, 500);
  const [closed] = bench.reportsOf('order-closed');
  expect(closed).toMatchObject({ orderId: order!.id, end: 'canceled' });
  expect(closed!.filled.toFixed()).toBe(order!.filled.toFixed());
  const filled = bench.reportsOf('fill').reduce((sum, { fill }) => sum.plus(fill.amount), dec(0));
  expect(filled.toFixed()).toBe(order!.filled.toFixed());
});

// A partly filled order vanishes from the open list while its last executions are not listed yet.
test('a partially filled order vanishes: closed only with all its fills, never as if it had none', async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place({ amount: dec('0.05'), price: dec('60744') }));
  await bench.round();
  const [order] = bench.truth().orders;
  // Somebody sells into the rest; the trades list shows it 10 s late.
  const old = await listOf(bench);
  await bench.foreign.place({ side: 'Sell', type: 'Limit', amount: '0.001', price: '62000' });
  await bench.foreign.cancel(order!.id);
  bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body: old } : undefined);
  await bench.rounds(10, 1000);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  bench.fault = undefined;
  await bench.rounds(2, 500);
  const [closed] = bench.reportsOf('order-closed');
  expect(closed).toMatchObject({ orderId: order!.id, end: 'canceled' });
  expect(closed!.filled.toFixed()).toBe(order!.filled.toFixed());
});

/** The trades list as the venue gives it now. */
async function listOf(of: OrderBench): Promise<string> {
  const asked = of.client.fetchBytes('trades.list', { page: 0, count: 100 });
  await of.pass(100);
  return Buffer.from((await asked).body).toString();
}
