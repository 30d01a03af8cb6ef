import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { type Book, createBook, showLevels } from '../../../src/model/book.ts';
import { BOOK, END, GAP, STATISTICS } from '../../../src/recording/marketCursor.ts';
import { DecisionLog } from '../../../src/research/backtest/decisionLog.ts';
import { MarketMerge } from '../../../src/research/backtest/marketMerge.ts';
import { Mids } from '../../../src/research/backtest/mids.ts';
import { OwnReports } from '../../../src/research/backtest/ownReports.ts';
import { PollTimes } from '../../../src/research/backtest/pollTimes.ts';
import { BTC, ETH, PAIRS, touch } from '../../engine/fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const book = (at: number, bid = 60_000): Row => ({ at, bids: [[`${bid}.00`, '1']], asks: [[`${bid + 10}.00`, '1']] });

function nextOnce(): () => number {
  let count = 0;
  return () => (count++ === 0 ? BOOK : END);
}

describe('MarketMerge', () => {
  it('gives records in order of time, the first symbol first, and a gap at its beginning', () => {
    const btc = recordedMarket(BTC, [book(0), { at: 500, baseVolume: '5' }, { from: 600, at: 2000, reason: 'stopped' }, book(2000)]);
    const eth = recordedMarket(ETH, [book(0), book(1000), book(2000)]);
    const merge = new MarketMerge([btc.open(), eth.open()]);
    const seen: unknown[] = [];
    while (merge.next() !== END) seen.push([merge.type, merge.market, merge.at]);
    expect(seen).toEqual([
      [BOOK, 0, 0],
      [BOOK, 1, 0],
      [STATISTICS, 0, 500],
      [GAP, 0, 600],
      [BOOK, 1, 1000],
      [BOOK, 0, 2000],
      [BOOK, 1, 2000],
    ]);
    expect(merge.gap).toMatchObject({ from: 600, to: 2000, reason: 'stopped' });
    expect(merge.statistics?.baseVolume.toFixed()).toBe('5');
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
    expect(seen).toEqual([1000, 1500, 2000]);
    // As a recording on disk is read.
    const shorter = new MarketMerge([recordedMarket(BTC, rows).open()], { to: 1200 });
    expect([shorter.next(), shorter.next()]).toEqual([BOOK, END]);
  });
});

describe('DecisionLog', () => {
  it('marks every decision at first and fewer later on, at counts that any longer log has too', () => {
    const [shorter, longer] = [new DecisionLog(), new DecisionLog()];
    for (let i = 0; i < 700; i++) shorter.add(`decision ${i}`, i);
    for (let i = 0; i < 5000; i++) longer.add(`decision ${i}`, i);
    expect(longer.marks.length).toBeLessThanOrEqual(513);
    const known = new Map(shorter.marks.map(({ count, digest }) => [count, digest]));
    const both = longer.marks.filter(({ count }) => count <= 700);
    expect(both.length).toBeGreaterThan(20);
    for (const { count, digest } of both) expect(known.get(count)).toBe(digest);
    expect(shorter.digest).not.toBe(longer.digest);
  });
});

describe('OwnReports', () => {
  it('come in order of time, and of their adding at the same time', () => {
    const reports = new OwnReports();
    for (const [at, orderId] of [
      [30, 'c'],
      [10, 'a'],
      [30, 'd'],
      [20, 'b'],
    ] as const) {
      reports.add(at, () => ({ type: 'cancel-accepted', orderId }));
    }
    expect(reports.nextAt).toBe(10);
    const taken = Array.from({ length: 4 }, () => reports.take());
    expect(taken.map((report) => 'orderId' in report && report.orderId)).toEqual(['a', 'b', 'c', 'd']);
    expect(reports.nextAt).toBe(Infinity);
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

describe('Mids', () => {
  it('value a currency directly, the other way round, and over one between', () => {
    const mids = new Mids(PAIRS, 0);
    expect(mids.areKnown).toBe(false);
    expect(mids.worth(dec('1'), 'BTC', 'EUR')).toBeUndefined();
    mids.show(0, touch('59995', '60005'));
    mids.show(2, touch('0.04', '0.06', 0, 'ETH/BTC'));
    expect(mids.number(0)).toBe(60_000);
    expect(mids.worth(dec('2'), 'BTC', 'EUR')?.toFixed()).toBe('120000');
    expect(mids.worth(dec('120000'), 'EUR', 'BTC')?.toFixed(10)).toBe('2.0000000000');
    expect(mids.rate('EUR', 'EUR')).toBe(1);
    expect(mids.rate('EUR', 'SOL')).toBeNaN();
    expect(mids.rate('USDT', 'EUR')).toBeNaN();
  });

  it('go round by the books of two symbols where no one symbol has both', () => {
    const pairs = [PAIRS[0]!, PAIRS[3]!];
    const mids = new Mids(pairs, 0);
    mids.show(0, touch('59995', '60005'));
    mids.show(1, touch('64995', '65005', 0, 'BTC/USDT'));
    expect(mids.areKnown).toBe(true);
    expect(mids.rate('USDT', 'EUR')).toBeCloseTo(60_000 / 65_000, 12);
  });
});
