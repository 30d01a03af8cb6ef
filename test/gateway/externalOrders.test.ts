import { afterEach, expect, it } from 'vitest';
import { type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

it('an order of ours that is open again after it was closed is canceled, and shuts its lane until it is gone', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  await bench.rounds(2, 500);
  const [order] = await bench.store.journal.openOrders();
  await bench.store.journal.closeOrder(order!.orderId, 'canceled', bench.clock.now());
  await bench.rounds(4, 500);
  expect(bench.reportsOf('order-late'), 'told once').toMatchObject([{ orderId: order!.orderId, intentId: order!.intentId }]);
  expect(bench.reportsOf('lane-frozen')).toMatchObject([{ reason: expect.stringContaining('the lane opens when it is gone') as string }]);
  await bench.pass(15_000);
  await bench.round();
  expect(bench.reportsOf('order-late'), 'told again while it is open').toHaveLength(2);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  await bench.run(bench.cancel(order!.orderId));
  await bench.rounds(3, 500);
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  expect(bench.reportsOf('order-closed'), 'its end is told').toMatchObject([{ orderId: order!.orderId, end: 'canceled' }]);
  await bench.pass(60_000);
  await bench.round();
  expect(bench.reportsOf('order-late')).toHaveLength(2);
});

it('old lists that lack it now and then neither end that nor begin it anew', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  await bench.rounds(2, 500);
  const [order] = await bench.store.journal.openOrders();
  await bench.store.journal.closeOrder(order!.orderId, 'canceled', bench.clock.now());
  await bench.rounds(2, 500);
  for (let i = 0; i < 6; i++) {
    bench.fault = ({ operation }) => (operation === 'orders.list' ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined);
    await bench.round();
    bench.fault = undefined;
    await bench.rounds(2, 500);
  }
  expect(bench.reportsOf('order-late')).toHaveLength(1);
  expect(bench.reportsOf('lane-opened')).toEqual([]);
  expect(bench.reportsOf('order-closed')).toEqual([]);
});
