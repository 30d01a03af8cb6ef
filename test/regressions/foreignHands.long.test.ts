import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { fillsAndTrades } from '../gateway/fillsAndTrades.ts';
import { type OrderBench, once, orderBench, requestsOf } from '../gateway/orderBench.ts';
import { expectNothingDoubledOrLost, openScene } from './scene.ts';

let bench: OrderBench | undefined;
afterEach(async () => {
  await bench?.end();
  bench = undefined;
});

// freqtrade#13399: a look-back by time alone adopted the fill of an earlier trade.
test('a foreign order of the same shape before the window is not adopted', async () => {
  bench = await orderBench();
  const theirs = await bench.foreign.place({ amount: '0.00997', price: '50000' });
  await bench.pass(60_000);
  bench.fault = once('orders.place', { kind: 'drop-before' });
  const command = bench.place();
  await bench.run(command);
  await bench.rounds(10, 1000);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  expect(await bench.store.journal.order(theirs)).toBeUndefined();
});

test('a foreign order of the same shape before the window does not stand in the way of ours', async () => {
  bench = await orderBench();
  const theirs = await bench.foreign.place({ amount: '0.00997', price: '50000' });
  await bench.pass(60_000);
  bench.fault = once('orders.place', { kind: 'drop-after' });
  const command = bench.place();
  await bench.run(command);
  await bench.rounds(3, 500);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'adopted' });
  expect((await bench.store.journal.get(command.intentId))!.venueId).not.toBe(theirs);
});

// Fills with one timestamp, alike to the last digit, are no repeats of each other; a page ends in the middle of them.
test('four trades with one timestamp across a page edge: each booked once', async () => {
  bench = await orderBench();
  await bench.round();
  // Ours rests; somebody else sells into it in four equal parts within one millisecond, and all lists need two pages.
  await bench.run(bench.place({ amount: dec('0.02'), price: dec('60725') }));
  for (let i = 0; i < 97; i++) await bench.run(bench.place({ symbol: 'ETH/EUR', amount: dec('0.001'), price: dec('2500') }));
  const rows = bench.truth().trades.length;
  expect(rows).toBe(97);
  const order = bench.truth().orders[0]!;
  const body = await fourAlike(bench, order.id);
  bench.fault = ({ operation }) => {
    if (operation === 'orders.list') return { kind: 'garble', body: '{"total":0,"items":[]}' };
    return operation === 'trades.list' ? { kind: 'garble', body: body.shift() ?? '' } : undefined;
  };
  await bench.round();
  bench.fault = undefined;
  const logged = await bench.store.fillLog.fills({ orderId: order.id });
  expect(logged).toHaveLength(4);
  expect(new Set(logged.map(({ fill }) => fill.id)).size).toBe(4);
  expect(logged.every(({ fill }) => fill.amount.eq('0.005'))).toBe(true);
});

/** The trades list with four executions more, two on either side of the edge of its first page. */
async function fourAlike(of: OrderBench, orderId: string): Promise<string[]> {
  const asked = of.client.fetchBytes('trades.list', { page: 0, count: 100 });
  await of.pass(100);
  const text = Buffer.from((await asked).body).toString();
  const items = text.slice(text.indexOf('[') + 1, text.lastIndexOf(']')).split('},{');
  const rows = items.map((item) => `{${item.replace(/^\{|\}$/g, '')}}`);
  const at = new Date(of.clock.now() - 200).toISOString();
  const alike = `{"id":${orderId},"price":60725,"amount":0.005,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"PartiallyExecuted","fee":0.000005,"feeCurrency":"BTC","feeType":"Maker","openTime":"${at}","tradeDate":"${at}"}`;
  // One more of somebody else's stands in front, so that 98 rows come before the four.
  const last = alike.replace('PartiallyExecuted', 'Executed');
  const all = [...rows.slice(0, 97), rows[0]!.replace(/"amount":[\d.]+/, '"amount":0.0001'), last, alike, alike, alike];
  const page = (part: string[]): string => `{"total":${all.length},"items":[${part.join(',')}]}`;
  return [page(all.slice(0, 100)), page(all.slice(100))];
}

// freqtrade#11788 (175 cancels and replacements in 14 minutes), #7838.
test('a market that stands still for five minutes brings no command', async () => {
  const scene = await openScene({ market: false });
  await scene.world.start();
  await scene.world.pass(5000);
  const before = scene.commands.length;
  expect(before).toBe(1);
  await scene.world.pass(300_000);
  expect(scene.commands.slice(before)).toEqual([]);
  await expectNothingDoubledOrLost(scene);
  await scene.end();
});

// freqtrade#11788: an order that cannot be canceled must not be tried again without end.
test('a cancel that the venue keeps refusing is not repeated in a storm', async () => {
  const scene = await openScene({ amount: '0.05', share: '0.97', replaces: false });
  await scene.world.start();
  await scene.world.pass(5000);
  const body = '{"code":"order-not-found","message":"order is not open"}';
  scene.fault = ({ operation }) => (operation === 'orders.cancel' ? { kind: 'status', status: 400, body, apply: false } : undefined);
  scene.world.trader.post({ type: 'operator', order: { type: 'pause', strategy: 'bidder' } });
  await scene.world.pass(60_000);
  const cancels = scene.world.simulator.truth().requests.filter((request) => request.operation === 'orders.cancel').length;
  expect(cancels).toBeGreaterThan(0);
  expect(cancels).toBeLessThanOrEqual(30);
  await scene.end();
});

// CoinAlpha#20 and others: amounts that went through a float were off by a digit.
test('a float changes no amount: the digits on the wire, in the log and at the venue are the decimal’s', async () => {
  bench = await orderBench();
  await bench.round();
  for (const amount of ['0.1', '0.10003', '0.30001', '0.07']) {
    await bench.run(bench.place({ amount: dec(amount), price: dec('49999.99') }));
    expect(bench.truth().orders.map((order) => order.initialAmount.toFixed())).toContain(amount);
    expect(bench.truth().requests.at(-1)!.body).toContain(`"amount":${amount},`);
  }
  await bench.run(bench.place({ amount: dec('0.07009'), price: dec('80000.07') }));
  await bench.rounds(3, 500);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
  expect(requestsOf(bench.truth(), 'orders.place')).toBe(5);
});
