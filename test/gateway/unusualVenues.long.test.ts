import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { Transport } from '../../src/client/transport.ts';
import { accountLists } from '../../src/gateway/accountLists.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { CROSSING, type OrderBench, once, orderBench } from './orderBench.ts';

let bench: OrderBench;
let folder: string | undefined;
afterEach(async () => {
  await bench.end();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

test('where the list has a row for each closed order, amounts and fees add up and the orders close', async () => {
  bench = await orderBench({ behaviour: { trades: 'orders' } });
  await bench.round();
  await bench.run(bench.place(CROSSING));
  await bench.rounds(2, 500);
  const { trades } = bench.truth();
  const [logged] = await bench.store.fillLog.fills({});
  const total = (of: (trade: (typeof trades)[number]) => ReturnType<typeof dec>) =>
    trades.reduce((sum, trade) => sum.plus(of(trade)), dec(0)).toFixed();
  expect(logged!.fill.amount.toFixed()).toBe(total((trade) => trade.amount));
  expect(logged!.fill.fee.toFixed()).toBe(total((trade) => trade.fee));
  expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'filled' }]);
});

test('a venue whose clock is far off ours is read by its own time', async () => {
  bench = await orderBench({ clockSkewMs: -45_000 });
  await bench.round();
  bench.fault = once('orders.place', { kind: 'drop-after' });
  const command = bench.place(CROSSING);
  await bench.run(command);
  await bench.rounds(3, 500);
  expect(bench.reportsOf('order-opened')).toMatchObject([{ intentId: command.intentId, adopted: true }]);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
});

test('the first watermark lies before anything that may have been executed, however much has come since', async () => {
  bench = await orderBench();
  await bench.run(bench.place(CROSSING));
  await bench.pass(1_800_000);
  for (let i = 0; i < 110; i++) await bench.foreign.place({ symbol: 'ETH/EUR', amount: '0.01', price: '9000' });
  await bench.pass(1_800_000);
  await bench.rounds(2, 500);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(trades.length).toBeGreaterThan(110);
  expect(fills).toEqual(trades);
});

/** What the venue answers to a list, with one row changed. */
async function changedList(operation: 'orders.list' | 'trades.list', from: string, to: string): Promise<void> {
  const { bytes } = await bench.client.send(bench.client.prepare(operation, { page: 0, count: 100 }));
  const body = Buffer.from(bytes).toString().replaceAll(from, to);
  bench.fault = (call) => (call.operation === operation ? { kind: 'garble', body } : undefined);
}

test('an order of somebody else of a kind that is not listed is pointed out, and hides none of ours', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const id = await bench.foreign.place({ amount: '0.01', price: '40000', side: 'Buy' });
  const pass = bench.pass(1000);
  await changedList(
    'orders.list',
    `"id":${id},"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit"`,
    `"id":${id},"symbol":"BTC/EUR","type":"StopLimit"`,
  );
  await pass;
  await bench.rounds(4, 500);
  expect(bench.reportsOf('external-order')).toMatchObject([{ orderId: id, side: 'Buy' }]);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
  expect(await bench.store.journal.openOrders()).toHaveLength(1);
});

test('an order of somebody else of which nobody can say whether it buys or sells shuts its lane, until it is gone', async () => {
  bench = await orderBench();
  const id = await bench.foreign.place({ symbol: 'ETH/EUR', amount: '0.1', price: '1000' });
  const pass = bench.pass(1000);
  await changedList('orders.list', '"side":"Buy"', '"side":"Borrow"');
  await pass;
  await bench.rounds(3, 500);
  expect(bench.reportsOf('lane-frozen')).toMatchObject([{ lane: 'spot:ETH/EUR', reason: expect.stringContaining('Borrow') as string }]);
  bench.fault = undefined;
  await bench.foreign.cancel(id);
  await bench.rounds(2, 500);
  expect(bench.reportsOf('lane-opened')).toMatchObject([{ lane: 'spot:ETH/EUR' }]);
});

test('an execution of an order of a kind that is not listed is booked with its own word for it', async () => {
  bench = await orderBench();
  await bench.round();
  await bench.foreign.place({ symbol: 'ETH/EUR', type: 'Market', amount: '0.01' });
  const pass = bench.pass(1000);
  await changedList('trades.list', '"type":"Market"', '"type":"TrailingStop"');
  await pass;
  await bench.rounds(2, 500);
  expect((await bench.store.fillLog.fills({})).map(({ fill }) => [fill.type, fill.strategy])).toEqual([['TrailingStop', undefined]]);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
});

test('wallets of one currency count together, and lent funds do not count (000 Wallet balance)', async () => {
  bench = await orderBench();
  const wallet = (currency: string, total: string, available: string): string =>
    `{"name":7,"currency":"${currency}","totalBalance":${total},"availableBalance":${available},"totalBalanceUsd":"n/a"}`;
  const body = `[${wallet('EUR', '100.5', '80')},${wallet('BTC', '1', '1')},${wallet('EUR', '20', '25')}]`;
  bench.fault = ({ operation }) => (operation === 'balances.list' ? { kind: 'garble', body } : undefined);
  const reading = accountLists(bench.client, 0).balances();
  await bench.pass(1000);
  expect((await reading).map(({ currency, total, available }) => `${currency} ${total} ${available}`)).toEqual([
    'EUR 120.5 100',
    'BTC 1 1',
  ]);
});

test('of the cancels that a failing venue leaves without an answer, one for each order stays open, and none when the order is gone', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  bench.fault = ({ operation }) => (operation === 'orders.cancel' ? { kind: 'status', status: 502, apply: false } : undefined);
  for (let i = 0; i < 5; i++) await bench.run(bench.cancel(id));
  expect(await bench.store.journal.unresolved()).toHaveLength(5);
  await bench.round();
  expect((await bench.store.journal.unresolved()).map((intent) => intent.kind)).toEqual(['cancel']);
  bench.fault = undefined;
  await bench.run(bench.cancel(id));
  await bench.rounds(2, 500);
  expect(await bench.store.journal.unresolved()).toEqual([]);
});

/** An order of which the list shows an execution with a status that nobody knows, from now on. Returns that list. */
async function withUnreadableRow(): Promise<OrderBench['fault']> {
  folder = mkdtempSync(join(tmpdir(), 'sluice-own-'));
  bench = await orderBench({ database: join(folder, 'own.sqlite') });
  await bench.round();
  await bench.run(bench.place(CROSSING));
  const pass = bench.pass(1000);
  await changedList('trades.list', '"Executed"', '"Settled"');
  await pass;
  return bench.fault;
}

test('an execution that can not be understood is not passed over by a restart either', async () => {
  const changed = await withUnreadableRow();
  const unread = bench.truth().trades.length;
  await bench.rounds(90, 1000);
  expect((await bench.store.fillLog.fills({})).length).toBeLessThan(unread);
  await bench.restart();
  bench.fault = changed;
  await bench.rounds(3, 1000);
  bench.fault = undefined;
  await bench.rounds(3, 1000);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
});

test('a row that can not be understood for good is passed over when a person says that it is no execution, and its lane opens', async () => {
  const changed = await withUnreadableRow();
  await bench.rounds(3, 1000);
  const [frozen] = bench.reportsOf('lane-frozen');
  expect(frozen?.reason).toContain('sluice orders settle');
  const { orderId } = bench.truth().trades[0]!;
  await expect(bench.settle(orderId, 'as-listed')).rejects.toThrow(/can't be understood/);
  expect(await bench.settle(orderId, 'as-booked')).toEqual({ listed: undefined, newFills: 0, passedOver: 1 });
  await bench.rounds(2, 1000);
  expect(bench.reportsOf('lane-opened')).toMatchObject([{ lane: frozen?.lane }]);
  await bench.restart();
  bench.fault = changed;
  await bench.rounds(3, 1000);
  expect(bench.reportsOf('lane-frozen'), 'after a restart too').toEqual([]);
});

test('an order that is closed and shows as open once more, in one reading of an old copy, shuts nothing', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  const pass = bench.pass(1000);
  await changedList('orders.list', '', '');
  await pass;
  const old = bench.fault;
  bench.fault = undefined;
  await bench.run(bench.cancel(id));
  await bench.rounds(2, 500);
  expect(bench.reportsOf('order-closed')).toHaveLength(1);
  bench.fault = old;
  await bench.round();
  bench.fault = undefined;
  await bench.rounds(3, 500);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
});

test('a venue that counts pages from 1 and refuses page 0 is read from page 1', async () => {
  const pages: (string | null)[] = [];
  const wrap = (transport: Transport): Transport => ({
    ...transport,
    send: async (request) => {
      const url = new URL(request.url);
      const page = url.searchParams.get('page');
      if (url.pathname.endsWith('/orders') && page !== null) pages.push(page);
      if (page !== '0') return transport.send(request);
      const body = Buffer.from('{"errors":{"page":["must be 1 or more"]},"title":"One or more validation errors occurred.","status":400}');
      return { status: 400, headers: {}, body };
    },
  });
  bench = await orderBench({ wrap, behaviour: { pageBase: 1, openOrdersPageBase: 1 } });
  await bench.run(bench.place());
  await bench.run(bench.place({ ...CROSSING, symbol: 'ETH/EUR', price: dec('9000') }));
  await bench.rounds(2, 500);
  expect(await bench.store.journal.openOrders()).toHaveLength(1);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
  expect(
    pages.filter((page) => page === '0'),
    'asked twice, to be sure',
  ).toHaveLength(2);
});
