import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type Decimal, dec } from '../../src/base/decimal.ts';
import type { PlaceCommand, ReplaceCommand } from '../../src/model/command.ts';
import { candidatesOf } from '../../src/gateway/candidates.ts';
import type { FrozenLanes } from '../../src/gateway/frozenLanes.ts';
import { LateOrders } from '../../src/gateway/lateOrders.ts';
import { Sightings } from '../../src/gateway/sightings.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { CROSSING, once, type OrderBench, orderBench } from './orderBench.ts';
import { others, stateOf, untilSettled } from './outcomes.ts';
import { tradeRow } from './tradeRow.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let bench: OrderBench;
afterEach(() => bench.end());

const LOST = { kind: 'drop-before' } as const;
const TAKEN = { kind: 'drop-after' } as const;

describe('an order that the venue has made twice of one request, and has acknowledged', () => {
  test.each([
    ['rests', { price: dec('50000'), amount: dec('0.00997') }],
    ['was executed in part', { price: dec('60744'), amount: dec('0.05') }],
  ])(
    'is there once: the other one, which %s, is bound to the same intent, booked, told of and canceled',
    { tags: 'long' },
    async (_, shape) => {
      bench = await orderBench();
      await bench.round();
      const command = bench.place(shape);
      await bench.run(command);
      await bench.pass(3000);
      const twin = await bench.foreign.place({ amount: shape.amount.toFixed(), price: shape.price.toFixed() });
      await bench.rounds(2, 1000);
      expect(bench.reportsOf('external-order')).toEqual([]);
      expect(bench.reportsOf('order-late')).toMatchObject([{ intentId: command.intentId, orderId: twin, strategy: 'maker' }]);
      expect(await bench.store.journal.order(twin)).toMatchObject({ intentId: command.intentId, strategy: 'maker' });
      expect(await stateOf(bench, command.intentId)).toBe('acknowledged');
      const { fills, trades } = await fillsAndTrades(bench);
      expect(fills).toEqual(trades);
      await bench.run(bench.cancel(twin));
      await bench.rounds(20, 1000);
      expect(bench.reportsOf('order-late')).toHaveLength(1);
    },
  );

  test('also while another outcome of its pair is unknown', async () => {
    bench = await orderBench();
    await bench.round();
    const command = bench.place();
    await bench.run(command);
    bench.fault = once('orders.place', LOST);
    await bench.run(bench.place({ amount: dec('0.00996') }));
    const twin = await bench.foreign.place({ amount: '0.00997', price: '50000' });
    await bench.rounds(2, 1000);
    expect(bench.reportsOf('order-late')).toMatchObject([{ intentId: command.intentId, orderId: twin }]);
  });

  test('but one like it that is opened when the venue takes the request no more is somebody else’s', async () => {
    bench = await orderBench();
    await bench.round();
    await bench.run(bench.place());
    await bench.pass(25_000);
    const orderId = await bench.foreign.place({ amount: '0.00997', price: '50000' });
    await bench.rounds(3, 1000);
    expect(bench.reportsOf('order-late')).toEqual([]);
    expect(bench.reportsOf('external-order')).toMatchObject([{ orderId }]);
  });

  test.each([
    ['is', ['0.00997'], 1],
    ['is not, when the list has more of it than the reading has shown (seed beside/2),', ['0.00997', '0.01997'], 0],
  ] as const)('that is gone and has the amount %s one', async (_, executed, found) => {
    bench = await orderBench();
    await bench.round();
    await bench.run(bench.place());
    const at = bench.clock.now();
    const rows = executed.map((amount, i) => tradeRow(amount, { id: '99', openTime: at, tradeDate: at + 60_000 - i * 30_000 }));
    const { journal, fillLog } = bench.store;
    const late = new LateOrders({
      journal,
      fillLog,
      clock: bench.clock,
      report: (report) => bench.reports.push(report),
      frozen: undefined as unknown as FrozenLanes,
      lists: { tradesOf: (orderId, since) => Promise.resolve(orderId === '99' && since <= at ? rows : []) },
      skewMs: 5000,
      sightings: new Sightings(),
      replacesAtomically: true,
    });
    const candidates = candidatesOf([], rows.slice(0, 1));
    const round = { candidates, bound: new Map(), pending: [], shownTo: at, offsetMs: 0 };
    expect(await late.round(round)).toBe(found === 1);
    expect(bench.reportsOf('order-late')).toHaveLength(found);
    expect((await journal.order('99')) !== undefined).toBe(found === 1);
  });
});

/** Sends what the venue does 90 s late, and lets that time pass. */
async function takenForNotDone(command: PlaceCommand | ReplaceCommand): Promise<void> {
  await bench.run(command);
  await others(bench, 1);
  await untilSettled(bench, command.intentId, 60_000);
  expect(await stateOf(bench, command.intentId)).toBe('not-sent');
  await bench.pass(90_000);
  await bench.rounds(2, 1000);
}

describe('an order that turns up after it was taken for not placed', () => {
  test.each([
    ['rests', { price: dec('50000'), amount: dec('0.00997') }],
    ['was executed in part', { price: dec('60744'), amount: dec('0.05') }],
  ])('and %s is bound, booked, and told of', { tags: 'long' }, async (_, shape) => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    bench.fault = once('orders.place', { ...TAKEN, applyAfterMs: 90_000 });
    const command = bench.place(shape);
    await takenForNotDone(command);
    expect(await bench.store.journal.get(command.intentId)).toMatchObject({
      state: 'adopted',
      evidence: 'found late, after it was taken for not done',
      isFoundLate: true,
    });
    expect(bench.reportsOf('order-late')).toMatchObject([{ intentId: command.intentId, strategy: 'maker' }]);
    expect(bench.reportsOf('external-order')).toEqual([]);
    const { fills, trades } = await fillsAndTrades(bench);
    expect(fills).toEqual(trades);
  });

  test(
    'but not one that is only like it: executed at a better price, and opened long after the venue could take the request',
    { tags: 'long' },
    async () => {
      bench = await orderBench();
      await bench.round();
      await others(bench, 10);
      bench.fault = once('orders.place', LOST);
      const command = bench.place(CROSSING);
      await bench.run(command);
      await others(bench, 1);
      await untilSettled(bench, command.intentId, 60_000);
      await bench.pass(30_000);
      await bench.foreign.place({ amount: CROSSING.amount.toFixed(), price: '79000' });
      await bench.rounds(3, 1000);
      expect(await stateOf(bench, command.intentId)).toBe('not-sent');
      expect(bench.reportsOf('order-late')).toEqual([]);
    },
  );

  test('so is one that the venue had refused', async () => {
    bench = await orderBench();
    await bench.round();
    const body = '{"code":"self-trade","message":"no"}';
    bench.fault = once('orders.place', { kind: 'status', status: 400, body, apply: true, applyAfterMs: 8000 });
    const command = bench.place();
    await bench.run(command);
    expect(await stateOf(bench, command.intentId)).toBe('rejected');
    await bench.rounds(12, 1000);
    expect(await stateOf(bench, command.intentId)).toBe('adopted');
    expect(bench.reportsOf('order-late')).toHaveLength(1);
  });

  test('one that was executed whole is over in the first round of the next life, though that round reads none of its rows', async () => {
    bench = await orderBench({ database: folder.path('whole.sqlite') });
    await bench.round();
    const body = '{"code":"self-trade","message":"no"}';
    bench.fault = once('orders.place', { kind: 'status', status: 400, body, apply: true, applyAfterMs: 8000 });
    await bench.run(bench.place({ ...CROSSING, amount: dec('0.05') }));
    await bench.pass(68_000);
    await bench.round();
    const { orderId } = bench.reportsOf('order-late').at(-1)!;
    expect(await bench.store.journal.order(orderId)).toMatchObject({ end: undefined });
    await bench.restart();
    await bench.pass(600_000);
    await bench.round();
    expect(await bench.store.journal.order(orderId)).toMatchObject({ end: 'filled' });
  });

  test('a replacement that takes place late moves the order on', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    await bench.run(bench.place());
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    bench.fault = once('orders.replace', { ...TAKEN, applyAfterMs: 90_000 });
    const command = bench.replace(orderId);
    await takenForNotDone(command);
    expect(await stateOf(bench, command.intentId)).toBe('adopted');
    expect(bench.reportsOf('order-replaced')).toMatchObject([{ intentId: command.intentId, orderId, newOrderId: orderId }]);
    expect((await bench.store.journal.order(orderId))!.price!.toFixed()).toBe('50100');
  });

  test.each([
    ['is open whole', '0.01'],
    ['has an execution', '0.05'],
  ])('so does one that asks for another amount alone, of an order that %s', { tags: 'long' }, async (_, amount) => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    const price = amount === '0.05' ? dec('60744') : dec('50000');
    await bench.run(bench.place({ price, amount: dec(amount) }));
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    await bench.rounds(2, 10_000);
    const restOf = (): Decimal => bench.truth().orders.find(({ id }) => id === orderId)!.amount;
    expect(restOf().lt(amount)).toBe(amount === '0.05');
    bench.fault = once('orders.replace', { ...TAKEN, applyAfterMs: 90_000 });
    const command = bench.replace(orderId, { price, amount: restOf().minus(dec('0.002')) });
    await takenForNotDone(command);
    await bench.rounds(4, 10_000);
    expect(await stateOf(bench, command.intentId)).toBe('adopted');
    expect(bench.reportsOf('order-replaced')).toMatchObject([{ intentId: command.intentId, orderId, newOrderId: orderId }]);
    expect(bench.reportsOf('order-replaced')[0]!.amount.toFixed()).toBe(restOf().toFixed());
  });

  test('one that a person took for not placed a day after it was sent is recognised', async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await bench.pass(25 * 3_600_000);
    await bench.round();
    await bench.resolve(command.intentId, { type: 'not-placed' });
    await bench.foreign.place({ amount: command.amount.toFixed(), price: command.price!.toFixed() });
    await bench.rounds(2, 1000);
    expect(bench.reportsOf('order-late')).toMatchObject([{ intentId: command.intentId }]);
  });
});
