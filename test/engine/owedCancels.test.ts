import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { EngineOrder } from '../../src/engine/market.ts';
import { OwedCancels } from '../../src/engine/owedCancels.ts';
import type { Report } from '../../src/model/event.ts';
import { EngineBench } from './engineBench.ts';
import { NOON, settingsOf, strategyOf } from './fixtures.ts';

const orderOf = (): EngineOrder => ({ state: 'open', isCancelAsked: false, cancelTriedAt: 0 }) as EngineOrder;

it('cancels an order until it is over', () => {
  const canceled: EngineOrder[] = [];
  const owed = new OwedCancels((order) => canceled.push(order));
  const order = orderOf();
  owed.add(order);
  owed.repeat();
  owed.repeat();
  expect(canceled).toEqual([order, order]);
  order.state = 'closed';
  owed.repeat();
  expect(canceled).toHaveLength(2);
  expect(owed.isEmpty).toBe(true);
});

it('leaves the order alone for which the object of one that is over is used again', () => {
  const canceled: EngineOrder[] = [];
  const owed = new OwedCancels((order) => canceled.push(order));
  const order = orderOf();
  owed.add(order);
  // Over and used again before the next heartbeat, as `Orders.add` does it.
  order.isCancelAsked = false;
  owed.repeat();
  expect(canceled).toEqual([]);
  expect(owed.isEmpty).toBe(true);
});

const SHAPE = { price: dec('51000'), amount: dec('0.1') };
const OUTCOMES: readonly (readonly [what: string, report: Report, orderId: string])[] = [
  ['moved', { type: 'order-replaced', intentId: 'r', orderId: 'o', newOrderId: 'o2', ...SHAPE, replacedAt: NOON + 10 }, 'o2'],
  ['refused', { type: 'intent-refused', intentId: 'r', kind: 'replace', code: 'refused', message: 'no' }, 'o'],
];

it.each(OUTCOMES)('of everything takes an order that is being replaced, when it is %s', (_, outcome, orderId) => {
  const bench = new EngineBench(settingsOf([strategyOf({})]), { answers: false });
  bench.touch('59990', '60010');
  const where = { symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit' } as const;
  bench.operator({ type: 'place', intentId: 'p', ...where, price: dec('50000'), amount: dec('0.1') });
  bench.report({ type: 'order-opened', intentId: 'p', orderId: 'o', price: dec('50000'), amount: dec('0.1'), adopted: false });
  bench.operator({ type: 'replace', intentId: 'r', orderId: 'o', ...SHAPE });
  bench.operator({ type: 'cancel-all', symbol: undefined });
  expect(bench.commands('cancel')).toEqual([]);
  bench.report(outcome);
  expect(bench.commands('cancel').map((command) => command.orderId)).toEqual([orderId]);
});
