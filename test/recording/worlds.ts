import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { dec } from '../../src/base/decimal.ts';
import type { Instant } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type Book, createBook, showLevels } from '../../src/model/book.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';
import type { PairStatistics } from '../../src/model/statistics.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap } from '../../src/recording/marketCursor.ts';
import type { MarketWriter, MarketWriterOptions } from '../../src/recording/marketWriter.ts';
import type { RecordingLock } from '../../src/recording/takeFolder.ts';

export const DAY = Date.UTC(2026, 10, 20);

export function pairOf(symbol: string, precision = 2, step = '0.00001'): Pair {
  const [base, quote] = symbol.split('/') as [string, string];
  const grid = gridOf(precision, dec(step));
  return { symbol, description: `${base} for ${quote}`, base, quote, grid, minVolume: dec('0.0001'), maxVolume: dec('10000') };
}

export const PAIR = pairOf('BTC/EUR');

/** A record as the naive model keeps it. */
export type Kept =
  | {
      readonly type: 'book';
      readonly at: Instant;
      readonly exchangeAt: Instant;
      readonly depth: number;
      readonly bids: Levels;
      readonly asks: Levels;
    }
  | { readonly type: 'statistics'; readonly at: Instant; readonly row: PairStatistics }
  | { readonly type: 'gap'; readonly at: Instant; readonly gap: MarketGap };

export type Levels = readonly (readonly [ticks: number, lots: number])[];

export function keptOf(cursor: MarketCursor): Kept[] {
  const records: Kept[] = [];
  for (let type = cursor.next(); type !== END; type = cursor.next()) records.push(keptRecord(cursor, type));
  cursor.close();
  return records;
}

export function keptRecord(cursor: MarketCursor, type: number): Kept {
  const { at, book } = cursor;
  if (type === BOOK) return { type: 'book', at, ...keptBook(book) };
  return type === GAP ? { type: 'gap', at, gap: cursor.gap! } : { type: 'statistics', at, row: cursor.statistics! };
}

export function keptBook({ bids, asks, exchangeAt, depth }: Book): Pick<Kept & { type: 'book' }, 'bids' | 'asks' | 'exchangeAt' | 'depth'> {
  const levels = ({ ticks, lots, start, length }: Book['bids']): Levels =>
    Array.from({ length }, (_, i) => [ticks[start + i]!, lots[start + i]!] as const);
  return { exchangeAt, depth, bids: levels(bids), asks: levels(asks) };
}

/** Makes a function that gives records to a writer, through one reused book. */
export function giver(pair: Pair = PAIR): (writer: MarketWriter, record: Kept) => void {
  const book = createBook(pair.symbol, pair.grid, 250, true);
  return (writer, record) => {
    if (record.type === 'statistics') return writer.statistics(record.row, record.at);
    if (record.type === 'gap') return writer.gap(pair.symbol, record.gap);
    for (const side of ['bids', 'asks'] as const) {
      for (const [i, [ticks, lots]] of record[side].entries()) {
        book[side].ticks[i] = ticks;
        book[side].lots[i] = lots;
      }
      showLevels(book[side], 0, record[side].length);
    }
    Object.assign(book, { receivedAt: record.at, exchangeAt: record.exchangeAt, depth: record.depth });
    writer.book(book);
  };
}

/** Random markets: levels come, change and go, sides run empty, depths change. Prices go up to `mostTicks`. */
export function records(mostTicks = 10_000, count = 40): fc.Arbitrary<Kept[]> {
  const lots = fc.oneof(
    fc.integer({ min: 1, max: 300 }),
    fc.maxSafeInteger().map((n) => Math.abs(n) || 1),
  );
  const ticks = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: Math.min(60, mostTicks) }) },
    fc.integer({ min: 1, max: mostTicks }),
  );
  const side = fc.uniqueArray(fc.tuple(ticks, lots), { selector: ([price]) => price, maxLength: 12 });
  const shape = fc.record({ bids: side, asks: side, depth: fc.integer({ min: 1, max: 14 }), keep: fc.integer({ min: 0, max: 3 }) });
  const waitMs = fc.oneof(fc.integer({ min: 0, max: 900 }), fc.constant(0));
  const one = fc.tuple(waitMs, fc.integer({ min: -500, max: 5000 }), fc.integer({ min: 0, max: 9 }), shape, statisticsRows());
  return fc.array(one, { maxLength: count }).map((steps) => {
    let at = DAY + 1000;
    let last: Kept & { type: 'book' } = { type: 'book', at, exchangeAt: at, depth: 1, bids: [], asks: [] };
    return steps.map(([wait, age, kind, { bids, asks, depth, keep }, row]): Kept => {
      at += wait;
      if (kind === 0) return { type: 'statistics', at, row };
      if (kind === 1) return { type: 'gap', at, gap: { from: at - wait, to: at, reason: 'poll-failed', detail: `waited ${wait} ms` } };
      // Most of a book stays as it was, so that edits of every kind occur.
      const mixed = (old: Levels, fresh: Levels, step: number): Levels =>
        [...new Map([...old.filter((_, i) => i % 4 < keep), ...fresh]).entries()].toSorted((a, b) => (a[0] - b[0]) * step).slice(0, depth);
      last = { type: 'book', at, exchangeAt: at - age, depth, bids: mixed(last.bids, bids, -1), asks: mixed(last.asks, asks, 1) };
      return last;
    });
  });
}

function statisticsRows(): fc.Arbitrary<PairStatistics> {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 22n }), fc.integer({ min: 0, max: 12 }))
    .map(([units, places]) => dec(units).div(dec(10).pow(places)));
  const field = fc.option(decimal, { nil: undefined });
  return fc.record({
    symbol: fc.constant(PAIR.symbol),
    lastPrice: field,
    lowestAsk: field,
    highestBid: field,
    baseVolume: decimal,
    quoteVolume: decimal,
    priceChangePercent: field,
    highestPrice: field,
    lowestPrice: field,
  });
}

/** A lock for a single process. */
export function freeLock(): Promise<RecordingLock> {
  return Promise.resolve({ release: () => Promise.resolve() });
}

export function writerOptions(over: Partial<MarketWriterOptions> = {}): MarketWriterOptions {
  return { clock: new VirtualClock(DAY), depth: 10, everyMs: 1000, lock: freeLock, normalMs: Infinity, ...over };
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sluice-recording-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A turn of the event loop. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A book that differs from that of a second before. */
export const book = (at: number, seed = at): Kept & { type: 'book' } => {
  const step = Math.floor(seed / 1000) % 50;
  return {
    type: 'book',
    at,
    exchangeAt: at - 9,
    depth: 10,
    bids: [
      [100 + step, 5],
      [90, 7 + step],
    ],
    asks: [[200 + step, 1 + step]],
  };
};

export const gapOf = (from: number, to: number, reason: string, detail: string): unknown => ({
  type: 'gap',
  at: to,
  gap: { from, to, reason, detail },
});
