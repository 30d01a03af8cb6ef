import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { answerOf, listedTwice } from './listedTwice.ts';
import { listOnly } from './listOnly.ts';
import { type BenchOptions, CROSSING, type OrderBench, once, orderBench } from './orderBench.ts';

let bench: OrderBench;
const folder = mkdtempSync(join(tmpdir(), 'sluice-bookings-'));
afterEach(() => bench.end());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function begin(behaviour: NonNullable<BenchOptions['behaviour']>): Promise<void> {
  bench = await orderBench({ behaviour });
  await bench.round();
}

const sum = (values: readonly Decimal[]): string => values.reduce((total, value) => total.plus(value), ZERO).toFixed();

/** Amount, value and fees of what is booked and of what was executed. */
async function totals(): Promise<{ booked: Record<string, string>; executed: Record<string, string> }> {
  const of = (ones: readonly { amount: Decimal; price: Decimal; fee: Decimal }[]): Record<string, string> => ({
    amount: sum(ones.map(({ amount }) => amount)),
    // A venue that tells an average rounds it.
    value: dec(sum(ones.map(({ amount, price }) => amount.times(price)))).toFixed(6),
    fee: sum(ones.map(({ fee }) => fee)),
  });
  const logged = await bench.store.fillLog.fills({});
  return { booked: of(logged.map(({ fill }) => fill)), executed: of(bench.truth().trades) };
}

test('V1: a record that grows, one row for each order, is booked by its growth and never beyond what was ordered', async () => {
  await begin({ trades: 'growing', tradesLateMs: (index) => index * 1500 });
  await bench.run(bench.place(CROSSING));
  const pieces = bench.truth().trades.length;
  expect(pieces).toBeGreaterThan(2);
  for (let i = 0; i < pieces * 6; i++) {
    await bench.rounds(1, 500);
    expect(dec((await totals()).booked['amount']!).lte(CROSSING.amount)).toBe(true);
  }
  const { booked, executed } = await totals();
  expect(booked).toEqual(executed);
  expect(bench.reportsOf('fill').length, 'it was seen while it grew').toBeGreaterThan(2);
  expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'filled', filled: CROSSING.amount }]);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
});

test('V1: a record that grows over hours, far beyond what a round reads, is booked by its growth', async () => {
  const pieces: Record<number, number> = { 1: 1_800_000, 2: 5_400_000 };
  await begin({ trades: 'growing', tradesLateMs: (index) => pieces[index] ?? 0 });
  await bench.run(bench.place({ ...CROSSING, amount: dec('0.3') }));
  expect(bench.truth().trades.length).toBeGreaterThan(1);
  for (let minute = 0; minute < 100; minute += 10) {
    await bench.rounds(20, 30_000);
    await bench.reread(24 * 3_600_000);
  }
  const { booked, executed } = await totals();
  expect(booked).toEqual(executed);
});

test('V8: a trade that shows 40 minutes late is found by the rereading of the last hour, which costs a quiet account one request', async () => {
  await begin({ tradesLateMs: (index) => (index === 1 ? 2_400_000 : 0) });
  await bench.run(bench.place(CROSSING));
  const trades: string[] = [];
  for (let i = 0; i < 5; i++) {
    await bench.rounds(20, 30_000);
    bench.fault = ({ operation, path }) => void (operation === 'trades.list' && trades.push(path));
    await bench.reread(3_600_000);
    bench.fault = undefined;
  }
  const { fills, trades: truth } = await fillsAndTrades(bench);
  expect(fills).toEqual(truth);
  expect(trades, 'one for each rereading, and one for the order that was found').toHaveLength(6);
  expect(
    bench.reportsOf('fill').filter(({ fill }) => fill.strategy === 'maker'),
    'it is still known whose it was',
  ).toHaveLength(truth.length);
});

test('the trades of somebody else that show late are booked too, and none from before the log began', async () => {
  bench = await orderBench({ behaviour: { tradesLateMs: (index) => (index === 2 ? 600_000 : 0) } });
  await bench.foreign.place({ symbol: 'ETH/EUR', type: 'Market', amount: '0.01' });
  await bench.pass(60_000);
  await bench.round();
  for (let i = 0; i < 2; i++) await bench.foreign.place({ symbol: 'ETH/EUR', type: 'Market', amount: '0.01' });
  await bench.rounds(30, 30_000);
  expect(await bench.store.fillLog.fills({})).toHaveLength(1);
  await bench.reread(24 * 3_600_000);
  expect(await bench.store.fillLog.fills({})).toHaveLength(2);
});

test('V2: a row that stands twice in each answer is booked once', async () => {
  await begin({ tradesTwice: (index) => index % 2 === 0 });
  await bench.run(bench.place(CROSSING));
  await bench.rounds(6, 500);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
  expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'filled', filled: CROSSING.amount }]);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
});

test('V8: a trade that shows 50 s late is booked, and its order is not taken for canceled meanwhile', async () => {
  await begin({ tradesLateMs: (index) => (index === 1 ? 50_000 : 0) });
  await bench.run(bench.place(CROSSING));
  await bench.rounds(45, 1000);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  await bench.rounds(90, 1000);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
  expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'filled', filled: CROSSING.amount }]);
});

test('V8: an order that is listed 25 s late is not taken for closed before it was ever seen', async () => {
  await begin({ ordersLateMs: 25_000 });
  await bench.run(bench.place());
  await bench.rounds(40, 1000);
  expect(bench.reportsOf('order-closed')).toEqual([]);
  expect(await bench.store.journal.openOrders()).toHaveLength(1);
});

test('V8: a fee that comes 2 s after its trade is completed, and shuts nothing', async () => {
  await begin({ feesLateMs: 2000 });
  await bench.run(bench.place(CROSSING));
  await bench.rounds(2, 500);
  expect((await totals()).booked['fee']).toBe('0');
  await bench.rounds(6, 500);
  const { booked, executed } = await totals();
  expect(booked).toEqual(executed);
  expect(bench.reportsOf('lane-frozen')).toEqual([]);
  expect(sum(bench.reportsOf('fill').map(({ fill }) => fill.fee))).toBe(executed['fee']);
});

test('V1, V2 and V8 together: rows that grow, stand twice, come late and get their fees later add up to what was executed', async () => {
  await begin({
    trades: 'growing',
    tradesLateMs: (index) => (index % 3) * 9000,
    feesLateMs: (index) => (index % 2) * 20_000,
    tradesTwice: (index) => index % 2 === 1,
    ordersLateMs: 25_000,
  });
  for (let i = 0; i < 5; i++) {
    await bench.run(bench.place({ ...CROSSING, amount: dec('0.3').minus(dec(i).times('0.01')) }));
    await bench.rounds(15, 1000);
  }
  await bench.rounds(60, 1000);
  const { booked, executed } = await totals();
  expect(booked).toEqual(executed);
  expect(bench.reportsOf('order-closed').map(({ end }) => end)).toEqual(Array.from({ length: 5 }, () => 'filled'));
});

test('an order of which more is listed than was ordered shuts its lane, is booked no further, and opens it when the list makes sense', async () => {
  await begin({});
  await bench.run(bench.place(CROSSING));
  const [first] = bench.truth().trades;
  const row = (amount: string, price: string, seconds: number): string =>
    `{"id":${first!.orderId},"price":${price},"amount":${amount},"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"PartiallyExecuted","tradeDate":"${new Date(first!.tradedAt + seconds * 1000).toISOString()}"}`;
  const body = `{"total":2,"items":[${row('0.7', '60001', 1)},${row('0.6', '60000', 0)}]}`;
  bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body } : undefined);
  await bench.rounds(4, 500);
  expect((await totals()).booked['amount']).toBe('0');
  expect(bench.reportsOf('lane-frozen')).toMatchObject([{ reason: expect.stringContaining('of which 0.9 was ordered') as string }]);
  bench.fault = undefined;
  await bench.rounds(3, 500);
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
});

test('an order of which more is listed for good is booked as listed when a person says so, once, and its lane opens', async () => {
  bench = await orderBench({ behaviour: {}, database: join(folder, 'orders.sqlite') });
  await bench.round();
  await bench.run(bench.place(CROSSING));
  const { orderId, tradedAt } = bench.truth().trades[0]!;
  listOnly(bench, orderId, tradedAt, ['0.6', '60000'], ['0.7', '60001']);
  await bench.rounds(4, 500);
  expect(bench.reportsOf('lane-frozen')).toMatchObject([{ reason: expect.stringContaining('sluice orders settle') as string }]);
  expect(await bench.settle(orderId, 'as-listed')).toEqual({ listed: dec('1.3'), newFills: 2, passedOver: 0 });
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  expect((await totals()).booked['amount']).toBe('1.3');
  await bench.rounds(3, 500);
  await bench.restart();
  await bench.rounds(3, 500);
  await bench.reread(3_600_000);
  expect((await totals()).booked['amount']).toBe('1.3');
  expect(bench.reportsOf('lane-frozen'), 'after the restart too').toEqual([]);
  listOnly(bench, orderId, tradedAt, ['0.6', '60000'], ['0.7', '60001'], ['0.1', '60001']);
  await bench.rounds(4, 500);
  expect(bench.reportsOf('lane-frozen'), 'even more is a new question').toHaveLength(1);
});

test('an order of which less is listed stays as it is booked when a person says so, and opens its lane', async () => {
  await begin({});
  await bench.run(bench.place(CROSSING));
  await bench.rounds(3, 500);
  const before = await totals();
  const { orderId, tradedAt } = bench.truth().trades[0]!;
  listOnly(bench, orderId, tradedAt, ['0.1', '60000']);
  await bench.rounds(40, 500);
  expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
  await expect(bench.settle(orderId, 'as-listed')).rejects.toThrow(/never taken back/);
  expect(await bench.settle(orderId, 'as-booked')).toEqual({ listed: dec('0.1'), newFills: 0, passedOver: 0 });
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  await bench.rounds(40, 500);
  expect(await totals()).toEqual(before);
  expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
  listOnly(bench, orderId, tradedAt, ['0.2', '60000']);
  await bench.reread(3_600_000);
  await bench.rounds(40, 500);
  expect(bench.reportsOf('lane-frozen'), 'another reading is a new question').toHaveLength(2);
});

test('there is nothing to settle of an order that is in order', async () => {
  await begin({});
  await bench.run(bench.place(CROSSING));
  await bench.rounds(3, 500);
  await expect(bench.settle(bench.truth().trades[0]!.orderId, 'as-booked')).rejects.toMatchObject({ code: 'refused' });
  await expect(bench.settle('4711', 'as-listed')).rejects.toThrow(/nothing is wrong with the executions of order 4711/);
});

test('running it twice over the same lists books nothing the second time, a restart included', async () => {
  await begin({ trades: 'growing', tradesTwice: () => true, feesLateMs: 1000 });
  await bench.run(bench.place(CROSSING));
  bench.fault = once('trades.list', { kind: 'drop-before' });
  await bench.round().catch(() => undefined);
  await bench.rounds(6, 500);
  const before = await bench.store.fillLog.fills({});
  const count = bench.reports.length;
  await bench.rounds(6, 500);
  expect(bench.reports).toHaveLength(count);
  expect(await bench.store.fillLog.fills({})).toEqual(before);
});

/** The venue lists one execution twice of an order that was executed in three parts and canceled. */
async function doubled(options: BenchOptions = {}): Promise<string> {
  bench = await orderBench(options);
  await bench.run(bench.place({ price: dec('60744'), amount: dec('0.05') }));
  const { orderId } = bench.reportsOf('order-opened')[0]!;
  await bench.run(bench.cancel(orderId));
  const body = listedTwice(await answerOf(bench.client, 'trades.list', bench.pass));
  bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body } : undefined);
  await bench.rounds(4, 1000);
  expect(bench.own.copies.get(orderId)?.executions).toHaveLength(1);
  expect(bench.reportsOf('fill')).toHaveLength(3);
  return orderId;
}

test('a row that stands twice is two executions when a person says so, and no third one follows', async () => {
  const orderId = await doubled();
  const { newFills, listed } = await bench.settle(orderId, 'as-listed');
  expect(newFills).toBe(1);
  await bench.rounds(4, 1000);
  await bench.reread(3_600_000);
  const fills = bench.reportsOf('fill').map(({ fill }) => fill);
  const texts = fills.map(({ price, amount, fee, tradedAt }) => `${tradedAt} ${amount}@${price} ${fee}`);
  expect(texts).toHaveLength(4);
  expect(texts.slice(0, 3)).toContain(texts[3]);
  expect(listed?.toFixed()).toBe(sum(fills.map(({ amount }) => amount)));
  expect(bench.own.copies.size).toBe(0);
  await expect(bench.settle(orderId, 'as-listed')).rejects.toThrow('nothing is wrong with the executions');
});

test('and one when a person says that, over a restart too', async () => {
  const orderId = await doubled({ database: join(folder, 'copies.sqlite') });
  expect((await bench.settle(orderId, 'as-booked')).newFills).toBe(0);
  expect(bench.own.copies.size).toBe(0);
  await bench.restart();
  await bench.rounds(4, 1000);
  await bench.reread(3_600_000);
  expect(bench.own.copies.size).toBe(0);
  expect(await bench.store.fillLog.fills({})).toHaveLength(3);
});
