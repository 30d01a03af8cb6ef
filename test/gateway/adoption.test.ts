import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { type OrderBench, once, orderBench, requestsOf } from './orderBench.ts';
import { others, untilSettled } from './outcomes.ts';
import { retold } from './retold.ts';

let bench: OrderBench;
afterEach(() => bench.end());

/** More than is offered up to its price: filled in part, and the rest rests. */
const IN_PART = { amount: dec('0.05'), price: dec('60744') };

const LOST = { kind: 'drop-after' } as const;

test('a lost order that rests is adopted by its shape, and its lane opens', async () => {
  bench = await orderBench();
  bench.fault = once('orders.place', LOST);
  const command = bench.place();
  await bench.run(command);
  await bench.round();
  const [order] = bench.truth().orders;
  expect(bench.reports.slice(-2)).toEqual([
    { type: 'order-opened', intentId: command.intentId, orderId: order!.id, amount: command.amount, price: command.price, adopted: true },
    { type: 'lane-opened', lane: 'spot:BTC/EUR' },
  ]);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'adopted', venueId: order!.id });
  expect(requestsOf(bench.truth(), 'orders.place')).toBe(1);
});

test.each([
  ['amount', { amount: '0.00996', price: '50000' }],
  ['price', { amount: '0.00997', price: '50000.1' }],
  ['symbol', { symbol: 'ETH/EUR', amount: '0.0099', price: '1000' }],
  ['side', { side: 'Sell', amount: '0.00997', price: '90000' }],
] as const)('an order of another %s is never adopted', { tags: 'long' }, async (_, order) => {
  bench = await orderBench();
  bench.fault = once('orders.place', { kind: 'drop-before' });
  const command = bench.place();
  await bench.run(command);
  await bench.foreign.place(order);
  await bench.rounds(5, 500);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  expect(await bench.store.journal.openOrders()).toEqual([]);
});

test('an order of the same shape that stood there before the decision is not taken for it', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.foreign.place({ amount: '0.00997', price: '50000' });
  await bench.pass(60_000);
  bench.fault = once('orders.place', { kind: 'drop-before' });
  const command = bench.place();
  await bench.run(command);
  await bench.rounds(5, 500);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  expect(await bench.store.journal.openOrders()).toEqual([]);
});

test('nor is it when our clock is set forward after the request', async () => {
  bench = await orderBench({ venueHasClock: true });
  await bench.foreign.place({ amount: '0.00997', price: '50000' });
  await bench.pass(60_000);
  await bench.round();
  bench.fault = once('orders.place', { kind: 'drop-before' });
  const command = bench.place();
  await bench.run(command);
  bench.clock.stepWall(90_000);
  await bench.rounds(5, 500);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  expect(await bench.store.journal.openOrders()).toEqual([]);
});

test('nor is one taken for what came of a replacement', async () => {
  bench = await orderBench({ behaviour: { replaceId: 'new' } });
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  await bench.foreign.place({ amount: '0.00995', price: '50100' });
  await bench.pass(60_000);
  bench.fault = once('orders.replace', { kind: 'drop-before' });
  const command = bench.replace(id);
  await bench.run(command);
  // The order that was to be replaced is gone for another reason.
  await bench.foreign.cancel(id);
  await bench.rounds(5, 500);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
});

test('an order of the same shape that is bound to another intent is not adopted a second time', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  bench.fault = once('orders.place', { kind: 'drop-before' });
  const command = bench.place();
  await bench.run(command);
  await bench.rounds(5, 500);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
});

test('a lost order that was filled in part and canceled is known by what both add up to', { tags: 'long' }, async () => {
  bench = await orderBench();
  await bench.round();
  bench.fault = once('orders.place', LOST);
  const command = bench.place(IN_PART);
  await bench.run(command);
  const [order] = bench.truth().orders;
  expect(order?.filled.gt(0)).toBe(true);
  await bench.foreign.cancel(order!.id);
  await bench.rounds(3, 500);
  expect(bench.reportsOf('order-opened')).toMatchObject([{ adopted: true }]);
  expect(bench.reportsOf('order-closed')).toHaveLength(1);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades);
});

test(
  'a lost order that was filled in part, and whose canceled rest no list shows, is never taken for not placed',
  { tags: 'long' },
  async () => {
    bench = await orderBench({ wrap: retold('/trades', (rows) => rows.filter(({ status }) => status !== 'Canceled')) });
    await bench.round();
    bench.fault = once('orders.place', LOST);
    const command = bench.place(IN_PART);
    await bench.run(command);
    const { id } = bench.truth().orders.find(({ symbol }) => symbol === 'BTC/EUR')!;
    await bench.foreign.cancel(id);
    await others(bench, 11);
    await untilSettled(bench, command.intentId, 200_000);
    expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
    const waitsFor = `certainty about something at the venue that may be it: ${id}`;
    expect(bench.own.resolution().unresolved).toMatchObject([{ waitsFor, look: { finding: 'unclear' } }]);
    await bench.resolve(command.intentId, { type: 'adopt', venueId: id });
    await bench.rounds(3, 1000);
    const { fills, trades } = await fillsAndTrades(bench);
    expect(fills).toEqual(trades);
  },
);

test.each(['keep', 'new'] as const)('a lost replacement is adopted (the venue: %s the id)', async (replaceId) => {
  bench = await orderBench({ behaviour: { replaceId } });
  const placed = bench.place();
  await bench.run(placed);
  const { id } = bench.truth().orders[0]!;
  bench.fault = once('orders.replace', LOST);
  const command = bench.replace(id);
  await bench.run(command);
  await bench.rounds(2, 500);
  const [order] = bench.truth().orders;
  expect(bench.reportsOf('order-replaced')).toMatchObject([{ intentId: command.intentId, orderId: id, newOrderId: order!.id }]);
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  expect(bench.reportsOf('external-order')).toEqual([]);
  const open = await bench.store.journal.openOrders();
  expect(open).toMatchObject([{ orderId: order!.id, intentId: placed.intentId }]);
  expect(open[0]!.price!.toFixed()).toBe('50100');
  expect(requestsOf(bench.truth(), 'orders.replace')).toBe(1);
});

test('while the old order and one of the new shape are both there, nothing is concluded', async () => {
  bench = await orderBench({ behaviour: { replaceId: 'new' } });
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  bench.fault = once('orders.replace', { kind: 'drop-before' });
  const command = bench.replace(id);
  await bench.run(command);
  await bench.foreign.place({ amount: '0.00995', price: '50100' });
  await bench.rounds(5, 500);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  expect(await bench.store.journal.openOrders()).toMatchObject([{ orderId: id }]);
});

test.each(['remaining', 'total'] as const)(
  'a lost replacement of an order that was filled in part is adopted (amount: %s)',
  { tags: 'long' },
  async (replaceAmount) => {
    for (const replaceId of ['keep', 'new'] as const) {
      await bench?.end();
      bench = await orderBench({ behaviour: { replaceAmount, replaceId } });
      await bench.round();
      await bench.run(bench.place(IN_PART));
      await bench.round();
      const [order] = bench.truth().orders;
      expect(order?.filled.gt(0)).toBe(true);
      bench.fault = once('orders.replace', LOST);
      const command = bench.replace(order!.id, { amount: dec('0.03'), price: dec('40000') });
      await bench.run(command);
      await bench.rounds(3, 500);
      const open = bench.truth().orders;
      expect(bench.reportsOf('order-replaced')).toMatchObject([{ newOrderId: open[0]!.id }]);
      expect(bench.reportsOf('order-replaced')[0]!.amount.toFixed()).toBe(open[0]!.amount.toFixed());
      await bench.run(bench.cancel(open[0]!.id));
      await bench.rounds(3, 500);
      expect(bench.reportsOf('order-closed').at(-1)).toMatchObject({ orderId: open[0]!.id, end: 'canceled' });
      const { fills, trades } = await fillsAndTrades(bench);
      expect(fills).toEqual(trades);
    }
  },
);

test.each(['keep', 'new'] as const)('a lost replacement that was executed at once is adopted and closed (%s)', async (replaceId) => {
  bench = await orderBench({ behaviour: { replaceId } });
  await bench.round();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  bench.fault = once('orders.replace', LOST);
  const command = bench.replace(id, { amount: dec('0.00997'), price: dec('80000') });
  await bench.run(command);
  await bench.rounds(3, 500);
  expect(bench.truth().orders).toEqual([]);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'adopted' });
  expect(bench.reportsOf('order-closed')).toHaveLength(1);
  expect(await bench.store.journal.openOrders()).toEqual([]);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(trades.length).toBeGreaterThan(0);
  expect(fills).toEqual(trades);
});

test('a lost conversion is found in the history', async () => {
  bench = await orderBench();
  const quote = await bench.quote();
  bench.fault = once('conversions.execute', LOST);
  const command = bench.convert(quote);
  await bench.run(command);
  expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-unknown', kind: 'convert', lane: 'convert:EUR>BTC' });
  await bench.conversionRounds(2);
  const [conversion] = bench.truth().conversions;
  expect(bench.reportsOf('converted')).toMatchObject([{ adopted: true, conversion: { id: conversion!.id, intentId: command.intentId } }]);
  expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  expect(requestsOf(bench.truth(), 'conversions.execute')).toBe(1);
});

test('two identical conversions in the history prove nothing', async () => {
  bench = await orderBench();
  const quote = await bench.quote();
  bench.fault = once('conversions.execute', LOST);
  const command = bench.convert(quote);
  await bench.run(command);
  // The market stands still: the same amount brings the same.
  await bench.foreign.convert('100.10');
  expect(bench.truth().conversions).toHaveLength(2);
  await bench.conversionRounds(5);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  expect(bench.reportsOf('converted')).toEqual([]);
});

test('a conversion that the history does not call done is not taken for done', async () => {
  bench = await orderBench();
  const quote = await bench.quote();
  bench.fault = once('conversions.execute', LOST);
  const command = bench.convert(quote);
  await bench.run(command);
  const [conversion] = bench.truth().conversions;
  let reads = 0;
  // Two readings of the first page, then one of the next.
  bench.fault = ({ operation }) => {
    if (operation !== 'conversions.list') return undefined;
    return { kind: 'garble', body: history(reads++ % 3 === 2 ? [] : [{ ...conversion!, status: 'Declined' }]) };
  };
  await bench.conversionRounds(3);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
});

test('a conversion that never reached the venue stays unknown; an old one of the same shape is not taken for it', async () => {
  bench = await orderBench();
  const first = bench.convert(await bench.quote());
  await bench.run(first);
  bench.fault = once('conversions.execute', { kind: 'drop-before' });
  const command = bench.convert(await bench.quote());
  await bench.run(command);
  await bench.conversionRounds(5);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  expect(bench.truth().conversions).toHaveLength(1);
});

test('a conversion of somebody else that is older than the decision is not taken for it, whatever its amounts', async () => {
  bench = await orderBench();
  const quote = await bench.quote();
  bench.fault = once('conversions.execute', { kind: 'drop-before' });
  const command = bench.convert(quote);
  await bench.run(command);
  const { rate, fromAmount: amountFrom, toAmount: amountTo } = quote;
  const terms = { amountFrom, amountTo, rate, fromCurrency: 'EUR', toCurrency: 'BTC', status: 'Completed' };
  const body = history([{ id: '77', ...terms, operationExecutionTime: command.decidedAt - 60_000 }]);
  bench.fault = ({ operation }) => (operation === 'conversions.list' ? { kind: 'garble', body } : undefined);
  await bench.conversionRounds(5);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
});

type Row = Omit<ReturnType<OrderBench['truth']>['conversions'][number], 'status'> & { readonly status: string };

function history(rows: readonly Row[]): string {
  const items = rows.map(
    (row) =>
      `{"id":${row.id},"operationExecutionTime":"${new Date(row.operationExecutionTime).toISOString()}","amountFrom":${row.amountFrom.toFixed()},"amountTo":${row.amountTo.toFixed()},"fromCurrency":"EUR","toCurrency":"BTC","rate":${row.rate.toFixed()},"status":"${row.status}"}`,
  );
  return `{"items":[${items.join(',')}],"count":${rows.length}}`;
}
