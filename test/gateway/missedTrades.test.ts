import { afterEach, beforeEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { boundOrder, loggedFill, newIntent, START } from '../store/builders.ts';
import { type LongAbsence, longAbsence, manyRows, othersRow, twinRow } from './longAbsence.ts';

let bench: LongAbsence;
beforeEach(async () => {
  bench = await longAbsence();
  bench.rows.push(...manyRows());
});
afterEach(() => bench.store.close());

const TWIN_AT = START + 3.1 * HOUR_MS;

async function withTwins(): Promise<void> {
  await bench.unknown('lost');
  bench.rows.push(twinRow('twin-1', TWIN_AT), twinRow('twin-2', START + 6.1 * HOUR_MS));
  await bench.round();
}

const others = (): string[] => manyRows().map(({ id }) => id);

test('executions that wait for an unknown request are read by their orders once it is decided, and the missed time is not read again', async () => {
  await withTwins();
  expect(await bench.booked()).toEqual(others().sort());
  expect(await bench.watermark()).toBeLessThan(TWIN_AT);
  expect(bench.trouble.at(-1)).toMatch(/2 orders .*wait/);
  const { spans } = bench.asked;
  await bench.rounds(2);
  await bench.own.resolve('lost', { type: 'not-placed' });
  // A request of today that looks alike: what was executed hours before it is none of it.
  await bench.unknown('today');
  bench.asked.orders.length = 0;
  await bench.rounds(2);
  expect(await bench.booked()).toEqual([...others(), 'twin-1', 'twin-2'].sort());
  expect(bench.asked).toEqual({ spans, orders: ['twin-1', 'twin-2'] });
  expect(bench.trouble.at(-1)).toMatch(/waited .*booked/);
  await bench.rounds(20);
  expect(await bench.watermark(), 'the watermark goes on').toBeGreaterThan(START + 9 * HOUR_MS);
});

test("an order that can't be read then is read in the next round, and the others are not read again", async () => {
  await withTwins();
  await bench.own.resolve('lost', { type: 'not-placed' });
  let isOnce = true;
  bench.breaks = (what) => what === 'order twin-1' && isOnce && !(isOnce = false);
  bench.asked.orders.length = 0;
  const { spans } = bench.asked;
  await bench.rounds(3);
  expect(await bench.booked()).toEqual([...others(), 'twin-1', 'twin-2'].sort());
  expect(bench.asked.spans).toBe(spans);
  expect(bench.asked.orders.filter((id) => id === 'twin-2')).toHaveLength(1);
  expect(bench.asked.orders.filter((id) => id === 'twin-1')).toHaveLength(2);
});

test('what waits still waits after a restart, which reads the spans from the watermark', async () => {
  await withTwins();
  bench.restart();
  await bench.round();
  expect(bench.asked.spans).toBeGreaterThan(0);
  await bench.own.resolve('lost', { type: 'not-placed' });
  await bench.rounds(2);
  expect(await bench.booked()).toEqual([...others(), 'twin-1', 'twin-2'].sort());
});

test('a list that can be read after all at a venue that does not heed times is booked', async () => {
  bench.heedsTimes = false;
  let readings = 0;
  bench.breaks = (what) => {
    // One page that was short has made the first reading too long.
    if (what === 'trades' && ++readings === 2) bench.most = Infinity;
    return false;
  };
  await bench.rounds(3);
  expect(await bench.booked()).toEqual(others().sort());
});

test("a row of ours that can't be understood shuts its lane until it can be, and keeps the watermark before it", async () => {
  const at = START + 2.1 * HOUR_MS;
  const { journal } = bench.store;
  await journal.begin(newIntent('mine', { fingerprint: 'BTC/EUR Buy Limit 0.01 50000' }));
  await journal.settle('mine', { state: 'acknowledged', at: START, venueId: 'own', order: boundOrder('own', 'mine') });
  const row = twinRow('own', at);
  bench.rows.push({ ...row, status: 'Settling' });
  await bench.rounds(30);
  expect(bench.shut).toEqual(new Set(['spot:BTC/EUR']));
  expect(await bench.watermark()).toBeLessThan(at);
  expect(bench.trouble.join('\n')).toMatch(/order own/);
  bench.restart();
  await bench.rounds(3);
  expect(bench.shut, 'a new life shuts it too').toEqual(new Set(['spot:BTC/EUR']));
  bench.rows.splice(
    bench.rows.findIndex(({ id }) => id === 'own'),
    1,
    row,
  );
  await bench.rounds(90);
  expect(bench.shut).toEqual(new Set());
  expect(await bench.booked()).toContain('own');
  expect(await bench.watermark()).toBeGreaterThan(START + 9 * HOUR_MS);
});

test("somebody else's order that could not be understood waits, when it can be, for the request that was undecided then", async () => {
  await bench.unknown('lost');
  const row = twinRow('twin', TWIN_AT);
  bench.rows.push({ ...row, status: 'Settling' });
  await bench.rounds(2);
  bench.rows.splice(
    bench.rows.findIndex(({ id }) => id === 'twin'),
    1,
    row,
  );
  await bench.rounds(90);
  expect(await bench.booked()).toEqual(others().sort());
  expect(await bench.watermark()).toBeLessThan(TWIN_AT);
  await bench.own.resolve('lost', { type: 'not-placed' });
  await bench.rounds(2);
  expect(await bench.booked()).toEqual([...others(), 'twin'].sort());
});

test("a row that can't be understood opens its lane when a person says that it is no execution", async () => {
  bench.rows.push(othersRow('strange', START + 2.1 * HOUR_MS, { status: 'Settling' }));
  await bench.rounds(2);
  expect(bench.shut).toEqual(new Set(['spot:BTC/EUR']));
  await bench.own.settleExecutions('strange', 'as-booked');
  await bench.rounds(2);
  expect(bench.shut).toEqual(new Set());
  await bench.rounds(20);
  expect(await bench.watermark()).toBeGreaterThan(START + 9 * HOUR_MS);
});

test('an order whose booked row is gone while another has come is asked about again, and keeps the watermark before it', async () => {
  const at = START + 2.1 * HOUR_MS;
  const fee = { fee: dec('0.0001'), feeCurrency: 'BTC' };
  const earlier = { ...fee, orderId: 'grows', amount: dec('0.05'), tradedAt: START + 60_000, intentId: undefined, strategy: undefined };
  await bench.store.fillLog.record([loggedFill('earlier', earlier)]);
  bench.rows.push(othersRow('grows', at, { amount: dec('0.08') }));
  let readings = 0;
  bench.breaks = (what) => what === 'order grows' && ++readings > 1;
  await bench.round();
  expect(await bench.booked()).toEqual([...others(), 'grows'].sort());
  expect(await bench.watermark()).toBeLessThan(at);
  bench.breaks = undefined;
  await bench.rounds(30);
  expect(await bench.booked()).toEqual([...others(), 'grows', 'grows'].sort());
  expect(await bench.watermark()).toBeGreaterThan(START + 9 * HOUR_MS);
});
