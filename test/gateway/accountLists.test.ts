import { afterEach, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { Transport } from '../../src/client/transport.ts';
import { Fault } from '../../src/base/fault.ts';
import { readerOf } from '../../src/gateway/accountLists.ts';
import { readAllNewestFirst } from '../../src/gateway/newestFirst.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { CROSSING, type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

/** A venue that refuses one read of a list, in words of its own. */
async function refusing(list: string, number: number): Promise<OrderBench> {
  let reads = 0;
  const wrap = (transport: Transport): Transport => ({
    ...transport,
    send: async (request) => {
      const isRead = request.method === 'GET' && new URL(request.url).pathname.endsWith(list);
      if (!isRead || ++reads !== number) return transport.send(request);
      return { status: 403, headers: {}, body: Buffer.from('{"code":"account-under-review","message":"try again later"}') };
    },
  });
  return orderBench({ wrap, behaviour: { openOrdersPageBase: 0 } });
}

it.each([
  ['/orders', 1],
  ['/orders', 5],
  ['/trades', 1],
  ['/trades', 5],
])('one refusal does not make the second page of a list its first one: %s, request %i', async (list, number) => {
  bench = await refusing(list, number);
  for (let round = 0; round < 20; round++) {
    await bench.pass(10_000);
    if (round === 6) await bench.run(bench.place());
    if (round === 6) await bench.run(bench.place({ ...CROSSING, symbol: 'ETH/EUR', price: dec('9000') }));
    await bench.round().catch(() => undefined);
  }
  expect(bench.reportsOf('order-closed').map(({ end }) => end)).toEqual(['filled']);
  expect(await bench.store.journal.openOrders()).toHaveLength(1);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
});

it('a list that was empty at first is read of a venue that counts from 1, once it has items', async () => {
  const orders: number[] = [];
  const ask = (page: number, count: number) =>
    Promise.resolve({ items: page === 0 ? [] : orders.slice((page - 1) * count, page * count), total: orders.length });
  const reader = readerOf<number>(0, ask, (a, b) => a === b);
  expect(await readAllNewestFirst(reader)).toEqual([]);
  orders.push(7);
  expect(await readAllNewestFirst(reader)).toEqual([7]);
  orders.push(...Array.from({ length: 150 }, (_, at) => 100 + at));
  expect(await readAllNewestFirst(reader)).toEqual(orders);
});

it('a list whose page 0 fails each time is read from page 1 where that is proven to be the first, and else not at all', async () => {
  const orders = Array.from({ length: 250 }, (_, at) => at);
  const failing = (base: 0 | 1) => (page: number, count: number) => {
    if (page === 0) throw new Fault('venue-failure', 'HTTP 500', { status: 500, retryable: true });
    return Promise.resolve({ items: orders.slice((page - base) * count, (page - base + 1) * count), total: orders.length });
  };
  const read = (base: 0 | 1) => readAllNewestFirst(readerOf<number>(0, failing(base), (a, b) => a === b));
  expect(await read(1)).toEqual(orders);
  await expect(read(0)).rejects.toMatchObject({ code: 'venue-failure', message: 'HTTP 500' });
  const empty = readerOf<number>(
    0,
    async (page) => (page === 0 ? failing(0)(0, 1) : { items: [], total: 0 }),
    (a, b) => a === b,
  );
  expect(await readAllNewestFirst(empty)).toEqual([]);
});

it('a copy that shows an empty first page twice does not hide the newest page from then on', async () => {
  const orders = Array.from({ length: 250 }, (_, at) => at);
  let behind = 2;
  const ask = (page: number, count: number) =>
    Promise.resolve({ items: page === 0 && behind-- > 0 ? [] : orders.slice(page * count, (page + 1) * count), total: orders.length });
  const reader = readerOf<number>(0, ask, (a, b) => a === b);
  await readAllNewestFirst(reader).catch(() => undefined);
  expect(await readAllNewestFirst(reader)).toEqual(orders);
});

it('an empty second page is no proof that the pages of a list count from 1', async () => {
  let refusals = 2;
  const ask = async (page: number) => {
    await Promise.resolve();
    if (page === 0 && refusals-- > 0) throw new Fault('refused', 'account under review');
    return { items: page === 0 ? ['a', 'b'] : [], total: undefined };
  };
  const reader = readerOf<string>(0, ask, (a, b) => a === b);
  await readAllNewestFirst(reader);
  expect(await readAllNewestFirst(reader)).toEqual(['a', 'b']);
});

it.each([
  ['counts from 1 and shows an empty page 0', 1, 0],
  ['counts from 0 and shows an empty page 0 once', 0, 1],
] as const)('a list is read of a venue that %s, although it has items (000 Spot trading: page 1 by default)', async (_, base, hollow) => {
  const orders = Array.from({ length: 150 }, (_item, at) => at);
  let left = hollow;
  const ask = async (page: number, count: number) => {
    await Promise.resolve();
    const from = (page - base) * count;
    return { items: page === 0 && (base === 1 || left-- > 0) ? [] : orders.slice(from, from + count), total: orders.length };
  };
  expect(await readAllNewestFirst(readerOf<number>(0, ask, (a, b) => a === b))).toEqual(orders);
});
