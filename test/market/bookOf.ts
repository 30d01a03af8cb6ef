import { dec } from '../../src/base/decimal.ts';
import { type Book, type BookSide, createBook, showLevels } from '../../src/model/book.ts';
import { type Grid, gridOf, lotsOf, ticksOf } from '../../src/model/grid.ts';

export interface BookText {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
  readonly depth: number;
  readonly precision?: number;
  readonly lot?: string;
}

/** A book in the form in which a person would write it. */
export function bookOf({ bids, asks, depth, precision = 2, lot = '0.00001' }: BookText): Book {
  const grid = gridOf(precision, dec(lot));
  const book = createBook('BTC/EUR', grid, 250, true);
  fill(book.bids, bids, grid);
  fill(book.asks, asks, grid);
  return Object.assign(book, { exchangeAt: 1_763_630_000_000, receivedAt: 1_763_630_000_120, sequence: 1, depth });
}

function fill(side: BookSide, levels: BookText['bids'], grid: Grid): void {
  for (const [i, [price, amount]] of levels.entries()) {
    side.ticks[i] = ticksOf(grid, dec(price), 'exact');
    side.lots[i] = lotsOf(grid, dec(amount), 'exact');
  }
  showLevels(side, 0, levels.length);
}
