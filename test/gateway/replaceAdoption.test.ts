import { afterEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { adoptOrders } from '../../src/gateway/adoption.ts';
import { candidatesOf } from '../../src/gateway/candidates.ts';
import { fillOf, keyedRows } from '../../src/gateway/fillRows.ts';
import { Sightings } from '../../src/gateway/sightings.ts';
import { bookingsOf } from '../../src/gateway/rest.ts';
import { FrozenLanes } from '../../src/gateway/frozenLanes.ts';
import type { Report } from '../../src/model/event.ts';
import { CROSSING, type OrderBench, once, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

describe('V4, V11: a refused replacement of an order that is over', () => {
  const REFUSED = { provenRefusals: [] };

  test.each(['keep', 'new'] as const)(
    'settles at once when the order was filled (the venue: %s the id)',
    { tags: 'long' },
    async (replaceId) => {
      bench = await orderBench({ behaviour: { replaceId }, ...REFUSED });
      await bench.round();
      await bench.run(bench.place(CROSSING));
      const { orderId } = bench.reportsOf('order-opened')[0]!;
      const command = bench.replace(orderId, { amount: CROSSING.amount });
      await bench.run(command);
      expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-unknown', intentId: command.intentId });
      await bench.rounds(2, 500);
      expect(await bench.store.journal.get(command.intentId)).toMatchObject({
        state: 'not-sent',
        refusal: '400 standard order-not-found',
        evidence: `order ${orderId} was filled before it could be replaced`,
      });
      expect(bench.reportsOf('intent-not-placed')).toMatchObject([{ intentId: command.intentId, kind: 'replace', code: 'not-open' }]);
      expect(bench.reportsOf('order-replaced'), 'a price that never existed').toEqual([]);
      expect(bench.reportsOf('lane-opened')).toHaveLength(1);
      expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'filled' }]);
      expect((await bench.store.journal.order(orderId))!.price!.toFixed()).toBe(CROSSING.price.toFixed());
    },
  );

  test('settles too when part of it was filled at a price before the last', async () => {
    bench = await orderBench();
    const placed = bench.place({ price: dec('60000'), amount: dec('0.02') });
    await bench.run(placed);
    const { orderId } = bench.reportsOf('order-opened')[0]!;
    const openedAt = bench.clock.now();
    await bench.run(bench.replace(orderId, { price: dec('50000'), amount: dec('0.02') }));
    await bench.pass(20_000);
    bench.fault = once('orders.replace', { kind: 'status', status: 400, body: '{"code":"GONE","message":"gone"}', apply: false });
    const command = bench.replace(orderId, { price: dec('49000'), amount: dec('0.02') });
    await bench.run(command);
    const row = { id: orderId, symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', status: 'Executed', openTime: openedAt } as const;
    const fee = { fee: dec(0), feeCurrency: 'EUR', feeType: 'Maker', baseCurrency: 'BTC', quoteCurrency: 'EUR' };
    const rows = [
      { ...row, ...fee, price: dec('50000'), amount: dec('0.015'), tradeDate: openedAt + 15_000 },
      { ...row, ...fee, price: dec('60000'), amount: dec('0.005'), tradeDate: openedAt },
    ];
    const { journal, fillLog } = bench.store;
    const bookings = keyedRows(rows).flatMap((one) => bookingsOf({ rows: [one], fills: [] }));
    await fillLog.record(bookings.map((one) => ({ fill: fillOf(one.row.key, one, undefined, openedAt), book: undefined })));
    const report = (one: Report): void => void bench.reports.push(one);
    const shared = { journal, fillLog, clock: bench.clock, report, sightings: new Sightings() };
    const options = { ...shared, skewMs: 5000, replacesAtomically: true, onLate: () => undefined };
    await adoptOrders(
      await journal.unresolved(),
      candidatesOf([], rows),
      { offsetMs: 0, shownTo: openedAt },
      {
        ...options,
        frozen: new FrozenLanes({ journal, report }),
      },
    );
    expect(await journal.get(command.intentId)).toMatchObject({ state: 'not-sent' });
  });
});
