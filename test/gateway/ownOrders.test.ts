import { afterEach, expect, test } from 'vitest';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { CROSSING, type OrderBench, once, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

async function twice(work: () => Promise<unknown>): Promise<void> {
  await work();
  await bench.pass(300);
  await work();
}

test('fills are booked once each, with all their digits and the strategy that they are of', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place({ ...CROSSING, tag: 'bid' }));
  await bench.rounds(5, 500);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills.length).toBeGreaterThan(0);
  expect(fills).toEqual(trades);
  expect(bench.reportsOf('fill')).toHaveLength(trades.length);
  for (const { fill } of bench.reportsOf('fill')) expect(fill).toMatchObject({ strategy: 'maker', tag: 'bid' });
});

test('an order that was executed to the end is closed as filled, and only after its fills', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place(CROSSING));
  await bench.rounds(3, 500);
  const types = bench.reports.map((one) => one.type);
  expect(types.at(-1)).toBe('order-closed');
  expect(types.filter((type) => type === 'order-closed')).toHaveLength(1);
  expect(bench.reportsOf('order-closed')[0]).toMatchObject({ end: 'filled' });
  expect(bench.reportsOf('order-closed')[0]!.filled.toFixed()).toBe('0.9');
  expect(await bench.store.journal.openOrders()).toEqual([]);
});

test('a canceled order is closed as canceled with what was filled before', async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  await bench.run(bench.cancel(id));
  await twice(() => bench.round());
  expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId: id, end: 'canceled' }]);
});

test('a reconciliation that runs twice changes nothing the second time', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place(CROSSING));
  await bench.run(bench.place());
  await bench.rounds(3, 500);
  const before = bench.reports.length;
  const fills = await bench.store.fillLog.fills({});
  await bench.rounds(3, 500);
  expect(bench.reports).toHaveLength(before);
  expect(await bench.store.fillLog.fills({})).toEqual(fills);
});

test('a fill that arrives before the answer waits for it and is booked once', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.round();
  bench.fault = once('orders.place', { kind: 'delay', ms: 3000 });
  const command = bench.place(CROSSING);
  bench.venue.send(command);
  await bench.pass(100);
  await bench.rounds(3, 500);
  expect(bench.reportsOf('fill'), 'the answer is not there yet').toEqual([]);
  await bench.pass(5000);
  await bench.rounds(3, 500);
  expect(bench.reports[0]).toMatchObject({ type: 'order-opened', intentId: command.intentId });
  for (const { fill } of bench.reportsOf('fill')) expect(fill.intentId).toBe(command.intentId);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
});

test('fills of an order whose intent is unknown wait and are not lost, however long it takes', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.round();
  bench.fault = once('orders.place', { kind: 'drop-after', applyAfterMs: 90_000 });
  const command = bench.place(CROSSING);
  await bench.run(command);
  await bench.rounds(60, 1000);
  expect(bench.reportsOf('order-opened')).toEqual([]);
  await bench.rounds(60, 1000);
  expect(bench.reportsOf('order-opened')).toMatchObject([{ intentId: command.intentId, adopted: true }]);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
  expect(bench.reportsOf('fill').every(({ fill }) => fill.intentId === command.intentId)).toBe(true);
  expect(bench.reportsOf('order-closed')).toHaveLength(1);
});

test('an order is not closed by lists that cannot be read', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  bench.fault = ({ operation }) => (operation === 'orders.list' ? { kind: 'status', status: 503, apply: false } : undefined);
  for (let i = 0; i < 5; i++) await expect(bench.round()).rejects.toThrow(/HTTP 503|503/);
  bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body: '{"total":1,"items":[]}' } : undefined);
  for (let i = 0; i < 5; i++) await expect(bench.round()).rejects.toThrow(/kept moving/);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  expect(await bench.store.journal.openOrders()).toHaveLength(1);
});

test('an order that is missing from the list for a while, without a word on its end, is not closed', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  bench.fault = ({ operation }) => (operation === 'orders.list' ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined);
  await bench.rounds(10, 1000);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  bench.fault = undefined;
  await bench.round();
  expect(await bench.store.journal.openOrders()).toHaveLength(1);
});

test('an order that rises again after a row has said that it was canceled shuts its lane', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { orderId } = bench.reportsOf('order-opened')[0]!;
  const row = `{"id":${orderId},"price":50000,"amount":0.00997,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"Canceled"}`;
  bench.fault = ({ operation }) => {
    if (operation === 'trades.list') return { kind: 'garble', body: `{"total":1,"items":[${row}]}` };
    return operation === 'orders.list' ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined;
  };
  await bench.rounds(2, 1000);
  expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'canceled' }]);
  bench.fault = undefined;
  await bench.rounds(3, 500);
  expect(bench.reportsOf('lane-frozen')).toMatchObject([
    { lane: 'spot:BTC/EUR', reason: expect.stringContaining('was taken for') as string },
  ]);
  await bench.foreign.cancel(bench.truth().orders[0]!.id);
  await bench.rounds(2, 500);
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
});

test('an order of somebody else is pointed out once and never touched', async () => {
  bench = await orderBench();
  await bench.round();
  const id = await bench.foreign.place({ amount: '0.01', price: '40000' });
  await bench.rounds(5, 500);
  expect(bench.reportsOf('external-order')).toMatchObject([{ orderId: id, symbol: 'BTC/EUR', side: 'Buy' }]);
  expect(bench.truth().orders.map((order) => order.id)).toEqual([id]);
  expect(await bench.store.journal.openOrders()).toEqual([]);
});

test(
  'a status that the specification does not list freezes the lane, is reported once, and is booked when it reads well again',
  { tags: 'long' },
  async () => {
    bench = await orderBench();
    await bench.round();
    await bench.run(bench.place(CROSSING));
    const trades = bench.truth().trades;
    const row = trades[0]!;
    const body = JSON.stringify({
      total: 1,
      items: [
        {
          id: 0,
          price: 1,
          amount: 1,
          symbol: 'BTC/EUR',
          type: 'Limit',
          side: 'Buy',
          status: 'Expired',
          tradeDate: new Date(row.tradedAt).toISOString(),
        },
      ],
    }).replace('"id":0', `"id":${row.orderId}`);
    bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body } : undefined);
    await bench.rounds(60, 1000);
    expect(bench.reportsOf('lane-frozen')).toMatchObject([{ lane: 'spot:BTC/EUR', reason: expect.stringContaining('Expired') as string }]);
    expect(bench.reportsOf('fill')).toEqual([]);
    bench.fault = undefined;
    await bench.rounds(2, 500);
    expect(bench.reportsOf('lane-opened'), 'the watermark has waited').toHaveLength(1);
    const { fills, trades: truth } = await fillsAndTrades(bench);
    expect(fills).toEqual(truth);
  },
);

test('an execution that reads differently later is not booked again, and shuts its lane while it lasts', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.round();
  await bench.run(bench.place(CROSSING));
  await bench.rounds(2, 500);
  const booked = await bench.store.fillLog.fills({});
  const pass = bench.pass(1000);
  const { bytes } = await bench.client.send(bench.client.prepare('trades.list', { page: 0, count: 100 }));
  await pass;
  const rows = Buffer.from(bytes).toString();
  const body = rows.replace(/"price":\d/, '"price":7');
  expect(body).not.toBe(rows);
  bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body } : undefined);
  await bench.rounds(2, 500);
  expect(bench.reportsOf('lane-frozen'), 'it may have been an old copy').toEqual([]);
  await bench.rounds(10, 1000);
  expect(bench.reportsOf('lane-frozen')).toMatchObject([{ reason: expect.stringContaining('reads differently') as string }]);
  expect(await bench.store.fillLog.fills({})).toEqual(booked);
  bench.fault = undefined;
  await bench.rounds(10, 1000);
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
});

test(
  'a list that has lost what is booked closes nothing, and where that lasts the lane is shut until it is back',
  { tags: 'long' },
  async () => {
    bench = await orderBench();
    await bench.round();
    await bench.run(bench.place(CROSSING));
    await bench.rounds(2, 500);
    await bench.run(bench.place());
    await bench.round();
    const { id } = bench.truth().orders[0]!;
    await bench.foreign.cancel(id);
    bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined);
    // Longer than anything takes to become visible: by absence alone it would be closed.
    await bench.rounds(40, 500);
    expect(bench.reportsOf('lane-frozen')).toMatchObject([
      { lane: 'spot:BTC/EUR', reason: expect.stringContaining('may be missing') as string },
    ]);
    expect(bench.reportsOf('order-closed').map((one) => one.orderId)).not.toContain(id);
    bench.fault = undefined;
    await bench.rounds(2, 500);
    expect(bench.reportsOf('lane-opened')).toHaveLength(1);
    expect(bench.reportsOf('order-closed').map((one) => one.orderId)).toContain(id);
  },
);
