import fc from 'fast-check';
import { showLevels } from '../../src/model/book.ts';
import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { BookView } from '../../src/market/bookView.ts';
import { walkDepth } from '../../src/market/depthWalk.ts';
import { amountOf, priceOf } from '../../src/model/grid.ts';
import { bookOf } from './bookOf.ts';

const asks = [
  ['100.00', '1'],
  ['101.00', '2'],
  ['103.50', '0.5'],
] as const;
const bids = [
  ['99.00', '1'],
  ['98.00', '4'],
] as const;

function texts(walk: object): Record<string, string> {
  return Object.fromEntries(Object.entries(walk).map(([key, value]) => [key, String(value)]));
}

describe('a walk through the depth', () => {
  it('buys from the asks: exact value, average and worst price', () => {
    expect(texts(walkDepth(bookOf({ bids, asks, depth: 50 }), 'Buy', dec('2.5')))).toEqual({
      amount: '2.5',
      coveredTo: '2.5',
      sufficed: 'true',
      complete: 'true',
      value: '251.5',
      averagePrice: '100.6',
      worstPrice: '101',
    });
  });

  it('sells into the bids', () => {
    const { value, averagePrice, worstPrice } = walkDepth(bookOf({ bids, asks, depth: 50 }), 'Sell', dec('3'));
    expect([value, averagePrice, worstPrice].map(String)).toEqual(['295', `98.${'3'.repeat(38)}`, '98']);
  });

  it('tells how far it is covered when the polled levels end, and whether there may be more', () => {
    const walk = (depth: number): Record<string, string> => texts(walkDepth(bookOf({ bids, asks, depth }), 'Buy', dec('10')));
    expect(walk(3)).toMatchObject({
      amount: '10',
      coveredTo: '3.5',
      sufficed: 'false',
      complete: 'false',
      value: '353.75',
      worstPrice: '103.5',
    });
    expect(walk(4)).toMatchObject({ coveredTo: '3.5', sufficed: 'false', complete: 'true' });
  });

  it('says nothing of prices where nothing is known', () => {
    const walk = walkDepth(bookOf({ bids: [], asks, depth: 50 }), 'Sell', dec('1'));
    expect(walk).toMatchObject({ sufficed: false, averagePrice: undefined, worstPrice: undefined });
    expect(walk.value.isZero() && walk.coveredTo.isZero()).toBe(true);
  });

  it('walks whole lots, rounded down, and nothing for nothing', () => {
    const book = bookOf({ bids, asks, depth: 50 });
    expect(walkDepth(book, 'Buy', dec('0.000019')).amount.toString()).toBe('0.00001');
    expect(walkDepth(book, 'Buy', ZERO)).toMatchObject({ sufficed: true, averagePrice: undefined });
    expect(() => walkDepth(book, 'Buy', dec('-1'))).toThrow('must be 0 or more');
  });

  it('is offered by the view for both sides', () => {
    const view = new BookView(bookOf({ bids, asks, depth: 50 }));
    expect(view.costToBuy(dec('1')).value.toString()).toBe('100');
    expect(view.costToSell(dec('1')).value.toString()).toBe('99');
  });

  it('stays exact beyond 2^53', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 2 ** 45 }), fc.integer({ min: 1, max: 2 ** 45 }));
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 8 }),
        fc.nat({ max: 2 ** 47 }),
        fc.constantFrom('0.00001', '0.0005', '25'),
        (levels, lots, lot) => {
          const book = bookOf({ bids: [], asks: [], depth: 50, lot });
          for (const [i, [ticks, amount]] of levels.entries()) {
            book.asks.ticks[i] = ticks;
            book.asks.lots[i] = amount;
          }
          showLevels(book.asks, 0, levels.length);
          let missing = BigInt(lots);
          let units = 0n;
          for (const [ticks, amount] of levels) {
            const taken = missing < BigInt(amount) ? missing : BigInt(amount);
            units += taken * BigInt(ticks);
            missing -= taken;
          }
          const walk = walkDepth(book, 'Buy', amountOf(book.grid, lots));
          expect(walk.sufficed).toBe(missing === 0n);
          expect(walk.coveredTo.toFixed()).toBe(amountOf(book.grid, BigInt(lots) - missing).toFixed());
          expect(walk.value.toFixed()).toBe(
            priceOf({ ...book.grid, precision: 2 + book.grid.lotDecimals }, units * BigInt(book.grid.lotUnits)).toFixed(),
          );
        },
      ),
    );
  });
});
