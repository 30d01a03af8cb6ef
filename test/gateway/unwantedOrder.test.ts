import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { Intent } from '../../src/model/intent.ts';
import { isUnwantedOrder } from '../../src/gateway/unwantedOrder.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-unwanted-'));
});
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
});

describe('an order that nobody asked for', () => {
  test(
    'is told of again by the next life, when the one that found it was killed before its cancel (found by the small scope)',
    { tags: 'long' },
    async () => {
      bench = await orderBench({ database: join(folder, 'journal.sqlite') });
      await bench.round();
      const command = bench.place();
      await bench.run(command);
      const twin = await bench.foreign.place({ amount: '0.00997', price: '50000' });
      await bench.rounds(2, 1000);
      expect(bench.reportsOf('order-late')).toMatchObject([{ orderId: twin }]);
      await bench.restart();
      await bench.rounds(2, 1000);
      expect(bench.reportsOf('order-late')).toMatchObject([{ orderId: twin, strategy: 'maker' }]);
      await bench.foreign.cancel(twin);
      await bench.rounds(20, 1000);
      await bench.restart();
      await bench.rounds(2, 1000);
      expect(bench.reportsOf('order-late')).toEqual([]);
    },
  );

  test.each(['keep', 'new'] as const)(
    'is not what an order was moved to, twice (the venue: %s the id)',
    { tags: 'long' },
    async (replaceId) => {
      bench = await orderBench({ database: join(folder, 'journal.sqlite'), behaviour: { replaceId } });
      await bench.round();
      await bench.run(bench.place());
      for (const price of ['50100', '50200']) {
        await bench.run(bench.replace((await bench.store.journal.openOrders())[0]!.orderId, { price: dec(price) }));
        await bench.round();
      }
      const open = await bench.store.journal.openOrders();
      expect(open).toHaveLength(1);
      expect(await isUnwantedOrder(open[0]!, bench.store.journal)).toBe(false);
      await bench.restart();
      await bench.rounds(2, 1000);
      expect(await bench.store.journal.openOrders()).toEqual(open);
      expect(bench.reportsOf('order-late')).toEqual([]);
    },
  );

  test.each(['keep', 'new'] as const)(
    'is not what an order was before it was moved, which an old copy of the list shows (%s the id)',
    { tags: 'long' },
    async (replaceId) => {
      bench = await orderBench({ database: join(folder, 'journal.sqlite'), behaviour: { replaceId } });
      await bench.round();
      await bench.run(bench.place());
      await bench.round();
      const answered = bench.pass(1000);
      const { bytes } = await bench.client.send(bench.client.prepare('orders.list', { page: 0, count: 100 }));
      await answered;
      const old = Buffer.from(bytes).toString();
      expect(old).toContain((await bench.store.journal.openOrders())[0]!.orderId);
      for (const price of ['50100', '50200']) {
        await bench.run(bench.replace((await bench.store.journal.openOrders())[0]!.orderId, { price: dec(price) }));
        await bench.round();
      }
      const open = await bench.store.journal.openOrders();
      for (const again of [false, true]) {
        if (again) await bench.restart();
        bench.fault = ({ operation }) => (operation === 'orders.list' ? { kind: 'garble', body: old } : undefined);
        await bench.rounds(5, 1000);
        if (replaceId === 'new')
          expect(bench.reportsOf('lane-frozen').at(-1)?.reason).toMatch(
            /was replaced by another; the lane opens when it is gone: `sluice orders cancel \d+ --yes`$/,
          );
        bench.fault = undefined;
        await bench.rounds(3, 1000);
        expect(bench.reportsOf('order-late')).toEqual([]);
        expect(bench.reportsOf('external-order')).toEqual([]);
        expect(await bench.store.journal.openOrders()).toEqual(open);
      }
    },
  );
});

test('an intent that came to be adopted late has led to an order that nobody waits for', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const [order] = await bench.store.journal.openOrders();
  const { journal } = bench.store;
  const late: Intent = { ...(await journal.get(order!.intentId))!, isFoundLate: true };
  expect(await isUnwantedOrder(order!, journal)).toBe(false);
  expect(await isUnwantedOrder(order!, { ...journal, get: () => Promise.resolve(late) })).toBe(true);
});
