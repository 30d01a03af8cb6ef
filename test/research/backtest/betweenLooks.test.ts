import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { StrategyContext, StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { type Band, BANDS } from '../../../src/research/runRecord.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const look = (at: number, bid: string, ask: string): Row => ({ at, bids: [[bid, '1']], asks: [[ask, '1']] });
const AMOUNT = dec('0.005');

/** By band: each fill's price and kind. `act` is called with the number of each book. */
function filled(rows: readonly Row[], act: (book: number, ctx: StrategyContext) => void): Record<Band, string[]> {
  const handlers = (): StrategyHandlers => {
    let books = 0;
    return { onBook: (_book, ctx) => act(++books, ctx) };
  };
  const { bands } = backtest(optionsOf(engineOf(handlers), [recordedMarket(BTC, rows)]));
  const texts = BANDS.map((band) => [band, Array.from(bands[band].fills, ({ fill }) => `${fill.price.toFixed()} ${fill.feeType}`)]);
  return Object.fromEntries(texts) as Record<Band, string[]>;
}

const buyAt = (price: string) => (book: number, ctx: StrategyContext) => {
  if (book === 1) ctx.place({ side: 'Buy', price: dec(price), amount: AMOUNT });
};

describe('D1: what happens between two looks', () => {
  it('a taker whose order meets the venue between them gets the worse of both in the pessimistic band', () => {
    const dearer = [look(0, '60000.00', '60100.00'), look(1000, '60400.00', '60500.00'), look(2000, '60400.00', '60500.00')];
    const { pessimistic, optimistic } = filled(dearer, buyAt('61000'));
    expect(pessimistic).toEqual(['60500 Taker']);
    expect(optimistic).toEqual(['60100 Taker']);
    const cheaper = [look(0, '60400.00', '60500.00'), look(1000, '60000.00', '60100.00'), look(2000, '60000.00', '60100.00')];
    expect(filled(cheaper, buyAt('61000'))).toMatchObject({ pessimistic: ['60500 Taker'], optimistic: ['60100 Taker'] });
  });

  it('a taker has missed a quote that the second look shows to have moved beyond its limit, in the pessimistic band', () => {
    const moved = [look(0, '60000.00', '60100.00'), look(1000, '60400.00', '60500.00'), look(2000, '60400.00', '60500.00')];
    expect(filled(moved, buyAt('60100'))).toMatchObject({ pessimistic: [], optimistic: ['60100 Taker'] });
  });

  it('a crossing that the next look shows comes before a cancel in the pessimistic band, and after it in the optimistic one', () => {
    const rows = [look(0, '60000.00', '60100.00'), look(1000, '60000.00', '60100.00'), look(2000, '59800.00', '59900.00')];
    const act = (book: number, ctx: StrategyContext): void => {
      if (book === 1) ctx.place({ side: 'Buy', price: dec('60000'), amount: AMOUNT });
      else if (book === 2) for (const { intentId } of ctx.orders) ctx.cancel(intentId);
    };
    expect(filled([...rows, look(3000, '59800.00', '59900.00')], act)).toMatchObject({ pessimistic: ['60000 Maker'], optimistic: [] });
  });

  it('a crossing that the next look shows comes before a replacement in the pessimistic band', () => {
    const rows = [look(0, '60000.00', '60100.00'), look(1000, '60000.00', '60100.00'), look(2000, '59800.00', '59900.00')];
    const act = (book: number, ctx: StrategyContext): void =>
      ctx.quote([{ side: 'Buy', price: dec(book === 1 ? '60000' : '59000'), amount: AMOUNT }]);
    expect(filled([...rows, look(3000, '59800.00', '59900.00')], act)).toMatchObject({ pessimistic: ['60000 Maker'], optimistic: [] });
  });

  it('nobody buys the stale ask once statistics have told of a dearer one', () => {
    const told: Row = { at: 500, baseVolume: '1000', touch: ['60200.00', '60300.00'] };
    const rows = [look(0, '60000.00', '60100.00'), told, look(1000, '60000.00', '60100.00'), look(2000, '60000.00', '60100.00')];
    expect(filled(rows, buyAt('60350'))).toMatchObject({ pessimistic: ['60300 Taker'], optimistic: ['60100 Taker'] });
  });
});

describe('D1: the end of a recording', () => {
  it('settles what the last look has left open as if the market had stood still', () => {
    const act = (book: number, ctx: StrategyContext): void => {
      if (book === 2) ctx.place({ side: 'Buy', price: dec('60100'), amount: AMOUNT });
    };
    const taken = filled([look(0, '60000.00', '60100.00'), look(1000, '60000.00', '60100.00')], act);
    for (const band of BANDS) expect(taken[band]).toEqual(['60100 Taker']);
  });
});
