import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/base/instant.ts';
import { DayStatistics } from '../../src/simulator/market/dayStatistics.ts';

interface Trade {
  readonly afterMs: number;
  readonly ticks: number;
  readonly lots: number;
}

const trade: fc.Arbitrary<Trade> = fc.record({
  // Mostly within a minute, now and then hours or more than a day later.
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

test('what was before is asked for once, when somebody looks, and comes to the same as if it had been recorded', () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 60 }), fc.nat(60), (trades, count) => {
      let at = 0;
      const timed = trades.map(({ ticks, lots, afterMs }) => ({ ticks, lots, at: (at += afterMs) }));
      const [whole, late] = [new DayStatistics(), new DayStatistics()];
      for (const one of timed) whole.record(one.ticks, one.lots, one.at);
      let asked = 0;
      late.begin(() => {
        asked++;
        return timed.slice(0, count);
      });
      for (const one of timed.slice(count)) late.record(one.ticks, one.lots, one.at);
      expect(asked).toBe(0);
      expect(late.lastTicks).toBe(whole.lastTicks);
      expect(late.figures(at)).toEqual(whole.figures(at));
      expect(late.lastTicks).toBe(whole.lastTicks);
      expect(asked).toBe(1);
    }),
  );
});
