import { afterEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { once, type OrderBench, orderBench } from './orderBench.ts';

const LANE = 'spot:BTC/EUR';
const EMPTY = '{"total":0,"items":[]}';

let bench: OrderBench;
afterEach(() => bench.end());

/** From now on both lists have rows of this order alone, each of all of it, with so much else in them. */
function listed(orderId: string, ...rows: readonly Readonly<Record<string, unknown>>[]): void {
  const at = new Date(bench.clock.now() + 100).toISOString();
  const items = rows.map((row) => {
    const shared = { symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', status: 'Executed', price: 50_000, amount: 0.01, fee: 0 };
    return `{"id":${orderId},${JSON.stringify({ ...shared, feeCurrency: 'EUR', feeType: 'Maker', tradeDate: at, openTime: at, ...row }).slice(1)}`;
  });
  const body = `{"total":${rows.length},"items":[${items.join(',')}]}`;
  bench.fault = ({ operation }) => {
    if (operation === 'trades.list') return { kind: 'garble', body };
    return operation === 'orders.list' ? { kind: 'garble', body: EMPTY } : undefined;
  };
}

async function placed(over: Parameters<OrderBench['place']>[0] = {}): Promise<string> {
  bench = await orderBench();
  await bench.run(bench.place({ price: dec('50000'), amount: dec('0.01'), ...over }));
  return bench.reportsOf('order-opened')[0]!.orderId;
}

function isShut(): boolean {
  const changes = bench.reports.filter(({ type }) => type === 'lane-frozen' || type === 'lane-opened');
  return changes.at(-1)?.type === 'lane-frozen';
}

/** Rows of the trades list that contradict what was ordered. */
describe('an execution of our order that can not be one of it', () => {
  const strange = [
    ['is a sale of an order that buys', { side: 'Sell' }, 'as a Sell of BTC/EUR, and it is a Buy of BTC/EUR'],
    ['is of another pair', { symbol: 'ETH/EUR' }, 'as a Buy of ETH/EUR, and it is a Buy of BTC/EUR'],
  ] as const;

  it.each([
    ...strange,
    ['is dearer than the limit of a buy', { price: 75_000 }, 'at 75000, which is worse than its price of 50000'] as const,
  ])('%s: it is not booked, its lane takes no new risk, and opens when the list is right', async (_, wrong, how) => {
    const orderId = await placed();
    listed(orderId, wrong);
    await bench.rounds(10, 2000);
    expect(bench.reportsOf('fill')).toEqual([]);
    expect(bench.reportsOf('lane-frozen')).toMatchObject([{ lane: LANE, reason: expect.stringContaining(how) as string }]);
    listed(orderId, {});
    await bench.rounds(30, 2000);
    expect(bench.reportsOf('fill')).toMatchObject([{ fill: { orderId, price: dec('50000'), amount: dec('0.01') } }]);
    expect(isShut()).toBe(false);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ end: 'filled' }]);
  });

  it('does not keep its other executions from being booked', async () => {
    const orderId = await placed();
    listed(orderId, { side: 'Sell', amount: 0.004 }, { amount: 0.004, status: 'PartiallyExecuted' });
    await bench.rounds(10, 2000);
    expect(bench.reportsOf('fill')).toMatchObject([{ fill: { side: 'Buy', amount: dec('0.004') } }]);
    expect(isShut()).toBe(true);
  });

  it('is booked where it has a worse price and a person says so', async () => {
    const orderId = await placed();
    listed(orderId, { price: 75_000 });
    await bench.rounds(10, 2000);
    await bench.settle(orderId, 'as-listed');
    await bench.rounds(3, 2000);
    expect(bench.reportsOf('fill')).toMatchObject([{ fill: { price: dec('75000'), amount: dec('0.01') } }]);
    expect(isShut()).toBe(false);
  });

  it.each(strange)('%s: a person can not have it booked, and can say that it is none', async (_, wrong) => {
    const orderId = await placed();
    listed(orderId, wrong);
    await bench.rounds(10, 2000);
    await expect(bench.settle(orderId, 'as-listed')).rejects.toThrow('another side or another pair');
    await bench.settle(orderId, 'as-booked');
    await bench.rounds(10, 2000);
    expect(bench.reportsOf('fill')).toEqual([]);
    expect(isShut()).toBe(false);
  });
});

describe('an execution that is one of its order', () => {
  it.each([
    ['a better price', { price: 49_000 }],
    ['a price that the venue has rounded to whole euros', { price: 50_001 }],
  ])('may have %s', async (_, row) => {
    const orderId = await placed({ price: dec('50000.6') });
    listed(orderId, row);
    await bench.rounds(10, 2000);
    expect(bench.reportsOf('fill')).toHaveLength(1);
    expect(bench.reportsOf('lane-frozen')).toEqual([]);
  });

  it.each([['45000'], ['55000']])('may have the price of before a replacement, and that of after it: %s', async (price) => {
    const orderId = await placed();
    await bench.run(bench.replace(orderId, { price: dec(price), amount: dec('0.01') }));
    listed(orderId, { amount: 0.004 }, { amount: 0.006, price: Number(price) });
    await bench.rounds(10, 2000);
    expect(bench.reportsOf('fill')).toHaveLength(2);
    expect(bench.reportsOf('lane-frozen')).toEqual([]);
  });

  it('may have a worse price than was asked for, where a person has said that the order is ours', async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', { kind: 'drop-before' });
    const command = bench.place({ price: dec('50000'), amount: dec('0.01') });
    await bench.run(command);
    const orderId = await bench.foreign.place({ amount: '0.01', price: '80000' });
    await bench.rounds(3, 1000);
    await bench.resolve(command.intentId, { type: 'adopt', venueId: orderId });
    await bench.reread(600_000);
    await bench.rounds(10, 2000);
    const { price } = (await bench.store.journal.order(orderId))!;
    expect(bench.reportsOf('fill').length).toBeGreaterThan(0);
    expect(bench.reportsOf('fill').every(({ fill }) => fill.orderId === orderId && fill.price.lte(price!))).toBe(true);
    expect(isShut()).toBe(false);
  });
});
