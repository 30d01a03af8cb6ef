import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import type { Book, BookSide } from '../../../src/model/book.ts';
import { BlockSequence } from '../../../src/recording/blockSequence.ts';
import { type BookBlock, decodeBlock } from '../../../src/recording/bookBlock.ts';
import { BOOK, END, GAP, type MarketCursor } from '../../../src/recording/marketCursor.ts';
import type { BacktestMarket, BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { MarketMerge, type MarketWalk } from '../../../src/research/backtest/marketMerge.ts';
import { hasRows, SoleMarket } from '../../../src/research/backtest/soleMarket.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { BTC } from '../../engine/fixtures.ts';
import { marketRows, orderOf } from '../drawn/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

/** In memory, in blocks of so many books. */
function inBlocks(market: BacktestMarket, size: number): BacktestMarket {
  const cursor = market.open();
  const blocks: BookBlock[] = [];
  for (let block = decodeBlock(cursor, size); block !== undefined; block = decodeBlock(cursor, size)) blocks.push(block);
  return { ...market, open: () => new BlockSequence(blocks) };
}

function soleMarket(market: BacktestMarket, range: BacktestOptions['range']): SoleMarket {
  const cursor: MarketCursor = market.open();
  if (!hasRows(cursor)) throw new Error('the books are in memory');
  return new SoleMarket(cursor, range);
}

const levelsOf = ({ ticks, lots, start, length }: BookSide): string =>
  `${ticks.subarray(start, start + length).join()} of ${lots.subarray(start, start + length).join()}`;

function bookText({ receivedAt, exchangeAt, sequence, depth, bids, asks }: Book): string {
  const best = [bids.bestTicks, bids.bestLots, asks.bestTicks, asks.bestLots];
  return [receivedAt, exchangeAt, sequence, depth, ...best, levelsOf(bids), levelsOf(asks)].join(' ');
}

function walked(walk: MarketWalk): string[] {
  const lines: string[] = [];
  while (walk.next() !== END) {
    const { type, market, at, book, gap, statistics } = walk;
    lines.push(JSON.stringify([type, market, at, type === BOOK ? bookText(book) : type === GAP ? gap : statistics]));
  }
  return lines;
}

const side = (bid: string, ask: string) => ({ bids: [[bid, '3']], asks: [[ask, '3']] }) as const;
const GOOD = side('59990', '60000');
const CROSSED = side('60000', '59990');
const FAR = side('79990', '80000');

describe('SoleMarket', () => {
  const rows = marketRows(seededRandom('walk'), 400).map((row, i) => (i % 40 === 0 && 'bids' in row ? { ...row, at: row.at - 150 } : row));
  const recorded = recordedMarket(BTC, rows);
  const last = rows.at(-1)!.at;
  const ranges: BacktestOptions['range'][] = [
    {},
    { from: 100_000 },
    { to: 200_000 },
    { from: 60_000, to: 150_001 },
    { from: last },
    { from: last + 1 },
    { to: 0 },
    { from: rows[100]!.at, to: rows[101]!.at },
  ];
  const cases = ranges.flatMap((range) => [1, 7, 1000].map((size) => [range, size] as const));
  it.each(cases)('walks as the merge of one market does: %o, in blocks of %d', (range, size) => {
    const market = inBlocks(recorded, size);
    const merged = walked(new MarketMerge([recorded.open()], range));
    expect(walked(soleMarket(market, range))).toEqual(merged);
    expect(merged.length > 0).toBe(range?.from !== last + 1 && range?.to !== 0);
  });

  it('moves on to a row as if each had been walked to', () => {
    const market = inBlocks(recorded, 1000);
    const [stepping, leaping] = [soleMarket(market, {}), soleMarket(market, {})];
    const leapt: string[] = [];
    while (leaping.next() !== END) {
      const { from, to } = leaping.rows;
      if (leaping.type === BOOK && to - from > 2) leaping.skipTo(to);
      leapt.push([leaping.type, leaping.at, leaping.overwritesAt, bookText(leaping.book)].join(' '));
    }
    const stepped: string[] = [];
    while (stepping.next() !== END) stepped.push([stepping.type, stepping.at, stepping.overwritesAt, bookText(stepping.book)].join(' '));
    expect(leapt.length).toBeLessThan(stepped.length / 2);
    expect(leapt.filter((line) => !stepped.includes(line))).toEqual([]);
  });

  it.each([1, 2, 1000])(
    'leaves the last good book as it was where books are withheld, or passed over at the end (blocks of %d)',
    (size) => {
      const all = [0, 500, 700, 900, 1100].map((at): Row => ({ at, ...(at === 500 || at === 700 ? CROSSED : GOOD) }));
      const walk = soleMarket(inBlocks(recordedMarket(BTC, all), size), { to: 1000 });
      walk.next();
      const good = walk.book;
      const shown = bookText(good);
      for (let i = 0; i < 2; i++) {
        walk.next();
        const withheld = bookText(walk.book);
        walk.withhold();
        expect(bookText(good)).toBe(shown);
        walk.unveil();
        expect(bookText(walk.book)).toBe(withheld);
        walk.withhold();
      }
      expect(bookText(good)).toBe(shown);
      walk.next();
      const next = bookText(walk.book);
      expect(next).not.toBe(shown);
      const lastGood = walk.book;
      expect([walk.overwritesAt, walk.next(), bookText(lastGood)]).toEqual([900, END, next]);
    },
  );

  it('says until when all has to be dealt with: the next book, but never before the time that it stands on', () => {
    const all: Row[] = [
      { at: 0, ...GOOD },
      { at: 500, ...GOOD },
      { at: 300, ...GOOD },
      { at: 600, baseVolume: '5' },
      { at: 800, ...GOOD },
    ];
    const walk = soleMarket(inBlocks(recordedMarket(BTC, all), 1000), {});
    const told: [type: number, at: number, overwritesAt: number][] = [];
    while (walk.next() !== END) told.push([walk.type, walk.at, walk.overwritesAt]);
    expect(told).toEqual([
      [BOOK, 0, 500],
      [BOOK, 500, 500],
      [BOOK, 500, -Infinity],
      [2, 600, 800],
      [BOOK, 800, -Infinity],
    ]);
  });
});

/** Quotes on every news there is, and keeps all that it is shown. */
function watching(seen: string[]): StrategyHandlers {
  return {
    onBook(book, ctx) {
      seen.push(`book ${ctx.now} ${bookText(book.raw)}`);
      ctx.quoteTicks(book.bestBidTicks ?? 1, 900, 0, 0);
    },
    onWarning: ({ kind, detail }, ctx) => {
      seen.push(`${kind} ${detail} at ${ctx.now} ${ctx.book && bookText(ctx.book.raw)}`);
      ctx.quoteTicks((ctx.book?.bestBidTicks ?? 1) - 10, 900, 0, 0);
    },
    onTimer: (ctx) => void seen.push(`timer ${ctx.now} ${ctx.book && bookText(ctx.book.raw)}`),
    onReport: ({ type }, ctx) => void seen.push(`${type} ${ctx.now} ${ctx.book && bookText(ctx.book.raw)}`),
  };
}

function everything(rows: readonly Row[], size: number | undefined, more: Partial<BacktestOptions> = {}): unknown {
  const seen: string[][] = [];
  const engine = engineOf(() => watching(seen[seen.push([]) - 1]!));
  const recorded = recordedMarket(BTC, rows);
  const story: string[] = [];
  const options = optionsOf(engine, [size === undefined ? recorded : inBlocks(recorded, size)], more);
  const pass = enginePass(options, BANDS, { event: (band, line) => story.push(`${band} ${line}`) }).run();
  return { seen, story: story.toSorted(), runs: pass?.runs.map(orderOf), decisions: pass?.runs.map(({ decisions }) => decisions) };
}

describe('a backtest in memory', () => {
  const good = (at: number): Row => ({ at, ...GOOD });
  it.each<[string, Row[], BacktestOptions['range']?]>([
    ['crossed', [good(0), good(900), { at: 1400, ...CROSSED }, { at: 2100, ...CROSSED }, good(2900), good(3500)]],
    ['jumped', [good(0), good(900), { at: 1400, ...FAR }, good(2100), { at: 2900, ...FAR }, { at: 3500, ...FAR }, { at: 4100, ...FAR }]],
    [
      'backwards',
      [good(0), good(900), { at: 1400, ...GOOD, exchangeAt: 100 }, { at: 2100, ...side('59000', '59010'), exchangeAt: 200 }, good(2900)],
    ],
    ['with an empty side', [good(0), good(900), { at: 1400, bids: [], asks: [['60000', '3']] }, good(2100), good(2900)]],
    ['after a gap', [good(0), good(900), { from: 950, at: 4000, reason: 'crashed' }, { at: 4000, ...side('59000', '59010') }, good(4500)]],
    ['stale', [good(0), good(900), { at: 22_000, ...side('59000', '59010') }, good(22_500)]],
    ['that go back to before the range', [{ at: 1100, ...GOOD }, { at: 900, ...FAR }, { at: 1300, ...GOOD }, good(2500)], { from: 1000 }],
    ['that go back', [good(0), good(2100), { at: 1300, ...side('59980', '59985') }, good(2150), good(3900)]],
    ['that end before their last', [good(0), good(900), { at: 1400, ...side('59000', '59010') }], { to: 1200 }],
  ])('sees and does what one over copies does, of books %s', { tags: 'long' }, (_name, rows, range) => {
    const latencies = [
      { entryMs: 20, responseMs: 20 },
      { entryMs: 0, responseMs: 0 },
      { entryMs: 300, responseMs: 700 },
    ];
    for (const latency of latencies) {
      const more = { range, latency, poll: { booksMs: 1000, ordersMs: 100, balancesMs: 1000 } };
      const copied = everything(rows, undefined, more);
      for (const size of [1, 3, 1000]) expect(everything(rows, size, more)).toEqual(copied);
    }
  });

  it('gives the quotes of conversions by what has been seen', () => {
    const all = Array.from({ length: 30 }, (_, i): Row => ({ at: i * 500, ...side(String(60_000 - 10 * i), String(60_010 - 10 * i)) }));
    const told = (size: number | undefined): readonly string[] => {
      const recorded = recordedMarket(BTC, all);
      let asked = 0;
      const engine = engineOf(() => ({
        onBook(_book, ctx) {
          if (asked++ % 5 === 3) ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: ctx.pair.minVolume.times(100_000) });
        },
      }));
      const lines: string[] = [];
      const options = optionsOf(engine, [size === undefined ? recorded : inBlocks(recorded, size)], { equityEveryMs: 60_000 });
      enginePass(options, ['fitted'], { event: (_band, line) => lines.push(line) }).run();
      return lines.filter((line) => line.includes('quoted'));
    };
    const copied = told(undefined);
    expect(copied.length).toBeGreaterThan(3);
    expect(told(1000)).toEqual(copied);
  });
});
