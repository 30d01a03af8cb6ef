import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { TradeRow } from '../../src/gateway/fillRows.ts';
import { readNewestFirst } from '../../src/gateway/newestFirst.ts';
import { TradeTape } from '../../src/gateway/tradeTape.ts';
import { orderLane } from '../../src/model/command.ts';
import { once, type OrderBench, orderBench } from './orderBench.ts';

const SETTLED_AFTER_MS = 30_000;
const SYMBOLS = ['BTC/EUR', 'ETH/EUR', 'SOL/EUR'] as const;

/** The venue's list, newest first: it grows at its head, and a row may show late, at the place of its time. */
class Ledger {
  rows: TradeRow[] = [];
  #count = 0;

  add(symbol: string, at: number, isDated: boolean): void {
    const row = rowOf(String(++this.#count), symbol, at, isDated);
    const place = this.rows.findIndex(({ tradeDate }) => tradeDate !== undefined && tradeDate <= at);
    this.rows.splice(place < 0 ? this.rows.length : place, 0, row);
  }

  /** As `accountLists` reads: whole pages, so that a few older rows come too. */
  readonly trades = (since: number): Promise<readonly TradeRow[]> => {
    const end = this.rows.findIndex(({ tradeDate }) => tradeDate !== undefined && tradeDate < since);
    return Promise.resolve(end < 0 ? this.rows : this.rows.slice(0, end + 2));
  };
}

function rowOf(id: string, symbol: string, at: number, isDated: boolean): TradeRow {
  const nothing = { baseCurrency: undefined, quoteCurrency: undefined, fee: undefined, feeCurrency: undefined, feeType: undefined };
  const row = { ...nothing, id, symbol, type: 'Limit', side: 'Buy', amount: dec('0.1'), price: dec(100), openTime: 0 } as const;
  return isDated ? { ...row, status: 'Executed', tradeDate: at } : { ...row, status: 'Canceled', tradeDate: undefined };
}

const step = fc.record({
  passMs: fc.integer({ min: 0, max: 20_000 }),
  trades: fc.array(fc.record({ symbol: fc.constantFrom(...SYMBOLS), lateMs: fc.nat(14_000), isDated: fc.boolean() }), { maxLength: 6 }),
  /** A reading that was not dealt with: something went wrong after it. */
  isKept: fc.boolean(),
});

test('a tape gives the rows of a frozen lane that the whole list would give, in its order, whatever came when', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), fc.nat(20), async (steps, frozenFrom) => {
      const ledger = new Ledger();
      const tape = new TradeTape(ledger, SETTLED_AFTER_MS);
      let now = 1_000_000;
      let frozenAt: number | undefined;
      for (const [i, { passMs, trades, isKept }] of steps.entries()) {
        now += passMs;
        for (const { symbol, lateMs, isDated } of trades) ledger.add(symbol, now - lateMs, isDated);
        if (i === frozenFrom) frozenAt = now - 20_000;
        const needs = frozenAt === undefined ? [] : [{ lane: orderLane('BTC/EUR'), since: frozenAt }];
        const base = now - SETTLED_AFTER_MS;
        const reading = await tape.read(now, base, needs, Infinity);
        const read = reading.rows.map(({ id }) => id);
        const all = await ledger.trades(base);
        const isWanted = ({ symbol, tradeDate = Infinity }: TradeRow): boolean =>
          tradeDate >= base || (frozenAt !== undefined && symbol === 'BTC/EUR' && tradeDate >= frozenAt);
        const dated = (rows: readonly TradeRow[]): string[] =>
          rows.filter((row) => row.tradeDate !== undefined && isWanted(row)).map(({ id }) => id);
        expect(dated(reading.rows)).toEqual(dated(frozenAt === undefined ? all : ledger.rows));
        expect(new Set(read).size, 'each once').toBe(read.length);
        if (isKept) tape.keep(reading, now, new Set(needs.map(({ lane }) => lane)));
      }
    }),
  );
});

test('rows that made no sense are read again from where they stand', async () => {
  const ledger = new Ledger();
  for (let at = 100_000; at <= 200_000; at += 1000) ledger.add('BTC/EUR', at, true);
  const tape = new TradeTape(ledger, SETTLED_AFTER_MS);
  const need = { lane: orderLane('BTC/EUR'), since: 100_000 };
  tape.keep(await tape.read(200_000, 170_000, [need], Infinity), 200_000, new Set([need.lane]));
  const changed = ledger.rows.findIndex(({ tradeDate }) => tradeDate === 120_000);
  ledger.rows[changed] = { ...ledger.rows[changed]!, status: 'Settled' };
  const { rows, since } = await tape.read(200_000, 170_000, [need], 120_000);
  expect(since).toBe(120_000);
  expect(rows.map(({ id }) => id)).toEqual(ledger.rows.map(({ id }) => id));
  expect(rows.find(({ tradeDate }) => tradeDate === 120_000)?.status).toBe('Settled');
});

test('a tape whose reading was not dealt with reads it again', async () => {
  const ledger = new Ledger();
  ledger.add('ETH/EUR', 100_000, true);
  const tape = new TradeTape(ledger, SETTLED_AFTER_MS);
  await tape.read(120_000, 90_000, [], Infinity);
  expect((await tape.read(120_000, 90_000, [], Infinity)).since).toBe(90_000);
});

let bench: OrderBench | undefined;
afterEach(async () => {
  await bench?.end();
  bench = undefined;
});

test(
  'while a lost answer stays unknown, a round reads one page of trades, however much the other lanes have traded',
  { tags: 'long' },
  async () => {
    bench = await orderBench();
    await bench.round();
    // Two that could be it: nobody can say which, and the lane stays shut.
    await bench.run(bench.place());
    const [order] = bench.truth().orders;
    bench.fault = once('orders.replace', { kind: 'drop-before' });
    await bench.run(bench.replace(order!.id));
    await bench.foreign.place({ amount: '0.00995', price: '50100' });
    for (let minute = 0; minute < 15; minute++) {
      for (let i = 0; i < 10; i++) await bench.foreign.place({ symbol: 'ETH/EUR', type: 'Market', amount: '0.01' });
      await bench.rounds(2, 30_000);
    }
    let pages = 0;
    bench.fault = ({ operation }) => void (operation === 'trades.list' && pages++);
    await bench.round();
    expect(bench.truth().trades.length).toBeGreaterThan(100);
    expect(pages).toBe(1);
    expect(await bench.store.journal.unresolved()).toHaveLength(1);
    expect((await bench.store.fillLog.fills({})).length, 'what the others trade is booked all the while').toBe(bench.truth().trades.length);
  },
);

test('a lane that waits for longer than the list can be read back does not keep the others from being read', { tags: 'long' }, async () => {
  const ledger = new Ledger();
  const tape = new TradeTape(
    { trades: (since) => readNewestFirst(pagesOf(ledger.rows), ({ tradeDate = Infinity }) => tradeDate < since) },
    30_000,
  );
  const lane = orderLane('BTC/EUR');
  const needs = [
    { lane, since: 1000 },
    { lane: orderLane('SOL/EUR'), since: 900_000 },
  ];
  ledger.rows = Array.from({ length: 102_000 }, (_, i) => rowOf(`old ${i}`, SYMBOLS[i % 3]!, 999_990 - 9 * i, true));
  for (const now of [1_000_000, 1_600_000]) {
    ledger.add('ETH/EUR', now - 5, true);
    const reading = await tape.read(now, now - 60_000, needs, 2000);
    expect(reading.rows[0]).toMatchObject({ symbol: 'ETH/EUR', tradeDate: now - 5 });
    expect(reading).toMatchObject({ since: 900_000, isWhole: true });
    tape.keep(reading, now, new Set(needs.map((need) => need.lane)));
    const soon = await tape.read(now + 1000, now - 60_000, needs, 2000);
    expect(soon.since, 'and is not tried again and again').toBeGreaterThan(900_000);
  }
  await expect(new TradeTape({ trades: (since) => tooLong(since) }, 30_000).read(1000, 900, [], Infinity)).rejects.toThrow('more than');
});

test('one page that was cut short does not keep a list from being read back for good', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => rowOf(`old ${i}`, 'BTC/EUR', 999_990 - 100 * i, true));
  const pages = pagesOf(rows);
  let isCut = true;
  const readPage: typeof pages.readPage = async (page, count) => {
    const whole = await pages.readPage(page, count);
    if (!isCut) return whole;
    isCut = false;
    return { ...whole, items: whole.items.slice(0, 1) };
  };
  const trades = (since: number) => readNewestFirst({ ...pages, readPage }, ({ tradeDate = Infinity }) => tradeDate < since);
  const tape = new TradeTape({ trades }, 30_000);
  const needs = [{ lane: orderLane('BTC/EUR'), since: 800_000 }];
  expect(await tape.read(1_000_000, 940_000, needs, Infinity)).toMatchObject({ since: 940_000 });
  expect(await tape.read(1_010_000, 950_000, needs, Infinity), 'not at once: it takes a thousand requests').toMatchObject({
    since: 950_000,
  });
  expect(await tape.read(4_600_000, 4_540_000, needs, Infinity)).toMatchObject({ since: 800_000, isWhole: true });
});

/** A list whose newest rows are given, in pages. */
function pagesOf(rows: readonly TradeRow[]): Parameters<typeof readNewestFirst<TradeRow>>[0] {
  const readPage = async (page: number, count: number) => ({ items: rows.slice(page * count, (page + 1) * count), total: rows.length });
  return { firstPage: 0, readPage, sameItem: (a, b) => a.id === b.id };
}

/** Pages that never end. */
async function tooLong(_since: number): Promise<readonly TradeRow[]> {
  let id = 0;
  const readPage = async (_page: number, count: number) => ({
    items: Array.from({ length: count }, () => rowOf(String(++id), 'BTC/EUR', 5000, true)),
    total: 1e9,
  });
  return readNewestFirst({ firstPage: 0, readPage, sameItem: (a, b) => a.id === b.id }, () => false);
}
