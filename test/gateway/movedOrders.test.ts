import { afterEach, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { orderRows } from '../../src/daemon/reconciliation.ts';
import { accountLists } from '../../src/gateway/accountLists.ts';
import { type BenchOptions, once, type OrderBench, orderBench } from './orderBench.ts';

const LANE = 'spot:BTC/EUR';

let bench: OrderBench;
afterEach(() => bench.end());

async function resting(price: string, options: BenchOptions = {}): Promise<string> {
  bench = await orderBench(options);
  await bench.run(bench.place({ price: dec(price), amount: dec('0.01') }));
  await bench.rounds(5, 5000);
  return bench.reportsOf('order-opened')[0]!.orderId;
}

/** Somebody moves the order in the pages of the venue. */
async function move(orderId: string, amount: string, price: string): Promise<void> {
  const moving = bench.client.orders.replace({ orderId, amount: dec(amount), price: dec(price) });
  await bench.pass(1000);
  await moving;
}

function isShut(): boolean {
  return bench.reportsOf('lane-frozen').length > bench.reportsOf('lane-opened').length;
}

it('a replacement that the venue has acknowledged and never carried out shuts its lane, and the message says what to type', async () => {
  const orderId = await resting('50000');
  const opened = new Date(bench.clock.now()).toISOString();
  const body = `{"id":${orderId},"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy","amount":0.01,"price":40000,"openTime":"${opened}","makerCommission":0.001,"takerCommission":0.002}`;
  bench.fault = once('orders.replace', { kind: 'status', status: 200, body, apply: false });
  await bench.run(bench.replace(orderId, { price: dec('40000'), amount: dec('0.01') }));
  expect(bench.reportsOf('order-replaced')).toHaveLength(1);
  await bench.rounds(2, 5000);
  expect(bench.reportsOf('lane-frozen'), 'the list may be late').toEqual([]);
  await bench.rounds(5, 5000);
  const reason = expect.stringMatching(`at 50000, and at 40000 here.*sluice orders cancel ${orderId} --yes`) as string;
  expect(bench.reportsOf('lane-frozen')).toMatchObject([{ lane: LANE, reason }]);
  await bench.run(bench.cancel(orderId));
  await bench.rounds(2, 1000);
  expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
  expect(isShut()).toBe(false);
});

it('an order of ours that somebody else has moved shuts its lane until it is back; reconcile shows both prices', async () => {
  const orderId = await resting('40000');
  await move(orderId, '0.01', '50000');
  await bench.rounds(10, 5000);
  expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
  const reading = accountLists(bench.client, 0).openOrders();
  await bench.pass(1000);
  const rows = await orderRows(await reading, bench.store);
  expect(rows).toMatchObject([{ name: orderId, result: 'differs: at 50000, and at 40000 here', isProblem: true }]);
  await move(orderId, '0.01', '40000');
  await bench.rounds(2, 5000);
  expect(isShut()).toBe(false);
});

it('so does one of which somebody else has made a larger one', async () => {
  const orderId = await resting('40000');
  await move(orderId, '0.02', '40000');
  await bench.rounds(10, 5000);
  expect(bench.reportsOf('lane-frozen')).toMatchObject([{ reason: expect.stringContaining('with an amount of 0.02') as string }]);
});

it.each([
  ['keeps ids', { replaceId: 'keep' }],
  ['gives new ids', { replaceId: 'new' }],
  ['takes the amount for all of it', { replaceAmount: 'total' }],
] as const)('an order that we move shuts nothing: a venue that %s', async (_, behaviour) => {
  const placed = await resting('40000', { behaviour });
  await bench.run(bench.replace(placed, { price: dec('40100'), amount: dec('0.012') }));
  await bench.rounds(10, 5000);
  expect(bench.reportsOf('order-replaced')).toHaveLength(1);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
});

it('an order that is executed in part shuts nothing, whether the list of trades shows that or not', async () => {
  const orderId = await resting('40000');
  const at = new Date(bench.clock.now()).toISOString();
  const row = `{"id":${orderId},"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.004,"initialAmount":0.01,"price":40000,"openTime":"${at}"}`;
  bench.fault = ({ operation }) => (operation === 'orders.list' ? { kind: 'garble', body: `{"total":1,"items":[${row}]}` } : undefined);
  await bench.rounds(10, 5000);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
});

it('a replacement of unknown outcome that is found is no move of others', async () => {
  const orderId = await resting('40000');
  bench.fault = once('orders.replace', { kind: 'drop-after', applyAfterMs: 5000 });
  await bench.run(bench.replace(orderId, { price: dec('41000'), amount: dec('0.011') }));
  await bench.rounds(20, 5000);
  expect(bench.reportsOf('order-replaced')).toHaveLength(1);
  expect(isShut()).toBe(false);
  expect(bench.reportsOf('lane-frozen').filter(({ reason }) => reason.includes('is open at the venue'))).toEqual([]);
});
