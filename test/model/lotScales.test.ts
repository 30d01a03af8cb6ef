import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Sum } from '../../src/base/sum.ts';
import { amountOf, gridOf, priceOf } from '../../src/model/grid.ts';
import { lotScales, tooFine, unitDecimals } from '../../src/model/lotScales.ts';
import type { Pair } from '../../src/model/pair.ts';
import { BTC, PAIRS } from '../engine/fixtures.ts';

const pairOf = (precision: number, step: string): Pair => ({ ...BTC, grid: gridOf(precision, dec(step)) });

describe('unitDecimals', () => {
  it('are enough for every pair of a currency, and for fees', () => {
    expect(unitDecimals('XRP', PAIRS)).toBe(8);
    expect(unitDecimals('EUR', [pairOf(2, '0.00001')])).toBe(8);
    expect(unitDecimals('EUR', [pairOf(2, '0.00000001')])).toBe(10);
    expect(unitDecimals('BTC', [pairOf(2, '0.000000001')])).toBe(9);
    expect(unitDecimals('BTC', [pairOf(2, '0.001'), { ...BTC, base: 'ETH', quote: 'BTC', grid: gridOf(8, dec('0.00001')) }])).toBe(13);
  });
});

describe('lotScales', () => {
  it('say what a lot and a lot at a tick are in units, exactly', () => {
    const grids = fc.tuple(
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom('0.00000001', '0.0025', '0.5', '1', '25', '1000', '0.000000001'),
    );
    fc.assert(
      fc.property(grids, fc.nat(1_000_000), fc.nat(1_000_000), ([precision, step], ticks, lots) => {
        const pair = pairOf(precision, step);
        const [base, quote] = [unitDecimals('BTC', [pair]), unitDecimals('EUR', [pair])];
        const { perLot, perTickLot } = lotScales(pair, base, quote);
        const [amount, worth] = [new Sum(base), new Sum(quote)];
        amount.addProduct(lots, 1, perLot);
        worth.addProduct(ticks, lots, perTickLot);
        expect(amount.decimal.eq(amountOf(pair.grid, lots))).toBe(true);
        expect(worth.decimal.eq(amountOf(pair.grid, lots).times(priceOf(pair.grid, ticks)))).toBe(true);
      }),
    );
  });
});

it('says what steps need that are too fine for our sums', () => {
  expect(tooFine(gridOf(10, dec('0.00000001')))).toBeUndefined();
  expect(tooFine(gridOf(11, dec('0.00000001')))).toBe('precision 11 with volumeStep 0.00000001 needs more than 18 decimals');
});
