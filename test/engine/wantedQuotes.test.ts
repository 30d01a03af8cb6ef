import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, dec } from '../../src/base/decimal.ts';
import type { WantedQuote } from '../../src/engine/strategy.ts';
import { onGrid, orderOnGrid, restingOf } from '../../src/engine/wantedQuotes.ts';
import { bigTicksOf } from '../../src/model/grid.ts';
import { BTC, orderOf } from './fixtures.ts';

describe('onGrid', () => {
  it('puts a buy down and a sell up, so that neither is worse than asked for', () => {
    expect(onGrid(BTC, quote('Buy', dec('60000.019')))).toMatchObject({ wanted: { ticks: 6_000_001 } });
    expect(onGrid(BTC, quote('Sell', dec('60000.011')))).toMatchObject({ wanted: { ticks: 6_000_002 } });
    expect(onGrid(BTC, quote('Sell', dec('60000.01')))).toMatchObject({ wanted: { ticks: 6_000_001 } });
  });

  it('takes a plain number for the decimal that it prints as', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 1e8, noNaN: true }), fc.constantFrom('Buy', 'Sell'), (price, side) => {
        const rounding = side === 'Buy' ? 'down' : 'up';
        const ticks = Number(bigTicksOf(BTC.grid, new Decimal(price), rounding));
        expect(onGrid(BTC, quote(side, price))).toMatchObject({ wanted: { ticks } });
      }),
      { numRuns: 500 },
    );
  });

  it('puts the amount down, and to the most volume', () => {
    expect(onGrid(BTC, quote('Buy', 1, '0.123456789'))).toMatchObject({ wanted: { lots: 12_345 } });
    expect(onGrid(BTC, quote('Buy', 1, '1e30'))).toMatchObject({ wanted: { lots: 10_000_000 } });
  });

  it.each<[string, WantedQuote, string]>([
    ['no number', quote('Buy', Number.NaN), 'price-grid'],
    ['an endless price', quote('Sell', Number.POSITIVE_INFINITY), 'price-grid'],
    ['an endless decimal', quote('Sell', new Decimal(Infinity)), 'price-grid'],
    ['a price of nothing', quote('Buy', 0.009), 'price-grid'],
    ['a negative price', quote('Buy', dec('-1')), 'price-grid'],
    ['a price beyond the grid', quote('Buy', 1e300), 'price-grid'],
    ['a text for a price', quote('Buy', '60000' as unknown as number), 'price-grid'],
    ['no price', { side: 'Buy', amount: dec('1') } as WantedQuote, 'price-grid'],
    ['too little', quote('Buy', 1, '0.00009999'), 'min-volume'],
    ['a negative amount', quote('Buy', 1, '-1'), 'min-volume'],
    ['a plain number for an amount', { ...quote('Buy', 1), amount: 0.5 as unknown as Decimal }, 'amount-grid'],
    ['a side that is none', quote('buy' as 'Buy', 1), 'side'],
  ])('refuses %s', (_what, wrong, rule) => {
    expect(onGrid(BTC, wrong)).toMatchObject({ rule });
  });
});

describe('orderOnGrid', () => {
  it('leaves the price of a market order out', () => {
    expect(orderOnGrid(BTC, { side: 'Sell', amount: dec('0.5') })).toEqual({ ticks: undefined, lots: 50_000 });
  });
});

describe('restingOf', () => {
  it('shows what is left, and whether it can be acted on', () => {
    const whole = { intentId: 'intent-1', side: 'Buy', ticks: 6_000_000, lots: 100_000, untouched: true, settled: true };
    expect(restingOf(orderOf(), BTC.grid)).toEqual(whole);
    expect(restingOf(orderOf({ filled: dec('0.4') }), BTC.grid)).toEqual({ ...whole, lots: 60_000, untouched: false });
    for (const busy of [{ state: 'pending' }, { state: 'unknown' }, { canceling: true }, { replacing: 'x' }] as const) {
      expect(restingOf(orderOf(busy), BTC.grid).settled).toBe(false);
    }
  });
});

function quote(side: 'Buy' | 'Sell', price: Decimal | number, amount = '1'): WantedQuote {
  return { side, price, amount: dec(amount) };
}
