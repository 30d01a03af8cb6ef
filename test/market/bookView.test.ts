import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { BookView } from '../../src/market/bookView.ts';
import { bookOf } from './bookOf.ts';

const BOOK = bookOf({
  bids: [
    ['61249.90', '0.4'],
    ['61249.00', '1.25'],
  ],
  asks: [
    ['61251.01', '0.12'],
    ['61252.40', '0.8'],
  ],
  depth: 2,
});
const view = new BookView(BOOK);
const oneSided = new BookView(bookOf({ bids: [['1.00', '1']], asks: [], depth: 50 }));

describe('a view of a book', () => {
  it('gives best prices, mid and spread, exact and in ticks', () => {
    expect([view.bestBid, view.bestAsk, view.mid, view.spread].map(String)).toEqual(['61249.9', '61251.01', '61250.455', '1.11']);
    expect([view.bestBidTicks, view.bestAskTicks, view.midTicks, view.spreadTicks]).toEqual([6124990, 6125101, 6125045.5, 111]);
    expect(view.spreadBps).toBeCloseTo((1.11 / 61250.455) * 10_000, 12);
  });

  it('gives nothing that needs a side which is empty', () => {
    expect(oneSided.bestBid?.toString()).toBe('1');
    const { bestAsk, bestAskTicks, mid, midTicks, spread, spreadTicks, spreadBps, micropriceTicks } = oneSided;
    expect([bestAsk, bestAskTicks, mid, midTicks, spread, spreadTicks, spreadBps, micropriceTicks]).toEqual(new Array(8).fill(undefined));
  });

  it('weighs the microprice by the opposite touch', () => {
    // 0.4 to buy against 0.12 to sell: the asks run out first, so the price leans up.
    expect(view.micropriceTicks).toBeCloseTo((6124990 * 0.12 + 6125101 * 0.4) / 0.52, 6);
  });

  it('knows its age by the time of receipt, its symbol, and its poll', () => {
    expect(view.ageMs(BOOK.receivedAt + 250)).toBe(250);
    expect([view.symbol, view.sequence, view.exchangeAt, view.receivedAt]).toEqual(['BTC/EUR', 1, BOOK.exchangeAt, BOOK.receivedAt]);
    expect(view.raw).toBe(BOOK);
    expect(view.grid).toBe(BOOK.grid);
  });

  it('lists levels best first, as many as are asked for', () => {
    const texts = (side: 'Buy' | 'Sell', atMost?: number): string[] =>
      [...view.levels(side, atMost)].map(({ price, amount }) => `${amount} at ${price}`);
    expect(texts('Buy')).toEqual(['0.4 at 61249.9', '1.25 at 61249']);
    expect(texts('Sell', 1)).toEqual(['0.12 at 61251.01']);
    expect([...oneSided.levels('Sell')]).toEqual([]);
  });

  it('knows a side to its end only when the venue had fewer levels than were asked for', () => {
    expect([view.isComplete('Buy'), oneSided.isComplete('Buy'), oneSided.isComplete('Sell')]).toEqual([false, true, true]);
  });

  it('takes a signal to the grid in the stated direction', () => {
    expect(view.priceAt(6125045.5, 'down').toString()).toBe('61250.45');
    expect(view.priceAt(6125045.5, 'up').toString()).toBe('61250.46');
    expect(view.priceAt(100, 'up').toString()).toBe('1');
    expect(() => view.priceAt(Number.NaN, 'down')).toThrow('finite');
  });

  it('has its exact mid and its ticks in agreement for any book', () => {
    const ticks = fc.integer({ min: 1, max: 2 ** 30 });
    fc.assert(
      fc.property(ticks, ticks, fc.integer({ min: 0, max: 9 }), (a, b, precision) => {
        fc.pre(a !== b);
        const at = (units: number): string => dec(units).div(dec(10).pow(precision)).toFixed();
        const book = new BookView(bookOf({ precision, bids: [[at(Math.min(a, b)), '1']], asks: [[at(Math.max(a, b)), '1']], depth: 1 }));
        expect(book.mid!.div(book.grid.tick).toNumber()).toBe(book.midTicks);
        expect(book.bestAsk!.minus(book.bestBid!).eq(book.spread!)).toBe(true);
        expect(book.midTicks! * 2).toBe(a + b);
      }),
    );
  });
});
