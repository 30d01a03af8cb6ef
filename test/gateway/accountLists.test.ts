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
