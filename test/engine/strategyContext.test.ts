import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import { EngineBench } from './engineBench.ts';
import { settingsOf, strategyOf } from './fixtures.ts';

function quoting(quote: (ctx: StrategyContext) => void): EngineBench {
  const bench = new EngineBench(settingsOf([strategyOf({ onBook: (_book, ctx) => quote(ctx) })]));
  bench.touch('59990', '60010');
  for (let i = 0; i < 4; i++) bench.timer();
  return bench;
}

describe('quoteTicks', () => {
  it('asks for the same orders as quote does', () => {
    const whole = quoting((ctx) => ctx.quoteTicks(5_900_000, 900, 6_100_000, 800));
    const decimals = quoting((ctx) =>
      ctx.quote([
        { side: 'Buy', price: dec('59000'), amount: dec('0.009') },
        { side: 'Sell', price: dec('61000'), amount: dec('0.008') },
      ]),
    );
    expect(whole.ladder()).toEqual(['Buy 0.009 at 59000', 'Sell 0.008 at 61000']);
    expect(whole.ladder()).toEqual(decimals.ladder());
  });

  it('wants nothing on a side with 0 lots', () => {
    expect(quoting((ctx) => ctx.quoteTicks(0, 0, 6_100_000, 800)).ladder()).toEqual(['Sell 0.008 at 61000']);
  });

  it.each([
    ['min-volume', 5_900_000, 9],
    ['min-volume', 5_900_000, 900.5],
    ['min-volume', 5_900_000, NaN],
    ['price-grid', 0, 900],
    ['price-grid', 5_900_000.5, 900],
  ])('refuses with %s what is no order: %d ticks, %d lots', (rule, ticks, lots) => {
    const bench = quoting((ctx) => ctx.quoteTicks(ticks, lots, 0, 0));
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('refused')[0]).toMatchObject({ rule });
  });

  it('cuts what is above the most volume', () => {
    const settings = settingsOf([strategyOf({ onBook: (_book, ctx) => ctx.quoteTicks(1, 20_000_000, 0, 0) })]);
    const bench = new EngineBench({ ...settings, limits: { ...settings.limits, maxOrderValue: undefined, budgets: {} } });
    bench.touch('59990', '60010');
    expect(bench.commands('place')[0]?.amount.lte('100')).toBe(true);
  });
});

describe('positionLots and liveOrders', () => {
  it('tell in whole numbers what position and orders tell', () => {
    const seen: [number, number][] = [];
    const bench = quoting((ctx) => {
      seen.push([ctx.positionLots, ctx.liveOrders]);
      ctx.quoteTicks(5_900_000, 900, 6_100_000, 800);
    });
    const sold = [...bench.resting].find(([, order]) => order.side === 'Sell')![0];
    bench.fill(sold, undefined, { fee: dec('0.0000001'), feeCurrency: 'BTC' });
    bench.touch('59990', '60010', 1000);
    expect(seen).toEqual([
      [0, 0],
      // A fraction of a lot that went as fee is cut off. The filled sell has been placed again.
      [-800, 2],
    ]);
  });
});
