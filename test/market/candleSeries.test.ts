import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { MINUTE_MS } from '../../src/base/instant.ts';
import type { Candle } from '../../src/market/candle.ts';
import { CandleSeries } from '../../src/market/candleSeries.ts';
import { type Book, createBook, showLevels } from '../../src/model/book.ts';
import { gridOf } from '../../src/model/grid.ts';

const GRID = gridOf(2, dec('0.001'));

interface Touch {
  readonly at: number;
  readonly bid: number;
  readonly ask: number;
}

/** With 0 as its price, a side is empty. */
function bookAt({ at, bid, ask }: Touch): Book {
  const book = createBook('BTC/EUR', GRID, 1, true);
  for (const [side, ticks] of [
    [book.bids, bid],
    [book.asks, ask],
  ] as const) {
    side.ticks[0] = ticks;
    side.lots[0] = 1;
    showLevels(side, 0, ticks > 0 ? 1 : 0);
  }
  book.receivedAt = at;
  return book;
}

function candlesOf(touches: readonly Touch[], lengthMs = MINUTE_MS): Candle[] {
  const series = new CandleSeries(lengthMs);
  return touches.flatMap((touch) => series.add(bookAt(touch)) ?? []);
}

/** The same from the definition: all books of an interval at once. */
function model(touches: readonly Touch[], lengthMs: number): object[] {
  const good = touches.filter(({ bid, ask }) => bid > 0 && ask > 0);
  const intervals = Map.groupBy(good, ({ at }) => Math.floor(at / lengthMs));
  const rows = [...intervals].map(([number, books], i) => {
    const mids = books.map(({ bid, ask }) => (bid + ask) / 2);
    const before = [...intervals.keys()][i - 1];
    return {
      from: number * lengthMs,
      open: mids[0],
      high: Math.max(...mids),
      low: Math.min(...mids),
      close: mids.at(-1),
      books: mids.length,
      missed: before === undefined ? 0 : number - before - 1,
      isWhole: i > 0 || books[0]!.at === number * lengthMs,
    };
  });
  // The last interval has not closed.
  return rows.slice(0, -1).flatMap(({ isWhole, ...row }) => (isWhole ? [row] : []));
}

describe('CandleSeries', () => {
  it('gives the candles of its definition, whatever comes', () => {
    const touches = fc
      .array(
        fc.record({
          after: fc.integer({ min: 0, max: 50_000 }),
          bid: fc.integer({ min: 0, max: 20 }),
          spread: fc.integer({ min: 1, max: 5 }),
        }),
        { maxLength: 80 },
      )
      .map((steps) => {
        let at = 1_000_000 * MINUTE_MS;
        return steps.map(({ after, bid, spread }) => ({ at: (at += after), bid, ask: bid + spread }));
      });
    fc.assert(
      fc.property(touches, fc.constantFrom(1000, 7000, MINUTE_MS, 5 * MINUTE_MS), (steps, lengthMs) => {
        const candles = candlesOf(steps, lengthMs).map(({ from, open, high, low, close, books, missed }) => {
          return { from, open, high, low, close, books, missed };
        });
        expect(candles).toEqual(model(steps, lengthMs));
      }),
    );
  });

  it('leaves the interval out in which the books begin, unless they begin with it', () => {
    const later = [1, 60, 120].map((second) => ({ at: second * 1000, bid: 10, ask: 12 }));
    expect(candlesOf(later).map(({ from }) => from)).toEqual([MINUTE_MS]);
    const atOnce = later.map((touch) => ({ ...touch, at: touch.at === 1000 ? 0 : touch.at }));
    expect(candlesOf(atOnce).map(({ from }) => from)).toEqual([0, MINUTE_MS]);
  });

  it('makes no candle of intervals without a good book, and the next one tells how many they were', () => {
    const seconds = [0, 61, 62, 300, 360];
    const candles = candlesOf(seconds.map((second) => ({ at: second * 1000, bid: second === 62 ? 0 : 10, ask: 12 })));
    expect(candles.map(({ from, books, missed }) => [from / MINUTE_MS, books, missed])).toEqual([
      [0, 1, 0],
      [1, 1, 0],
      [5, 1, 3],
    ]);
  });

  it('has a volume of what the figure of 24 hours grew by, where two of them reach over it', () => {
    const series = new CandleSeries(MINUTE_MS);
    const volumes: (number | undefined)[] = [];
    const book = (second: number): void => {
      const closed = series.add(bookAt({ at: second * 1000, bid: 10, ask: 12 }));
      if (closed !== undefined) volumes.push(closed.volume);
    };
    book(0);
    series.addVolume(100, 10_000);
    book(60);
    series.addVolume(103, 65_000);
    series.addVolume(101, 70_000);
    series.addVolume(102, 110_000);
    // It came before the first book of its interval.
    series.addVolume(107, 125_000);
    book(130);
    book(180);
    book(1000);
    // The figure before is too old to tell when this was traded.
    series.addVolume(200, 1_001_000);
    book(1020);
    expect(volumes).toEqual([undefined, 4, 5, undefined, undefined]);
  });
});
