import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { listOnly } from './listOnly.ts';
import { CROSSING, type OrderBench, orderBench } from './orderBench.ts';

const LANE = 'spot:BTC/EUR';
let folder: string;
let bench: OrderBench;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-doubts-'));
});
beforeEach(async () => {
  count++;
  bench = await orderBench({ database: join(folder, `${count}.sqlite`) });
  await bench.round();
});
afterEach(() => bench.end());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An order that is executed and booked. */
async function executed(): Promise<{ readonly orderId: string; readonly tradedAt: number }> {
  await bench.run(bench.place(CROSSING));
  await bench.rounds(4, 500);
  return bench.truth().trades[0]!;
}

/** The same some hours later: no round reads back to the order by itself. */
async function later(): Promise<void> {
  await bench.rounds(3, HOUR_MS);
}

describe('a lane that is shut for the executions of an order', () => {
  test('is shut from the start of the next life, however old they are, and opens when they are in order', { tags: 'long' }, async () => {
    const { orderId, tradedAt } = await executed();
    listOnly(bench, orderId, tradedAt, ['0.1', '60000']);
    await bench.rounds(40, 500);
    expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
    await later();
    await bench.restart();
    await bench.round();
    expect(bench.reportsOf('lane-frozen'), 'before anything else').toMatchObject([
      { lane: LANE, reason: expect.stringContaining('reads differently') as string },
    ]);
    expect([...bench.own.troubles.keys()]).toEqual([orderId]);
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('lane-opened'), 'it was looked at, and is as it was').toEqual([]);
    bench.fault = undefined;
    await bench.rounds(100, 1000);
    expect(bench.reportsOf('lane-opened')).toMatchObject([{ lane: LANE }]);
    await bench.restart();
    await bench.rounds(5, 1000);
    expect(bench.reportsOf('lane-frozen'), 'it is over').toEqual([]);
  });

  test('stays shut while the list can not be read', { tags: 'long' }, async () => {
    const { orderId, tradedAt } = await executed();
    listOnly(bench, orderId, tradedAt, ['0.6', '60000'], ['0.7', '60001']);
    await bench.rounds(4, 500);
    await later();
    await bench.restart();
    await bench.round();
    bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'status', status: 500, body: '', apply: false } : undefined);
    for (let i = 0; i < 5; i++) await bench.rounds(1, 1000).catch(() => undefined);
    expect(bench.reportsOf('lane-frozen')).toMatchObject([{ reason: expect.stringContaining('of which 0.9 was ordered') as string }]);
    expect(bench.reportsOf('lane-opened')).toEqual([]);
  });

  test('for a row that nobody understands is shut in the next life, too', { tags: 'long' }, async () => {
    await bench.run(bench.place(CROSSING));
    const { orderId, tradedAt } = bench.truth().trades[0]!;
    const row = `{"id":${orderId},"price":1,"amount":1,"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"Expired","tradeDate":"${new Date(tradedAt).toISOString()}"}`;
    bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body: `{"total":1,"items":[${row}]}` } : undefined);
    await bench.rounds(4, 500);
    await later();
    await bench.restart();
    await bench.round();
    expect(bench.reportsOf('lane-frozen')).toMatchObject([{ lane: LANE, reason: expect.stringContaining('Expired') as string }]);
  });

  test('opens by a person in the next life as in the first', { tags: 'long' }, async () => {
    const { orderId, tradedAt } = await executed();
    listOnly(bench, orderId, tradedAt, ['0.1', '60000']);
    await bench.rounds(40, 500);
    await later();
    await bench.restart();
    await bench.round();
    expect(await bench.settle(orderId, 'as-booked')).toMatchObject({ listed: dec('0.1') });
    expect(bench.reportsOf('lane-opened')).toHaveLength(1);
  });
});

describe('what a person has said of executions and can not be read any more', () => {
  test.each(['', 'rubbish', 'as-booked', 'as-booked x', 'as-guessed 0.1', 'as-booked 0.1 0.2'])(
    '"%s" is told with what to do, and nothing is lost',
    { tags: 'long' },
    async (text) => {
      const { orderId, tradedAt } = await executed();
      listOnly(bench, orderId, tradedAt, ['0.1', '60000']);
      await bench.rounds(40, 500);
      await bench.settle(orderId, 'as-booked');
      const fills = await bench.store.fillLog.fills({});
      await later();
      await bench.store.state.save('settled-executions', orderId, text);
      await bench.store.state.save('settled-executions', '4711', 'as-booked 2');
      await bench.restart();
      await bench.round();
      expect(bench.trouble).toEqual([expect.stringContaining(`sluice orders settle ${orderId} --as-booked`)]);
      expect(bench.reportsOf('lane-frozen')).toMatchObject([{ lane: LANE }]);
      expect((await bench.store.state.load('settled-executions'))[orderId], 'it is still there to look at').toBe(text);
      expect(await bench.store.fillLog.fills({})).toEqual(fills);
      expect(await bench.settle(orderId, 'as-booked')).toMatchObject({ newFills: 0 });
      expect(bench.reportsOf('lane-opened')).toHaveLength(1);
      await bench.restart();
      bench.trouble.length = 0;
      await bench.rounds(5, 1000);
      expect([bench.trouble, bench.reportsOf('lane-frozen')]).toEqual([[], []]);
    },
  );
});
