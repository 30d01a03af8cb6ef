import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type Book, createBook, isCrossed, MAX_DEPTH, showLevels } from '../../src/model/book.ts';
import { gridOf } from '../../src/model/grid.ts';
import { copyBook } from './copyBook.ts';

const grid = gridOf(2, dec('0.00001'));

function bookOf(bids: readonly number[], asks: readonly number[]): Book {
  const book = createBook('BTC/EUR', grid);
  for (const [side, ticks] of [[book.bids, bids] as const, [book.asks, asks] as const]) {
    side.ticks.set(ticks);
    side.lots.fill(1, 0, ticks.length);
    showLevels(side, 0, ticks.length);
  }
  return book;
}

describe('createBook', () => {
  it('is empty, with room for the deepest book of the specification (000 Limits)', () => {
    const book = createBook('BTC/EUR', grid);
    expect([book.bids.length, book.asks.length, book.sequence, book.depth]).toEqual([0, 0, 0, 0]);
    expect([book.bids.ticks.length, book.asks.lots.length, MAX_DEPTH]).toEqual([250, 250, 250]);
    expect(book.bids.ticks).toBeInstanceOf(Int32Array);
  });

  it('holds ticks beyond 2^31 when it is wide', () => {
    const book = createBook('SHIB/EUR', grid, 2, true);
    book.asks.ticks[0] = 2 ** 40;
    expect(book.asks.ticks[0]).toBe(2 ** 40);
  });
});

describe('copyBook', () => {
  it('is a book of its own: the next poll does not change it', () => {
    const book = bookOf([100, 99], [101]);
    const copy = copyBook(book);
    book.bids.ticks[0] = 50;
    showLevels(book.bids, 0, 0);
    book.exchangeAt = 9;
    expect([...copy.bids.ticks]).toEqual([100, 99]);
    expect([copy.bids.length, copy.asks.length, copy.exchangeAt]).toEqual([2, 1, 0]);
  });

  it('keeps only the levels that count', () => {
    expect(copyBook(bookOf([100], [])).bids.lots).toHaveLength(1);
  });
});

describe('isCrossed', () => {
  it('is so when the best bid is at or above the best ask', () => {
    expect([isCrossed(bookOf([100], [101])), isCrossed(bookOf([101], [101])), isCrossed(bookOf([102], [101]))]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is not so when a side is empty', () => {
    expect([isCrossed(bookOf([], [101])), isCrossed(bookOf([100], [])), isCrossed(bookOf([], []))]).toEqual([false, false, false]);
  });
});
