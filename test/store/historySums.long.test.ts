import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HistoryFold, NO_HISTORY, tellInTime } from '../../src/engine/historyFold.ts';
import type { FillLog } from '../../src/model/journal.ts';
import type { HistorySums } from '../../src/model/historySums.ts';
import type { Database } from '../../src/store/database.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { FILL_COLUMNS } from '../../src/store/fillRow.ts';
import { BEGINNING, HistorySumKeeper } from '../../src/store/historySums.ts';
import { conversion, loggedFill, ownedDatabase, START } from './builders.ts';

let database: Database;
let log: FillLog;

beforeEach(async () => {
  ({ database } = await ownedDatabase());
  log = createFillLog(database);
});
afterEach(() => database.close());

/** Executions of three strategies and of nobody, on two pairs, with fees in three currencies, three at one time. */
async function logFills(from: number, count: number): Promise<void> {
  const digits = (scale: number, factor: number): string =>
    `(n * ${factor} % ${scale}) || '.' || substr(CAST(100000000 + n * ${factor * 31} % 99999999 + 1 AS TEXT), 2)`;
  const one = (...choices: string[]): string =>
    `CASE n * 7919 / 13 % ${choices.length} ${choices.map((choice, i) => `WHEN ${i} THEN ${choice}`).join(' ')} END`;
  const values: Readonly<Record<(typeof FILL_COLUMNS)[number], string>> = {
    id: "'f' || n",
    order_id: "'o' || n",
    symbol: "CASE WHEN n * 7 % 10 < 7 THEN 'BTC/EUR' ELSE 'ETH/EUR' END",
    side: "CASE WHEN n * 104729 / 7 % 2 = 1 THEN 'Buy' ELSE 'Sell' END",
    type: "'Limit'",
    price: digits(60_000, 7907),
    amount: digits(2, 7901),
    fee: digits(1, 7883),
    fee_currency: one("'BTC'", "'EUR'", "'XCH'"),
    fee_type: "'Maker'",
    opened_at: '0',
    traded_at: `${START} + n / 3`,
    received_at: '0',
    intent_id: 'NULL',
    strategy: one("'maker'", "'grid'", "'dca'", 'NULL'),
    tag: 'NULL',
    book: 'NULL',
  };
  await database.exec(`WITH RECURSIVE numbers(n) AS (SELECT CAST(${from} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${from + count - 1})
    INSERT INTO fill(${FILL_COLUMNS.join(', ')}) SELECT ${FILL_COLUMNS.map((column) => values[column]).join(', ')} FROM numbers`);
}

const textOf = ({ positions, flows }: HistorySums): unknown =>
  JSON.parse(JSON.stringify({ positions: positions.toSorted((a, b) => (a.strategy + a.symbol < b.strategy + b.symbol ? -1 : 1)), flows }));

/** By reading everything, from the beginning or from where the kept sums end. */
async function added(sums: HistorySums, since: number): Promise<unknown> {
  const fold = new HistoryFold(sums);
  const fills = (await Array.fromAsync(log.history(since))).flat();
  tellInTime({ fills, conversions: await log.conversionsSince(since), entries: await log.entriesSince(since) }, fold);
  return textOf(fold.sums);
}

/** Sums that are gone on with give what a full reading gives, to the last digit. Answers how far they go. */
async function expectExact(): Promise<number> {
  const { until, ...sums } = await log.past();
  expect(await added(sums, until)).toEqual(await added(NO_HISTORY, BEGINNING));
  return until;
}

describe(HistorySumKeeper.name, () => {
  it('V13: gives what a full reading gives, to the last digit, and leaves less than a block to read', async () => {
    await logFills(0, 5000);
    expect(await expectExact()).toBe(BEGINNING);
    await log.recordConversion(conversion('c1', { executedAt: START + 100, strategy: 'maker' }));
    await log.recordConversion(conversion('c2', { executedAt: START + 9000, strategy: 'dca', fromCurrency: 'BTC', toCurrency: 'EUR' }));
    await logFills(5000, 22_000);
    const until = await expectExact();
    expect(until).toBeGreaterThan(START + 6000);
    expect((await Array.fromAsync(log.history(until))).flat().length).toBeLessThan(10_003);
  });

  it.each([
    ['a fill that comes late', () => log.record([loggedFill('late', { tradedAt: START + 4000, strategy: 'maker' })])],
    ['a conversion that comes late', () => log.recordConversion(conversion('late', { executedAt: START + 4000, strategy: 'dca' }))],
    ['a fill whose owner is found', () => database.run("UPDATE fill SET strategy = 'found', intent_id = 'x' WHERE id = 'f12000'")],
    ['a fill that is taken away', () => database.run("DELETE FROM fill WHERE id = 'f12000'")],
  ])('drops the sums that %s was part of, and no others', async (_what, change) => {
    await logFills(0, 21_000);
    const whole = await expectExact();
    await change();
    const kept = await database.all<{ before_at: number }>('SELECT before_at FROM history_sum ORDER BY before_at');
    expect(kept.map((row) => row.before_at)).toEqual([START + 3333]);
    expect(await expectExact()).toBe(whole);
  });

  it('keeps no sums that something has changed while they were worked out', async () => {
    await logFills(0, 12_000);
    const folding = log.past();
    let isBegun = false;
    while (!isBegun) isBegun = (await database.get('SELECT 1 FROM history_sum')) !== undefined;
    await log.record([loggedFill('late', { tradedAt: START + 1, strategy: 'maker' })]);
    expect((await folding).until).toBe(BEGINNING);
    await expectExact();
  });

  it('does not go on with sums of another arithmetic, nor with any that were never completed', async () => {
    await logFills(0, 12_000);
    const until = await expectExact();
    await database.run("UPDATE history_sum SET arithmetic = 'another', sums = '{}'");
    expect(await expectExact()).toBe(until);
    await database.run('UPDATE history_sum SET sums = NULL');
    expect(await expectExact()).toBe(until);
  });

  it('puts fills of one time into one block, however many there are', async () => {
    await log.record(Array.from({ length: 12_000 }, (_, i) => loggedFill(`f${i}`, { tradedAt: START })));
    expect((await log.past()).positions).toEqual([]);
    await log.record([loggedFill('next', { tradedAt: START + 1 })]);
    expect(await expectExact()).toBe(START + 1);
  });

  it('gives the newest sums of a time or of before it, which are gone on with as exactly', async () => {
    await logFills(0, 32_000);
    const newest = await expectExact();
    const { until, ...sums } = await log.pastAt(newest - 1);
    expect(until).toBeLessThan(newest);
    expect(until).toBeGreaterThan(BEGINNING);
    expect(await added(sums, until)).toEqual(await added(NO_HISTORY, BEGINNING));
    expect((await log.pastAt(newest)).until).toBe(newest);
    expect(await log.pastAt(until - 1)).toMatchObject({ until: START + 3333 });
    expect(await log.pastAt(START)).toEqual({ ...NO_HISTORY, until: BEGINNING });
  });

  it('keeps up while the log grows, without being asked', async () => {
    await logFills(0, 10_000);
    await log.record(Array.from({ length: 10_000 }, (_, i) => loggedFill(`r${i}`, { tradedAt: START + 10_000 + i })));
    const kept = async (): Promise<number> => (await database.all('SELECT 1 FROM history_sum WHERE sums IS NOT NULL')).length;
    for (let turns = 0; turns < 1000 && (await kept()) < 1; turns++) await database.get('SELECT 1');
    expect(await kept()).toBeGreaterThan(0);
    await expectExact();
  });
});
