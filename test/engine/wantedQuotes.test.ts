import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, dec } from '../../src/base/decimal.ts';
import { shownOrder } from '../../src/engine/shownOrder.ts';
import { BUY, SELL } from '../../src/model/side.ts';
import type { Refusal } from '../../src/engine/refusal.ts';
import type { OrderRequest } from '../../src/engine/deskOrders/newOrder.ts';
import type { WantedQuote } from '../../src/engine/strategy.ts';
import { lotBoundsOf } from '../../src/engine/lotBounds.ts';
import { GridShape, putOnGrid, wholeProblem } from '../../src/engine/wantedQuotes.ts';
import { bigTicksOf, gridOf } from '../../src/model/grid.ts';
import { EngineRoom } from './engineRoom.ts';
import { BTC, orderOf } from './fixtures.ts';

describe('putOnGrid', () => {
  it('puts a buy down and a sell up, so that neither is worse than asked for', () => {
    expect(onGrid(quote('Buy', dec('60000.019')))).toMatchObject({ side: BUY, ticks: 6_000_001 });
    expect(onGrid(quote('Sell', dec('60000.011')))).toMatchObject({ side: SELL, ticks: 6_000_002 });
    expect(onGrid(quote('Sell', dec('60000.01')))).toMatchObject({ ticks: 6_000_001 });
  });

  it('takes a plain number for the decimal that it prints as', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 1e8, noNaN: true }), fc.constantFrom('Buy', 'Sell'), (price, side) => {
        const rounding = side === 'Buy' ? 'down' : 'up';
        const ticks = Number(bigTicksOf(BTC.grid, new Decimal(price), rounding));
        expect(onGrid(quote(side, price))).toMatchObject({ ticks });
      }),
      { numRuns: 500 },
    );
  });

  it('puts the amount down, and to the most volume', () => {
    expect(onGrid(quote('Buy', 1, '0.123456789'))).toMatchObject({ lots: 12_345 });
    expect(onGrid(quote('Buy', 1, '1e30'))).toMatchObject({ lots: 10_000_000 });
  });

  it('leaves the price of a market order out', () => {
    expect(onGrid({ side: 'Sell', amount: dec('0.5') })).toEqual({ side: SELL, isMarket: true, ticks: 0, lots: 50_000 });
    expect(onGrid(quote('Sell', 1, '0.5'))).toEqual({ side: SELL, isMarket: false, ticks: 100, lots: 50_000 });
  });

  it('says the same of an amount that it has seen, on another pair too', () => {
    const amount = dec('0.123456789');
    expect(onGrid({ ...quote('Buy', 1), amount })).toMatchObject({ lots: 12_345 });
    expect(onGrid({ ...quote('Buy', 1), amount })).toMatchObject({ lots: 12_345 });
    const coarse = { ...BTC, grid: gridOf(2, dec('0.1')) };
    expect(putOnGrid(coarse, { ...quote('Buy', 1), amount }, shape)).toBeUndefined();
    expect(shape.lots).toBe(1);
  });

  it.each<[string, OrderRequest, string]>([
    ['no number', quote('Buy', Number.NaN), 'price-grid'],
    ['an endless price', quote('Sell', Number.POSITIVE_INFINITY), 'price-grid'],
    ['an endless decimal', quote('Sell', new Decimal(Infinity)), 'price-grid'],
    ['a price of nothing', quote('Buy', 0.009), 'price-grid'],
    ['a negative price', quote('Buy', dec('-1')), 'price-grid'],
    ['a price beyond the grid', quote('Buy', 1e300), 'price-grid'],
    ['a text for a price', quote('Buy', '60000' as unknown as number), 'price-grid'],
    ['too little', quote('Buy', 1, '0.00009999'), 'min-volume'],
    ['a negative amount', quote('Buy', 1, '-1'), 'min-volume'],
    ['an amount that is no number', { ...quote('Buy', 1), amount: new Decimal(NaN) }, 'amount-grid'],
    ['an endless amount', { ...quote('Buy', 1), amount: new Decimal(Infinity) }, 'amount-grid'],
    ['a plain number for an amount', { ...quote('Buy', 1), amount: 0.5 as unknown as Decimal }, 'amount-grid'],
    ['a side that is none', quote('buy' as 'Buy', 1), 'side'],
  ])('refuses %s', (_what, wrong, rule) => {
    expect(onGrid(wrong)).toMatchObject({ rule });
  });
});

describe('wholeProblem', () => {
  it.each<[string, number, number, string | undefined]>([
    ['the least', 1, 10, undefined],
    ['a lot less', 1, 9, 'min-volume'],
    ['a part of a lot', 1, 10.5, 'min-volume'],
    ['no number of lots', 1, NaN, 'min-volume'],
    ['no tick', 0, 10, 'price-grid'],
    ['a part of a tick', 1.5, 10, 'price-grid'],
    ['more ticks than are whole', 2 ** 53, 10, 'price-grid'],
  ])('%s', (_what, ticks, lots, rule) => {
    expect(wholeProblem(BTC, 'Buy', ticks, lots)?.rule).toBe(rule);
  });
});

describe('lotBoundsOf', () => {
  it('lie within the least and the most volume', () => {
    expect(lotBoundsOf(BTC)).toEqual({ least: 10, most: 10_000_000 });
    expect(lotBoundsOf({ ...BTC, minVolume: dec('0.000101'), maxVolume: dec('1.000019') })).toEqual({ least: 11, most: 100_001 });
  });

  it('end where lots are no whole numbers any more', () => {
    expect(lotBoundsOf({ ...BTC, maxVolume: dec('1e30') }).most).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('an order at rest', () => {
  it('shows what is left, and whether it can be acted on', () => {
    expect(rest({})).toMatchObject({ side: BUY, ticks: 6_000_000, remaining: 100_000, filled: 0, isSettled: true });
    expect(rest({ filled: dec('0.4') })).toMatchObject({ remaining: 60_000, filled: 40_000, isSettled: true });
    for (const busy of [{ state: 'unknown' }, { canceling: true }, { replacing: 'x' }] as const) {
      expect(rest(busy).isSettled).toBe(false);
      expect(shownOrder(rest(busy))).toMatchObject(busy);
    }
    expect(new EngineRoom().placed('i', 'Buy', '60000', '1').isSettled).toBe(false);
  });

  const rest = (given: Parameters<typeof orderOf>[0]) => {
    const room = new EngineRoom();
    room.reports.restore(orderOf(given));
    return room.known.byIntent('intent-1')!;
  };
});

const shape = new GridShape();

function onGrid(order: OrderRequest): GridShape | Refusal {
  return putOnGrid(BTC, order, shape) ?? { ...shape };
}

function quote(side: 'Buy' | 'Sell', price: Decimal | number, amount = '1'): WantedQuote {
  return { side, price, amount: dec(amount) };
}
