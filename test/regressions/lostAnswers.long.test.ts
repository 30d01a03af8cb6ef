import { afterEach, expect, test } from 'vitest';
import { expectNothingDoubledOrLost, once, openScene, requestsOf, type Scene } from './scene.ts';

let scene: Scene;
afterEach(() => scene.end());

// hummingbot#493, catalyst#317, python-poloniex#109: the answer timed out, the order was placed, a retry placed another.
test('timeout then placed: one order, adopted', async () => {
  scene = await openScene();
  scene.fault = once('orders.place', { kind: 'drop-after', ms: 60_000 });
  await scene.world.start();
  await scene.world.pass(60_000);
  expect(scene.reportsOf('intent-unknown')).toHaveLength(1);
  expect(scene.reportsOf('order-opened')).toMatchObject([{ adopted: true }]);
  expect(scene.world.simulator.truth().orders).toHaveLength(1);
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  await expectNothingDoubledOrLost(scene);
});

// kite.trade forum: HTTP 400 "order request timed out", placed 8 s later; another after 90 s.
test.each([8000, 90_000])(
  'HTTP 400 "timed out", placed %i ms later: an unlisted 400 proves nothing, the order is adopted',
  async (applyAfterMs) => {
    scene = await openScene();
    const body = '{"code":"order-request-timed-out","message":"order request timed out"}';
    scene.fault = once('orders.place', { kind: 'status', status: 400, body, apply: true, applyAfterMs });
    await scene.world.start();
    await scene.world.pass(applyAfterMs + 30_000);
    expect(scene.reportsOf('order-opened')).toMatchObject([{ adopted: true }]);
    expect(requestsOf(scene, 'orders.place')).toBe(1);
    await expectNothingDoubledOrLost(scene);
  },
);

// OctoBot-Trading#1255, trading-signals#1178, bbgo#873: a proxy answers 502 and the order is placed.
test('502 then placed: one order, adopted', async () => {
  scene = await openScene();
  scene.fault = once('orders.place', { kind: 'status', status: 502, body: '<html>Bad Gateway</html>', apply: true });
  await scene.world.start();
  await scene.world.pass(30_000);
  expect(scene.reportsOf('order-opened')).toMatchObject([{ adopted: true }]);
  expect(scene.world.simulator.truth().orders).toHaveLength(1);
  await expectNothingDoubledOrLost(scene);
});

// freqtrade#8913: a success without an id, and the order is live.
test.each(['{}', '{"id":null}', '{"id":""}', '', '{"success":false}'])('200 without an id (%j): unknown, then adopted', async (body) => {
  scene = await openScene();
  scene.fault = once('orders.place', { kind: 'garble', body });
  await scene.world.start();
  await scene.world.pass(30_000);
  expect(scene.reportsOf('intent-unknown')).toHaveLength(1);
  expect(scene.reportsOf('order-opened')).toMatchObject([{ adopted: true }]);
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  await expectNothingDoubledOrLost(scene);
});

// ccxt PR#1880, ccxt#2698: who looks among the open orders only does not find what was filled at once.
test('placed and filled before the first look: found among the trades, booked once', async () => {
  scene = await openScene({ share: '1.02' });
  scene.fault = once('orders.place', { kind: 'drop-after', ms: 3000 });
  await scene.world.start();
  await scene.world.pass(60_000);
  expect(scene.reportsOf('order-opened')).toMatchObject([{ adopted: true }]);
  expect(scene.world.simulator.truth().trades.length).toBeGreaterThan(0);
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  await expectNothingDoubledOrLost(scene);
});

// An answer that never comes and an order that never was: nothing is sent again before it is proven, and then it is decided anew.
test('a request that was lost on its way is unknown, with its lane shut, until the lists prove that it was not placed', async () => {
  scene = await openScene();
  scene.fault = once('orders.place', { kind: 'drop-before', ms: 60_000 });
  await scene.world.start();
  await scene.world.pass(20_000);
  expect(requestsOf(scene, 'orders.place')).toBe(1);
  expect((await scene.world.store.journal.unresolved()).map((intent) => intent.state)).toEqual(['unknown']);
  expect(scene.reportsOf('lane-opened')).toEqual([]);
  await scene.world.pass(580_000);
  expect(scene.reportsOf('intent-not-placed')).toMatchObject([{ kind: 'place', code: 'lost' }]);
  expect(scene.reportsOf('lane-opened').length).toBeGreaterThan(0);
  expect(requestsOf(scene, 'orders.place')).toBeGreaterThan(1);
  await expectNothingDoubledOrLost(scene);
});
