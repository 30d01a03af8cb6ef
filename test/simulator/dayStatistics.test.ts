import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DayStatistics } from '../../src/simulator/market/dayStatistics.ts';

const MINUTE_MS = 60_000;

interface Trade {
  readonly afterMs: number;
  readonly ticks: number;
  readonly lots: number;
}

const trade: fc.Arbitrary<Trade> = fc.record({
  // Within a minute mostly, now and then hours or more than a day later.
  afterMs: fc.oneof({ weight: 6, arbitrary: fc.nat(90_000) }, { weight: 1, arbitrary: fc.nat(30 * 60 * MINUTE_MS) }),
  ticks: fc.integer({ min: 1, max: 10_000_000 }),
  lots: fc.integer({ min: 1, max: 1_000_000_000 }),
});

test('the figures are those of all trades in the last 1440 minutes begun (000 Pair statistics item)', () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 60 }), fc.nat(25 * 60 * MINUTE_MS), (trades, restMs) => {
      const statistics = new DayStatistics();
      let at = 0;
      const timed = trades.map((one) => {
        at += one.afterMs;
        statistics.record(one.ticks, one.lots, at);
        return { ...one, at };
      });
      const now = at + restMs;
      const day = timed.filter((one) => Math.floor(one.at / MINUTE_MS) > Math.floor(now / MINUTE_MS) - 1440);
      const figures = statistics.figures(now);
      expect(statistics.lastTicks).toBe(timed.at(-1)?.ticks);
      if (day.length === 0) {
        expect(figures).toBeUndefined();
        return;
      }
      expect(figures).toMatchObject({
        firstTicks: day[0]!.ticks,
        lastTicks: day.at(-1)!.ticks,
        highTicks: Math.max(...day.map(({ ticks }) => ticks)),
        lowTicks: Math.min(...day.map(({ ticks }) => ticks)),
        lots: day.reduce((sum, { lots }) => sum + lots, 0),
        tickLots: day.reduce((sum, { ticks, lots }) => sum + BigInt(ticks) * BigInt(lots), 0n),
      });
    }),
  );
});
