import { describe, expect, it } from 'vitest';
import { imbalanceOf } from '../../src/market/imbalance.ts';
import { bookOf } from './bookOf.ts';

const book = bookOf({
  bids: [
    ['99', '3'],
    ['98', '1'],
  ],
  asks: [
    ['100', '1'],
    ['101', '5'],
  ],
  depth: 50,
});

describe('the imbalance of a book', () => {
  it('compares what rests on both sides, over as many levels as asked for', () => {
    expect(imbalanceOf(book, 1)).toBe((3 - 1) / 4);
    expect(imbalanceOf(book, 2)).toBe((4 - 6) / 10);
    expect(imbalanceOf(book, 100)).toBe((4 - 6) / 10);
  });

  it('is 1 or -1 when one side is empty, and undefined when both are', () => {
    expect(imbalanceOf(bookOf({ bids: [['1', '1']], asks: [], depth: 5 }), 5)).toBe(1);
    expect(imbalanceOf(bookOf({ bids: [], asks: [['1', '1']], depth: 5 }), 5)).toBe(-1);
    expect(imbalanceOf(bookOf({ bids: [], asks: [], depth: 5 }), 5)).toBeUndefined();
    expect(imbalanceOf(book, 0)).toBeUndefined();
  });
});
