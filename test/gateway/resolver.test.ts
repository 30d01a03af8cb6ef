import { afterEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { CROSSING, fillsAndTrades, once, type OrderBench, orderBench, requestsOf } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

const LOST = { kind: 'drop-before' } as const;
const TAKEN = { kind: 'drop-after' } as const;

async function stateOf(intentId: string): Promise<string | undefined> {
  return (await bench.store.journal.get(intentId))?.state;
}

/** Rounds until the intent is settled, at most so long. Answers how long it took. */
async function untilSettled(intentId: string, mostMs: number): Promise<number> {
  const since = bench.clock.now();
  while (['unknown', 'sending'].includes((await stateOf(intentId))!) && bench.clock.now() - since < mostMs) await bench.rounds(1, 1000);
  return bench.clock.now() - since;
}

/** Orders of another lane that are acknowledged: the lists are measured on them, and they show that the lists are alive. */
async function others(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await bench.run(bench.place({ symbol: 'ETH/EUR', amount: dec(`0.0${100 + i}`), price: dec('1000') }));
    await bench.round();
  }
}

describe('an order whose answer is lost', () => {
  test('V5: and that never arrived is told as not placed once that is certain, and its lane opens', async () => {
    bench = await orderBench();
    await bench.round();
    await others(10);
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await others(1);
    const tookMs = await untilSettled(command.intentId, 60_000);
    expect(tookMs).toBeGreaterThan(15_000);
    expect(tookMs).toBeLessThan(25_000);
    const intent = await bench.store.journal.get(command.intentId);
    expect(intent).toMatchObject({ state: 'not-sent' });
    expect(intent!.evidence).toMatch(/^3 complete rounds of the lists show nothing of it, .* and the venue takes it no more$/);
    expect(bench.reports.slice(-2)).toMatchObject([
      { type: 'intent-not-placed', intentId: command.intentId, kind: 'place', code: 'lost' },
      { type: 'lane-opened', lane: 'spot:BTC/EUR' },
    ]);
    expect(requestsOf(bench.truth(), 'orders.place')).toBe(12);
    await bench.run(bench.place());
    expect(bench.reports.at(-1)).toMatchObject({ type: 'order-opened' });
  });

  test('and that was not measured on waits longer, and on a quiet account longer still', async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await bench.round();
    const { unresolved, notPlacedAfterMs } = bench.own.resolution();
    expect(unresolved).toMatchObject([{ id: command.intentId, kind: 'place', lane: 'spot:BTC/EUR', state: 'unknown' }]);
    expect(Math.abs(notPlacedAfterMs - 30_000)).toBeLessThan(2000);
    await bench.rounds(20, 1000);
    expect(bench.own.resolution().unresolved[0]!.waitsFor).toMatch(/^the time until when it may become visible, 2026-11-20T10:00:3/);
    await bench.rounds(20, 1000);
    expect(bench.own.resolution().unresolved[0]!.waitsFor).toMatch(/^a sign that the lists are alive/);
    await untilSettled(command.intentId, 200_000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
    expect(bench.clock.now() - command.decidedAt).toBeGreaterThan(110_000);
    expect(bench.clock.now() - command.decidedAt).toBeLessThan(140_000);
  });

  test('does not keep the executions of others out of the log', async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await bench.foreign.place({ amount: '0.02', price: '80000' });
    await bench.rounds(20, 1000);
    expect(await stateOf(command.intentId)).toBe('unknown');
    const { fills, trades } = await fillsAndTrades(bench);
    expect(trades.length).toBeGreaterThan(0);
    expect(fills).toEqual(trades);
  });

  test('stays unknown as long as a list can not be read completely, and settles soon after', async () => {
    bench = await orderBench();
    await bench.round();
    await others(10);
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await others(1);
    bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'status', status: 503, apply: false } : undefined);
    for (let i = 0; i < 200; i++) {
      await bench.round().catch(() => undefined);
      await bench.pass(10_000);
    }
    expect(await stateOf(command.intentId)).toBe('unknown');
    bench.fault = undefined;
    expect(await untilSettled(command.intentId, 60_000)).toBeLessThan(10_000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
  });

  test('that is taken in the last moment, and late to show, is adopted', async () => {
    bench = await orderBench();
    await bench.round();
    await others(10);
    bench.fault = once('orders.place', { ...TAKEN, applyAfterMs: 14_000 });
    const command = bench.place();
    await bench.run(command);
    await others(1);
    await untilSettled(command.intentId, 60_000);
    expect(await stateOf(command.intentId)).toBe('adopted');
    expect(bench.reportsOf('intent-not-placed')).toEqual([]);
  });

  test('twice at the venue is adopted once; the other is bound, told of and canceled', async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', TAKEN);
    const command = bench.place();
    await bench.run(command);
    await bench.pass(50);
    const twin = await bench.foreign.place({ amount: '0.00997', price: '50000' });
    await bench.round();
    const [oldest] = bench.truth().orders;
    expect(await stateOf(command.intentId)).toBe('adopted');
    expect(bench.reportsOf('order-opened')).toMatchObject([{ orderId: oldest!.id, adopted: true }]);
    expect(bench.reportsOf('order-late')).toMatchObject([
      { intentId: command.intentId, orderId: twin, symbol: 'BTC/EUR', strategy: 'maker' },
    ]);
    expect(bench.reportsOf('lane-opened')).toHaveLength(1);
    expect((await bench.store.journal.openOrders()).map(({ orderId }) => orderId)).toEqual([oldest!.id, twin]);
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-late'), 'told again while it is open').toHaveLength(2);
    await bench.run(bench.cancel(twin));
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-late')).toHaveLength(2);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId: twin, end: 'canceled' }]);
  });
});

describe('an order that the venue has made twice of one request, and has acknowledged', () => {
  test.each([
    ['rests', { price: dec('50000'), amount: dec('0.00997') }],
    ['was executed in part', { price: dec('60744'), amount: dec('0.05') }],
  ])('is there once: the other one, which %s, is bound to the same intent, booked, told of and canceled', async (_, shape) => {
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
    expect(await stateOf(command.intentId)).toBe('acknowledged');
    const { fills, trades } = await fillsAndTrades(bench);
    expect(fills).toEqual(trades);
    await bench.run(bench.cancel(twin));
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-late')).toHaveLength(1);
  });

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
});

describe('an order that turns up after it was taken for not placed', () => {
  test.each([
    ['rests', { price: dec('50000'), amount: dec('0.00997') }],
    ['was executed in part', { price: dec('60744'), amount: dec('0.05') }],
  ])('and %s is bound, booked, and told of', async (_, shape) => {
    bench = await orderBench();
    await bench.round();
    await others(10);
    bench.fault = once('orders.place', { ...TAKEN, applyAfterMs: 90_000 });
    const command = bench.place(shape);
    await bench.run(command);
    await others(1);
    await untilSettled(command.intentId, 60_000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
    await bench.pass(90_000);
    await bench.rounds(2, 1000);
    expect(await bench.store.journal.get(command.intentId)).toMatchObject({
      state: 'adopted',
      evidence: 'found late, after it was taken for not done',
    });
    expect(bench.reportsOf('order-late')).toMatchObject([{ intentId: command.intentId, strategy: 'maker' }]);
    expect(bench.reportsOf('external-order')).toEqual([]);
    const { fills, trades } = await fillsAndTrades(bench);
    expect(fills).toEqual(trades);
  });

  test('but not one that is only like it: executed at a better price, and opened long after the venue could take the request', async () => {
    bench = await orderBench();
    await bench.round();
    await others(10);
    bench.fault = once('orders.place', LOST);
    const command = bench.place(CROSSING);
    await bench.run(command);
    await others(1);
    await untilSettled(command.intentId, 60_000);
    await bench.pass(30_000);
    await bench.foreign.place({ amount: CROSSING.amount.toFixed(), price: '79000' });
    await bench.rounds(3, 1000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
    expect(bench.reportsOf('order-late')).toEqual([]);
  });

  test('so is one that the venue had refused', async () => {
    bench = await orderBench();
    await bench.round();
    const body = '{"code":"self-trade","message":"no"}';
    bench.fault = once('orders.place', { kind: 'status', status: 400, body, apply: true, applyAfterMs: 8000 });
    const command = bench.place();
    await bench.run(command);
    expect(await stateOf(command.intentId)).toBe('rejected');
    await bench.rounds(12, 1000);
    expect(await stateOf(command.intentId)).toBe('adopted');
    expect(bench.reportsOf('order-late')).toHaveLength(1);
  });

  test('a replacement that takes place late moves the order on', async () => {
    bench = await orderBench();
    await bench.round();
    await others(10);
    await bench.run(bench.place());
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    bench.fault = once('orders.replace', { ...TAKEN, applyAfterMs: 90_000 });
    const command = bench.replace(orderId);
    await bench.run(command);
    await others(1);
    await untilSettled(command.intentId, 60_000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
    await bench.pass(90_000);
    await bench.rounds(2, 1000);
    expect(await stateOf(command.intentId)).toBe('adopted');
    expect(bench.reportsOf('order-replaced')).toMatchObject([{ intentId: command.intentId, orderId, newOrderId: orderId }]);
    expect((await bench.store.journal.order(orderId))!.price!.toFixed()).toBe('50100');
  });
});

describe('a replacement whose answer is lost', () => {
  test.each(['keep', 'new'] as const)('and that never arrived leaves its order as it was (%s)', async (replaceId) => {
    bench = await orderBench({ behaviour: { replaceId } });
    await bench.round();
    await others(10);
    await bench.run(bench.place());
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    bench.fault = once('orders.replace', LOST);
    const command = bench.replace(orderId);
    await bench.run(command);
    await others(1);
    expect(await untilSettled(command.intentId, 60_000)).toBeLessThan(25_000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
    expect(bench.reportsOf('intent-not-placed')).toMatchObject([{ intentId: command.intentId, kind: 'replace' }]);
    expect((await bench.store.journal.order(orderId))!.price!.toFixed()).toBe('50000');
    expect(bench.reportsOf('order-closed')).toEqual([]);
  });

  test('V4: and whose order was canceled meanwhile is settled too, and the order is closed', async () => {
    bench = await orderBench({ behaviour: { replaceId: 'new' }, provenRefusals: [] });
    await bench.round();
    await others(10);
    await bench.run(bench.place());
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    await bench.foreign.cancel(orderId);
    const command = bench.replace(orderId);
    await bench.run(command);
    await others(1);
    expect(await untilSettled(command.intentId, 60_000)).toBeLessThan(25_000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
  });
});

describe('a conversion whose answer is lost', () => {
  async function conversionsUntil(intentId: string, mostMs: number): Promise<void> {
    const since = bench.clock.now();
    while ((await stateOf(intentId)) === 'unknown' && bench.clock.now() - since < mostMs) {
      await bench.round();
      await bench.conversionRounds(1);
      await bench.pass(500);
    }
  }

  test('V5: and that was never made is told as not placed once its quote has ended', async () => {
    bench = await orderBench();
    await bench.round();
    await others(10);
    bench.fault = once('conversions.execute', LOST);
    const command = bench.convert(await bench.quote());
    await bench.run(command);
    await conversionsUntil(command.intentId, 200_000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
    expect(bench.reports.slice(-2)).toMatchObject([
      { type: 'intent-not-placed', kind: 'convert', code: 'lost' },
      { type: 'lane-opened', lane: 'convert:EUR>BTC' },
    ]);
    expect(bench.clock.now() - command.decidedAt).toBeLessThan(90_000);
  });

  test('and of which the history shows two is quarantined after a quarter of an hour of looking', async () => {
    bench = await orderBench();
    await bench.round();
    const quote = await bench.quote();
    bench.fault = once('conversions.execute', TAKEN);
    const command = bench.convert(quote);
    await bench.run(command);
    await bench.foreign.convert('100.10');
    for (let i = 0; i < 70; i++) {
      await bench.conversionRounds(1);
      await bench.pass(15_000);
    }
    expect(await stateOf(command.intentId)).toBe('quarantined');
    expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
    expect(bench.reportsOf('lane-frozen')[0]!.reason).toContain('is quarantined: after 15 min of looking it still waits for one thing');
  });
});
