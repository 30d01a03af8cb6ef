import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../../src/base/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../../src/base/instant.ts';
import { type PeriodQuery, type PeriodRecords, profitByPeriod } from '../../../src/daemon/history/profitByPeriod.ts';
import { profitRow, profitSums } from '../../../src/daemon/history/profitRow.ts';
import { HistoryFold, NO_HISTORY, tellInTime } from '../../../src/engine/historyFold.ts';
import type { EquityPoint } from '../../../src/model/chronicle.ts';
import type { Conversion } from '../../../src/model/conversion.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { conversion, loggedFill } from '../../store/builders.ts';

/** A Wednesday. */
const DAY = Date.UTC(2026, 10, 25);

interface Kept {
  readonly fills?: readonly Fill[];
  readonly conversions?: readonly Conversion[];
  readonly points?: readonly EquityPoint[];
}

/** Records whose sums reach to the newest time of which some are kept. */
function records({ fills = [], conversions = [], points = [] }: Kept, summedAt: number = -Infinity): PeriodRecords {
  return {
    fillLog: {
      async pastAt(at) {
        const until = summedAt <= at ? summedAt : -Infinity;
        const fold = new HistoryFold(NO_HISTORY);
        const isPast = (time: number): boolean => time < until;
        tellInTime(
          {
            fills: fills.filter((one) => isPast(one.tradedAt)),
            conversions: conversions.filter((one) => isPast(one.executedAt)),
            entries: [],
          },
          fold,
        );
        return { ...fold.sums, until };
      },
      async *history(since) {
        const left = fills.filter(({ tradedAt }) => tradedAt >= since).toSorted((a, b) => a.tradedAt - b.tradedAt);
        for (let at = 0; at < left.length; at += 2) yield left.slice(at, at + 2);
      },
      conversionsSince: async (since) => conversions.filter(({ executedAt }) => executedAt >= since),
      entriesSince: async () => [],
    },
    chronicle: {
      around: async (times) =>
        times.map((time) => ({ before: points.findLast(({ at }) => at <= time), after: points.find(({ at }) => at > time) })),
    },
  };
}

const point = (at: number, profit: string): EquityPoint => ({ at, worth: {}, profit: { 'maker BTC/EUR': profit } });
const trade = (id: string, tradedAt: number, side: Fill['side'], price: string, fee = '0'): Fill =>
  loggedFill(id, {
    symbol: 'BTC/EUR',
    strategy: 'maker',
    tradedAt,
    side,
    price: dec(price),
    amount: dec('1'),
    fee: dec(fee),
    feeCurrency: 'EUR',
  }).fill;

async function rowsOf(kept: Kept, query: Partial<PeriodQuery> = {}, summedAt?: number): Promise<readonly (readonly unknown[])[]> {
  const asked = { period: 'day', from: DAY, now: DAY + 3 * DAY_MS, strategy: undefined, ...query } as const;
  const rows = (await profitByPeriod(records(kept, summedAt), asked)).map(profitRow);
  return rows.map(({ from, symbol, fills, fees, realised, profit }) => [from, symbol, fills, fees, realised, profit]);
}

describe(profitByPeriod.name, () => {
  const bought = trade('1', DAY + HOUR_MS, 'Buy', '100', '0.5');
  const sold = trade('2', DAY + DAY_MS + HOUR_MS, 'Sell', '130', '0.5');

  it('adds up by day what was closed, after fees, and what open positions gained from one midnight to the next', async () => {
    const points = [point(DAY + 2 * HOUR_MS, '9.5'), point(DAY + DAY_MS + 3000, '19.5')];
    expect(await rowsOf({ fills: [bought, sold], points })).toEqual([
      // At midnight it was worth 120: the first look after it counts.
      ['2026-11-25', 'BTC/EUR', 1, '0.5', '-0.5', '19.5'],
      ['2026-11-26', 'BTC/EUR', 1, '0.5', '29.5', '9.5'],
    ]);
  });

  it('says nothing of what was open while nobody valued it, and leaves a day out in which nothing is known to have happened', async () => {
    expect(await rowsOf({ fills: [bought] })).toEqual([['2026-11-25', 'BTC/EUR', 1, '0.5', '-0.5', null]]);
    expect(await rowsOf({ fills: [bought, sold] })).toEqual([
      ['2026-11-25', 'BTC/EUR', 1, '0.5', '-0.5', null],
      ['2026-11-26', 'BTC/EUR', 1, '0.5', '29.5', null],
    ]);
  });

  it('shows a day of which one end alone was valued, so that its gain is not missed without a word', async () => {
    const points = [point(DAY + 2 * HOUR_MS, '9.5'), { at: DAY + DAY_MS, worth: {}, profit: {} }, point(DAY + 2 * DAY_MS, '19.5')];
    expect(await rowsOf({ fills: [bought], points }, { now: DAY + 2 * DAY_MS })).toEqual([
      ['2026-11-25', 'BTC/EUR', 1, '0.5', '-0.5', null],
      ['2026-11-26', 'BTC/EUR', 0, '0', '0', null],
    ]);
  });

  it('counts a day without executions in which the price moved', async () => {
    const points = [point(DAY + 2 * HOUR_MS, '9.5'), point(DAY + 2 * DAY_MS - HOUR_MS, '-20.5'), point(DAY + 2 * DAY_MS + HOUR_MS, '100')];
    expect(await rowsOf({ fills: [bought], points }, { now: DAY + 2 * DAY_MS })).toEqual([
      ['2026-11-25', 'BTC/EUR', 1, '0.5', '-0.5', '9.5'],
      ['2026-11-26', 'BTC/EUR', 0, '0', '0', '-30'],
    ]);
  });

  it('begins where sums are kept, and not with the first execution', async () => {
    const later = trade('3', DAY + DAY_MS + 2 * HOUR_MS, 'Buy', '90');
    const kept = { fills: [trade('0', DAY - DAY_MS, 'Buy', '80'), bought, sold, later] };
    const query = { from: DAY + DAY_MS };
    expect(await rowsOf(kept, query, DAY)).toEqual(await rowsOf(kept, query));
    expect(await rowsOf(kept, query, DAY)).toEqual([['2026-11-26', 'BTC/EUR', 2, '0.5', '39.5', null]]);
  });

  it('weeks begin on Monday, months on their first day, and the first one is whole', async () => {
    const fills = [trade('1', Date.UTC(2026, 9, 31, 23), 'Buy', '100'), trade('2', Date.UTC(2026, 10, 2), 'Sell', '110')];
    const query = { from: Date.UTC(2026, 9, 31, 23, 59), now: Date.UTC(2026, 11, 1) };
    const from = async (period: PeriodQuery['period']): Promise<unknown[]> =>
      (await rowsOf({ fills }, { ...query, period })).map((row) => row[0]);
    expect(await from('day')).toEqual(['2026-10-31', '2026-11-02']);
    expect(await from('week')).toEqual(['2026-10-26', '2026-11-02']);
    expect(await from('month')).toEqual(['2026-10-01', '2026-11-01']);
  });

  it('a conversion counts on the pair that the strategy trades, once', async () => {
    const conversions = [
      conversion('c', {
        strategy: 'dca',
        executedAt: DAY,
        fromCurrency: 'EUR',
        toCurrency: 'SOL',
        fromAmount: dec('25'),
        toAmount: dec('0.2'),
      }),
    ];
    const told = (key: string): EquityPoint => ({ at: DAY + 1000, worth: {}, profit: { [key]: '1' } });
    expect(await rowsOf({ conversions })).toEqual([['2026-11-25', 'SOL/EUR', 1, '0', '0', null]]);
    expect(await rowsOf({ conversions, points: [told('dca SOL/EUR')] })).toEqual([['2026-11-25', 'SOL/EUR', 1, '0', '0', '1']]);
    expect(await rowsOf({ conversions, points: [told('dca EUR/SOL')] })).toEqual([['2026-11-25', 'EUR/SOL', 1, '0', '0', '1']]);
  });

  it('days, weeks and months of any history come to what all of it comes to', async () => {
    const executions = fc.array(
      fc.record({
        hour: fc.integer({ min: 0, max: 2000 }),
        isBuy: fc.boolean(),
        price: fc.integer({ min: 1, max: 999 }),
        fee: fc.integer({ min: 0, max: 9 }),
      }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(executions, fc.constantFrom('day', 'week', 'month'), async (drawn, period) => {
        const fills = drawn.map(({ hour, isBuy, price, fee }, i) =>
          trade(`${i}`, DAY + hour * HOUR_MS, isBuy ? 'Buy' : 'Sell', `${price}`, `0.${fee}`),
        );
        const fold = new HistoryFold(NO_HISTORY);
        tellInTime({ fills: fills.toSorted((a, b) => a.tradedAt - b.tradedAt), conversions: [], entries: [] }, fold);
        const [all] = fold.sums.positions;
        const rows = await profitByPeriod(records({ fills }), { period, from: DAY, now: DAY + 100 * DAY_MS, strategy: 'maker' });
        const sum = (key: 'realised' | 'fees'): string => rows.reduce((total, row) => total.plus(row[key]), ZERO).toFixed();
        const whole = { gross: ZERO, fees: ZERO, fills: 0, ...all };
        const rounded = whole.gross.toDecimalPlaces(18).minus(whole.fees.toDecimalPlaces(18));
        expect(sum('realised')).toBe(rounded.toFixed());
        expect(sum('fees')).toBe(whole.fees.toDecimalPlaces(18).toFixed());
        expect(rows.reduce((total, row) => total + row.fills, 0)).toBe(whole.fills);
      }),
    );
  });
});

it('what rows come to is told by currency, with what nobody valued', () => {
  const row = { from: '2026-11-25', strategy: 'a', symbol: 'BTC/EUR', currency: 'EUR', fills: 1, fees: '0', otherFees: {} };
  const rows = [
    { ...row, realised: '1.5', profit: '2' },
    { ...row, realised: '-3', profit: null },
    { ...row, symbol: 'ETH/USD', currency: 'USD', realised: '0', profit: '-0.004' },
  ];
  expect(profitSums(rows)).toEqual([
    'in all +2.00 EUR, without 1 row whose open positions nobody valued; realised -1.50 EUR',
    'in all +0.00 USD; realised +0.00 USD',
  ]);
});
