import { afterEach, expect, test } from 'vitest';
import { expectNothingDoubledOrLost, once, openScene, requestsOf, type Scene } from './scene.ts';

let scene: Scene;
afterEach(() => scene.end());

// nautilus_trader#5000: killed with working orders, which were dropped at the restart.
test('killed with a working order: continued under its owner, not placed again', async () => {
  scene = await openScene();
  await scene.world.start();
  await scene.world.pass(20_000);
  const before = scene.world.simulator.truth().orders;
  expect(before).toHaveLength(1);
  await scene.crash();
  await scene.world.pass(60_000);
  await scene.world.start();
  await scene.world.pass(60_000);
  expect(scene.world.simulator.truth().orders.map((order) => order.id)).toEqual(before.map((order) => order.id));
  expect(scene.world.trader.snapshot().orders).toMatchObject([{ orderId: before[0]!.id, strategy: 'bidder', state: 'open' }]);
  expect(scene.reportsOf('external-order')).toEqual([]);
  await expectNothingDoubledOrLost(scene);
});

test('killed with fourteen working orders: all of them continued, none placed again', async () => {
  scene = await openScene({ bids: '14' });
  await scene.world.start();
  await scene.world.pass(60_000);
  const before = scene.world.simulator.truth().orders.map(({ id }) => id);
  expect(before).toHaveLength(14);
  await scene.crash();
  await scene.world.start();
  await scene.world.pass(60_000);
  expect(scene.world.simulator.truth().orders.map(({ id }) => id)).toEqual(before);
  expect(scene.world.trader.snapshot().orders.map(({ orderId, state }) => [orderId, state])).toEqual(before.map((id) => [id, 'open']));
  expect(requestsOf(scene, 'orders.place')).toBe(14);
  await expectNothingDoubledOrLost(scene);
});

// The same at the worst moment: the order is at the venue, the answer is not back.
test('killed between the request and its answer: the row is unknown at the start and the order is adopted', async () => {
  scene = await openScene();
  scene.fault = once('orders.place', { kind: 'delay', ms: 5000 });
  const started = scene.world.start();
  await started;
  while (requestsOf(scene, 'orders.place') === 0) await scene.world.pass(1000);
  await scene.crash();
  expect((await scene.world.store.journal.unresolved()).map((intent) => intent.state)).toEqual(['unknown']);
  await scene.world.start();
  await scene.world.pass(60_000);
  expect(await scene.world.store.journal.unresolved()).toEqual([]);
  expect(scene.world.trader.snapshot().orders).toMatchObject([{ strategy: 'bidder', state: 'open' }]);
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  await expectNothingDoubledOrLost(scene);
});

// QuantDinger#232, hummingbot#4990 and #5038: a restart booked the fill again.
test('a restart books a fill once, in the log and in the position', async () => {
  scene = await openScene({ share: '1.02' });
  await scene.world.start();
  await scene.world.pass(30_000);
  const bought = scene.world.trader.snapshot().strategies[0]!.position.amount.toFixed();
  expect(bought).not.toBe('0');
  for (let i = 0; i < 3; i++) {
    await scene.crash();
    await scene.world.start();
    await scene.world.pass(10_000);
    expect(scene.world.trader.snapshot().strategies[0]!.position.amount.toFixed()).toBe(bought);
  }
  await expectNothingDoubledOrLost(scene);
});

// The order is filled while nobody is there: the first round books it, and the past must not count it again.
test('a fill of the time away is booked once, in the log and in the position', async () => {
  scene = await openScene({ share: '1.02' });
  scene.fault = once('orders.place', { kind: 'drop-after', applyAfterMs: 5000 });
  await scene.world.start();
  while (requestsOf(scene, 'orders.place') === 0) await scene.world.pass(1000);
  await scene.crash();
  await scene.world.pass(30_000);
  const trades = scene.world.simulator.truth().trades;
  expect(trades.length).toBeGreaterThan(0);
  await scene.world.start();
  await scene.world.pass(30_000);
  const net = trades.reduce(
    (sum, trade) => sum.plus(trade.amount).minus(trade.feeCurrency === 'BTC' ? trade.fee : 0),
    trades[0]!.amount.times(0),
  );
  expect(scene.world.trader.snapshot().strategies[0]!.position.amount.toFixed()).toBe(net.toFixed());
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  await expectNothingDoubledOrLost(scene);
});

// hummingbot#8457: a DNS outage of hours; resting orders were counted as "not found" and dropped.
test('hours without a readable list while an order rests: nothing is declared lost, nothing placed', async () => {
  scene = await openScene();
  await scene.world.start();
  await scene.world.pass(10_000);
  const [order] = scene.world.simulator.truth().orders;
  scene.fault = () => ({ kind: 'drop-before' });
  await scene.world.pass(2 * 3_600_000);
  expect(scene.reportsOf('order-closed')).toEqual([]);
  scene.fault = undefined;
  await scene.world.pass(120_000);
  expect(scene.world.trader.snapshot().orders).toMatchObject([{ orderId: order!.id, state: 'open' }]);
  expect(scene.world.trouble.length, 'it was told of').toBeGreaterThan(0);
  await expectNothingDoubledOrLost(scene);
});

// hummingbot#5502: signatures refused for hours (timestamp errors) counted as "not found".
test('hours of empty 401s while an order rests: nothing is declared lost', async () => {
  scene = await openScene();
  await scene.world.start();
  await scene.world.pass(10_000);
  const [order] = scene.world.simulator.truth().orders;
  scene.fault = () => ({ kind: 'status', status: 401, body: '', apply: false });
  await scene.world.pass(3_600_000);
  scene.fault = undefined;
  await scene.world.pass(120_000);
  expect(scene.reportsOf('order-closed')).toEqual([]);
  expect(scene.world.simulator.truth().orders.map(({ id }) => id)).toEqual([order!.id]);
  await expectNothingDoubledOrLost(scene);
});
