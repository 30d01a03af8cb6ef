import { afterEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { shutLanes } from '../../src/gateway/shutLanes.ts';
import type { Intent, IntentKind, IntentState } from '../../src/model/intent.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

const LANE = 'spot:BTC/EUR';
const intent = (kind: IntentKind, state: IntentState = 'unknown', lane = LANE): Intent => ({ kind, state, lane }) as Intent;

describe('a lane with outcomes that nobody knows', () => {
  test.each<[string, number, readonly Intent[], boolean]>([
    ['one order, where one shuts it', 1, [intent('place')], true],
    ['one order, where three do', 3, [intent('place')], false],
    ['two orders, where three do', 3, [intent('place'), intent('place')], false],
    ['three orders, one of them on its way', 3, [intent('place'), intent('place'), intent('place', 'sending')], true],
    ['orders of other lanes', 2, [intent('place'), intent('place', 'unknown', 'spot:ETH/EUR')], false],
    ['cancels', 1, [intent('cancel'), intent('cancel')], false],
    ['a transfer', 1, [intent('transfer')], false],
    ['a replacement, however many may be unknown', 8, [intent('replace')], true],
    ['a conversion', 8, [intent('convert')], true],
    ['one that is quarantined', 8, [intent('place', 'quarantined')], true],
    ['nothing', 1, [], false],
  ])('is shut or not: %s', (_what, unknownPerLane, unresolved, isShut) => {
    expect(shutLanes(unresolved, unknownPerLane).has(LANE)).toBe(isShut);
  });
});

describe('beside an unknown order', () => {
  let bench: OrderBench;
  afterEach(() => bench.end());

  const stateOf = async (id: string) => (await bench.store.journal.get(id))?.state;
  const lost = (kind: 'drop-before' | 'drop-after') => {
    bench.fault = ({ operation }) => (operation === 'orders.place' ? { kind } : undefined);
  };

  test('a lane goes on until the third, and opens again with the first that is found', { tags: 'long' }, async () => {
    bench = await orderBench({ unknownPerLane: 3 });
    await bench.round();
    lost('drop-after');
    const orders = ['0.01', '0.011', '0.012'].map((amount) => bench.place({ amount: dec(amount) }));
    for (const order of orders) await bench.run(order);
    expect(bench.reportsOf('intent-unknown').map(({ goesOn }) => goesOn)).toEqual([true, true, undefined]);
    await bench.run(bench.place({ amount: dec('0.013') }));
    expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-not-sent', code: 'lane-frozen' });
    bench.fault = undefined;
    await bench.round();
    for (const { intentId, amount } of orders) {
      expect(await stateOf(intentId)).toBe('adopted');
      const order = bench.reportsOf('order-opened').find((one) => one.intentId === intentId)!;
      expect(bench.truth().orders.find(({ id }) => id === order.orderId)).toMatchObject({ amount });
    }
    expect(bench.reportsOf('lane-opened').length).toBeGreaterThan(0);
    await bench.run(bench.place({ amount: dec('0.014') }));
    expect(bench.reports.at(-1)).toMatchObject({ type: 'order-opened' });
  });

  test(
    'orders that are executed at a better price than any of them asked for are told apart by their amounts',
    { tags: 'long' },
    async () => {
      bench = await orderBench({ unknownPerLane: 3 });
      await bench.round();
      lost('drop-after');
      const better = bench.place({ amount: dec('0.0101'), price: dec('80000') });
      const best = bench.place({ amount: dec('0.0102'), price: dec('80100') });
      for (const order of [better, best]) await bench.run(order);
      bench.fault = undefined;
      await bench.rounds(3, 1000);
      for (const { intentId, amount } of [better, best]) {
        const executed = await bench.store.fillLog.executed([intentId]);
        expect(executed.get(intentId)?.amount).toEqual(amount);
      }
      expect(bench.reportsOf('order-late')).toEqual([]);
    },
  );

  test('one that never arrived is not placed, while the other is adopted, over a restart too', { tags: 'long' }, async () => {
    bench = await orderBench({ unknownPerLane: 2 });
    await bench.round();
    lost('drop-before');
    const never = bench.place({ amount: dec('0.01') });
    await bench.run(never);
    lost('drop-after');
    const there = bench.place({ amount: dec('0.011'), side: 'Sell', price: dec('90000') });
    await bench.run(there);
    bench.fault = undefined;
    await bench.round();
    expect(await stateOf(there.intentId)).toBe('adopted');
    expect(await stateOf(never.intentId)).toBe('unknown');
    await bench.run(bench.place({ amount: dec('0.012') }));
    for (let i = 0; i < 150 && (await stateOf(never.intentId)) === 'unknown'; i++) await bench.rounds(1, 1000);
    expect(await stateOf(never.intentId)).toBe('not-sent');
    expect(bench.truth().orders).toHaveLength(2);
  });

  test('a replacement whose answer is lost shuts the lane, and nothing goes beside it', { tags: 'long' }, async () => {
    bench = await orderBench({ unknownPerLane: 3 });
    await bench.round();
    await bench.run(bench.place({ amount: dec('0.01') }));
    const { orderId } = bench.reportsOf('order-opened')[0]!;
    bench.fault = ({ operation }) => (operation === 'orders.replace' ? { kind: 'drop-before' } : undefined);
    await bench.run(bench.replace(orderId));
    expect(bench.reportsOf('intent-unknown')).toMatchObject([{ kind: 'replace' }]);
    expect(bench.reportsOf('intent-unknown')[0]!.goesOn).toBeUndefined();
  });
});
