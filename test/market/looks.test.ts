import { expect, it } from 'vitest';
import { addLook, booksOfLooks, LOOK_NUMBERS } from '../../src/market/looks.ts';
import { BTC } from '../engine/fixtures.ts';
import { bookOf } from './bookOf.ts';

it('keeps the touches of books, as books of one level that stay whole for three more', () => {
  const looks: number[] = [];
  for (let i = 0; i < 4; i++) {
    const book = bookOf({
      bids: [
        [`${100 + i}`, '1'],
        ['99', '5'],
      ],
      asks: [['110', '2']],
      depth: 2,
    });
    addLook(looks, Object.assign(book, { receivedAt: i * 1000 }));
  }
  expect(looks.slice(0, LOOK_NUMBERS)).toEqual([0, 10_000, 100_000, 11_000, 200_000]);
  const books = [...booksOfLooks(BTC, looks)];
  expect(
    books.map(({ receivedAt, exchangeAt, bids, asks }) => [receivedAt, exchangeAt, bids.bestTicks, bids.length, asks.bestLots]),
  ).toEqual([
    [0, 0, 10_000, 1, 200_000],
    [1000, 0, 10_100, 1, 200_000],
    [2000, 0, 10_200, 1, 200_000],
    [3000, 0, 10_300, 1, 200_000],
  ]);
});
