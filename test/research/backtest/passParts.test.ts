import { describe, expect, it } from 'vitest';
import { type Book, createBook, showLevels } from '../../../src/model/book.ts';
import { BOOK, END, GAP, STATISTICS } from '../../../src/recording/marketCursor.ts';
import { MarketMerge, noticedAt } from '../../../src/research/backtest/marketMerge.ts';
import { PollTimes } from '../../../src/research/backtest/pollTimes.ts';
import { BTC, ETH } from '../../engine/fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const book = (at: number, bid = 60_000): Row => ({ at, bids: [[`${bid}.00`, '1']], asks: [[`${bid + 10}.00`, '1']] });

function nextOnce(): () => number {
  let count = 0;
  return () => (count++ === 0 ? BOOK : END);
}

describe('MarketMerge', () => {
  it('gives records in order of time, the first symbol first, and a gap where it would have been noticed', () => {
    const btc = recordedMarket(BTC, [book(0), { at: 500, baseVolume: '5' }, { from: 600, at: 2000, reason: 'stopped' }, book(2000)]);
    const eth = recordedMarket(ETH, [book(0), book(1000), book(2000)]);
    const merge = new MarketMerge([btc.open(), eth.open()]);
    const seen: unknown[] = [];
    while (merge.next() !== END) seen.push([merge.type, merge.market, merge.at]);
    expect(seen).toEqual([
      [BOOK, 0, 0],
      [BOOK, 1, 0],
      [STATISTICS, 0, 500],
      [BOOK, 1, 1000],
      [GAP, 0, 1600],
      [BOOK, 0, 2000],
      [BOOK, 1, 2000],
    ]);
    expect(merge.gap).toMatchObject({ from: 600, to: 2000, reason: 'stopped' });
    expect(merge.statistics?.baseVolume.toFixed()).toBe('5');
  });

  it('gives a gap at the poll that should have followed, or at its end before that, and never before the range', () => {
    const rows: Row[] = [
      book(0),
      book(300),
      { from: 400, at: 5000, reason: 'stopped' },
      book(5000),
      { from: 5100, at: 5200, reason: 'crashed' },
    ];
    const merge = new MarketMerge([recordedMarket(BTC, rows).open()]);
    const seen: unknown[] = [];
    while (merge.next() !== END) if (merge.type === GAP) seen.push([merge.at, merge.gap!.from, merge.gap!.to]);
    expect(seen).toEqual([
      [700, 400, 5000],
      [5200, 5100, 5200],
    ]);
    const later = new MarketMerge([recordedMarket(BTC, rows).open()], { from: 2000 });
    expect([later.next(), later.at]).toEqual([GAP, 2000]);
    expect([
      noticedAt({ from: 5, to: 9, reason: 'stopped', detail: '' }, 3),
      noticedAt({ from: 5, to: 5, reason: 'stopped', detail: '' }, 3),
    ]).toEqual([8, 5]);
  });

  it('keeps a book whole while three more of its symbol are shown', () => {
    const merge = new MarketMerge([
      recordedMarket(
        BTC,
        [1, 2, 3, 4].map((i) => book(i * 1000, 60_000 + i)),
      ).open(),
    ]);
    merge.next();
    const first = merge.book;
    merge.next();
    merge.next();
    merge.next();
    expect([first.bids.ticks[0], first.receivedAt]).toEqual([6_000_100, 1000]);
  });

  it('copies the levels of a book alone, wherever they stand in the arrays of a recording', () => {
    const wide = createBook('BTC/EUR', BTC.grid);
    wide.bids.ticks.set([1, 2, 6_000_000, 5_999_000, 9]);
    wide.asks.ticks.set([0, 0, 6_001_000, 6_002_000, 9]);
    for (const side of [wide.bids, wide.asks]) {
      side.lots.set([1, 2, 300, 400, 9]);
      showLevels(side, 2, 2);
    }
    const cursor = recordedMarket(BTC, [book(0), book(1000)]).open();
    const merge = new MarketMerge([
      Object.defineProperties(cursor, { book: { value: { ...cursor.book, bids: wide.bids, asks: wide.asks } } }),
    ]);
    merge.next();
    expect([...merge.book.bids.ticks.subarray(0, 3)]).toEqual([6_000_000, 5_999_000, 0]);
    expect([...merge.book.asks.lots.subarray(0, 3)]).toEqual([300, 400, 0]);
    expect(merge.book.bids).toMatchObject({ start: 0, length: 2 });
    expect(merge.book.bids.ticks.length).toBe(250);
  });

  it('takes books of more levels than a venue gives', () => {
    const levels = (sign: number): [string, string][] => Array.from({ length: 300 }, (_, i) => [`${60_000 + sign * (i + 1)}.00`, '1']);
    const source = recordedMarket(BTC, [book(0)]).open();
    const wide = createBook('BTC/EUR', BTC.grid, 300);
    for (const [i, [price]] of levels(-1).entries()) wide.bids.ticks[i] = Number(price) * 100;
    showLevels(wide.bids, 0, 300);
    const merge = new MarketMerge([Object.defineProperties(source, { book: { value: wide }, next: { value: nextOnce() } })]);
    merge.next();
    expect(merge.book.bids.ticks[299]).toBe(5_970_000);
  });

  it('overwrites what was withheld before any other: the last good book stays whole, as live', () => {
    const rows = [0, 100, 200, 300, 400, 500].map((at) => book(at));
    const merge = new MarketMerge([recordedMarket(BTC, rows).open()]);
    merge.next();
    const good = merge.book;
    for (let i = 1; i < rows.length; i++) {
      merge.next();
      merge.withhold();
    }
    expect([good.receivedAt, merge.book.receivedAt]).toEqual([0, 500]);
  });

  it('reads from a time on and before another, with a gap that reaches into the range', () => {
    const rows = [book(0), { from: 100, at: 1500, reason: 'crashed' } as const, book(1500), book(2000), book(3000)];
    const merge = new MarketMerge([recordedMarket(BTC, rows).open()], { from: 1000, to: 3000 });
    const seen: number[] = [];
    while (merge.next() !== END) seen.push(merge.at);
    expect(seen).toEqual([1100, 1500, 2000]);
    // As a recording on disk is read.
    const shorter = new MarketMerge([recordedMarket(BTC, rows).open()], { to: 1200 });
    expect([shorter.next(), shorter.next()]).toEqual([BOOK, END]);
  });
});

describe('PollTimes', () => {
  it('tell the median time between two books, gaps left out', () => {
    const times = new PollTimes(['A/B', 'C/D']);
    const bookAt = (at: number): Book => Object.assign(createBook('A/B', BTC.grid), { receivedAt: at });
    for (const at of [0, 500, 1000, 1900]) times.add(0, bookAt(at));
    times.gap(0);
    for (const at of [90_000, 90_500]) times.add(0, bookAt(at));
    expect(times.medians).toEqual({ 'A/B': 500, 'C/D': 0 });
  });
});
