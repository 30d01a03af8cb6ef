import { afterEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { ProvenRefusal } from '../../src/client/provenRefusals.ts';
import type { Transport } from '../../src/client/transport.ts';
import { Sightings } from '../../src/gateway/sightings.ts';
import { once, type OrderBench, orderBench, requestsOf } from './orderBench.ts';
import { others, stateOf, untilSettled } from './outcomes.ts';
import { type ListedRow, retold } from './retold.ts';

let bench: OrderBench;
afterEach(() => bench.end());

const TAKEN = { kind: 'drop-after' } as const;
const LOST = { kind: 'drop-before' } as const;
const SHAPE = { amount: '0.00997', price: '50000' } as const;

/** A venue that tells of open orders in another way. */
function telling(row: (row: ListedRow) => ListedRow): (transport: Transport) => Transport {
  return retold('/orders', (rows) => rows.map(row));
}

function without(row: ListedRow, ...names: readonly string[]): ListedRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

function timeless(row: ListedRow): ListedRow {
  return without(row, 'openTime');
}

/** With no time at all. */
function bare(row: ListedRow): ListedRow {
  return without(row, 'openTime', 'updatedOn');
}

function off(ms: number): (row: ListedRow) => ListedRow {
  return (row) => ({ ...row, openTime: new Date(Date.parse(row['openTime'] as string) + ms).toISOString() });
}

describe('an order that was placed, whose answer was lost, and that the venue shows', () => {
  test('is adopted, though without its time, when it was in no list before the request', async () => {
    bench = await orderBench({ wrap: telling(timeless) });
    await bench.round();
    bench.fault = once('orders.place', TAKEN);
    const command = bench.place();
    await bench.run(command);
    await bench.rounds(2, 1000);
    expect(await stateOf(bench, command.intentId)).toBe('adopted');
  });

  test.each([
    ['shown without its time, where this life had read no list before the request', timeless],
    ['shown with a time that is 8 s off', off(-8000)],
  ] as const)('is never taken for not placed when it is %s, and a person can give it to the intent', { tags: 'long' }, async (_, row) => {
    bench = await orderBench({ wrap: telling(row) });
    if (row !== timeless) await bench.round();
    bench.fault = once('orders.place', TAKEN);
    const command = bench.place();
    await bench.run(command);
    await others(bench, 11);
    await untilSettled(bench, command.intentId, 200_000);
    expect(await stateOf(bench, command.intentId)).toBe('unknown');
    expect(bench.reportsOf('external-order')).toEqual([]);
    const orderId = bench.truth().orders.find(({ symbol }) => symbol === 'BTC/EUR')!.id;
    const waitsFor = `certainty about something at the venue that may be it: ${orderId}`;
    expect(bench.own.resolution().unresolved).toMatchObject([{ waitsFor, look: { finding: 'unclear' } }]);
    await bench.resolve(command.intentId, { type: 'adopt', venueId: orderId });
    expect(await bench.store.journal.order(orderId)).toMatchObject({ intentId: command.intentId });
  });

  test('is recognised without its time, and canceled, when the venue had answered that it refuses it', async () => {
    const provenRefusals: readonly ProvenRefusal[] = [{ status: 400, shape: 'standard', code: 'NO_WAY', why: '' }];
    bench = await orderBench({ wrap: telling(timeless), provenRefusals });
    await bench.rounds(2, 1000);
    bench.fault = once('orders.place', { kind: 'status', apply: true, status: 400, body: '{"code":"NO_WAY","message":"no"}' });
    const command = bench.place();
    await bench.run(command);
    expect(await stateOf(bench, command.intentId)).toBe('rejected');
    await bench.rounds(3, 1000);
    expect(bench.reportsOf('order-late')).toMatchObject([{ intentId: command.intentId }]);
    expect(bench.reportsOf('external-order')).toEqual([]);
  });
});

describe('an order of somebody else that has the very same shape', () => {
  test('is not taken for ours, though it has no time, when it was in the lists before the request', async () => {
    bench = await orderBench({ wrap: telling(timeless) });
    const orderId = await bench.foreign.place(SHAPE);
    await bench.round();
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await others(bench, 11);
    await untilSettled(bench, command.intentId, 120_000);
    expect(await stateOf(bench, command.intentId)).toBe('not-sent');
    await bench.rounds(3, 1000);
    expect(bench.reportsOf('external-order')).toMatchObject([{ orderId }]);
    expect(bench.reportsOf('order-late')).toEqual([]);
  });

  test('shuts the lane until it is gone when nothing tells it from ours', { tags: 'long' }, async () => {
    bench = await orderBench({ wrap: telling(bare) });
    const orderId = await bench.foreign.place(SHAPE);
    await bench.pass(120_000);
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await others(bench, 11);
    await untilSettled(bench, command.intentId, 120_000);
    expect(await stateOf(bench, command.intentId)).toBe('unknown');
    await bench.foreign.cancel(orderId);
    await others(bench, 1);
    await untilSettled(bench, command.intentId, 120_000);
    expect(await stateOf(bench, command.intentId)).toBe('not-sent');
    expect(requestsOf(bench.truth(), 'orders.cancel')).toBe(1);
  });

  test('is left alone when it stays after a person has said that nothing was placed', async () => {
    bench = await orderBench({ wrap: telling(timeless) });
    const orderId = await bench.foreign.place(SHAPE);
    bench.fault = once('orders.place', LOST);
    const command = bench.place({ amount: dec(SHAPE.amount) });
    await bench.run(command);
    await bench.rounds(20, 1000);
    await bench.pass(60_000);
    await bench.resolve(command.intentId, { type: 'not-placed' });
    await bench.rounds(3, 1000);
    expect(bench.reportsOf('order-late')).toEqual([]);
    expect(bench.reportsOf('external-order')).toMatchObject([{ orderId }]);
  });
});

test('an order of one reading is known at the next one, of however many orders, and an open order for as long as it is open', () => {
  const sightings = new Sightings();
  const many = Array.from({ length: 30_000 }, (_, i) => `traded-${i}`);
  sightings.note([...many, 'open'], [], 0);
  sightings.note([...many, 'open'], [{ id: 'intent' }], 1);
  expect(['traded-0', 'open'].map((id) => sightings.isBefore(id, { id: 'intent' }))).toEqual([true, true]);
  sightings.note(['open'], [{ id: 'intent' }], 2);
  expect(['traded-0', 'open'].map((id) => sightings.isBefore(id, { id: 'intent' }))).toEqual([false, true]);
});

test('an order without a time whose asked amount is another one is not taken for a part of a lost order', { tags: 'long' }, async () => {
  bench = await orderBench({ wrap: telling(bare) });
  await bench.round();
  bench.fault = once('orders.place', LOST);
  const command = bench.place();
  await bench.run(command);
  await others(bench, 11);
  await bench.pass(120_000);
  await bench.foreign.place({ ...SHAPE, amount: '0.005' });
  await untilSettled(bench, command.intentId, 300_000);
  expect(await stateOf(bench, command.intentId)).toBe('not-sent');
});
