import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

test.each([
  { pageBase: 0, openOrdersPageBase: 1 },
  { pageBase: 1, openOrdersPageBase: 0 },
  { pageBase: 1, openOrdersPageBase: 1 },
  { pageBase: 0, openOrdersPageBase: 0 },
] as const)('more orders and trades than a page holds are read whole: %j', async (behaviour) => {
  bench = await orderBench({ behaviour });
  await bench.round();
  for (let i = 0; i < 120; i++) await bench.run(bench.place({ price: dec(20_000 + i), amount: dec('0.001') }));
  await bench.rounds(2, 500);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  for (let i = 0; i < 120; i++) await bench.run(bench.place({ symbol: 'ETH/EUR', price: dec('9000'), amount: dec('0.01') }));
  await bench.rounds(2, 500);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(trades.length).toBeGreaterThanOrEqual(120);
  expect(fills).toEqual(trades);
  expect(await bench.store.journal.openOrders()).toHaveLength(120);
});
