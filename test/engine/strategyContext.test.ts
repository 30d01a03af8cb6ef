import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import { DeskRoom } from './deskOrders/deskRoom.ts';
import { EngineBench } from './engineBench.ts';
import { settingsOf, strategyOf } from './fixtures.ts';

function quoting(quote: (ctx: StrategyContext) => void): EngineBench {
  const bench = new EngineBench(settingsOf([strategyOf({ onBook: (_book, ctx) => quote(ctx) })]));
  bench.touch('59990', '60010');
  for (let i = 0; i < 4; i++) bench.timer();
  return bench;
}

describe('quoteRows', () => {
  const ROWS = new Float64Array([5_900_000, 900, 6_100_000, -800, 6_200_000, -700, 1, 1]);

  it('asks for the same orders as quote does, as many rows as are said', () => {
    const rows = quoting((ctx) => ctx.quoteRows(ROWS, 3));
    expect(rows.ladder()).toEqual(['Buy 0.009 at 59000', 'Sell 0.008 at 61000', 'Sell 0.007 at 62000']);
    rows.touch('59990', '60010', 1000);
    expect(rows.commands('place'), 'nothing has changed').toHaveLength(3);
    expect(quoting((ctx) => ctx.quoteRows(ROWS, 0)).ladder()).toEqual([]);
  });

  it('leaves the others when one can not be an order, and a row of 0 lots out', () => {
    const bench = quoting((ctx) => ctx.quoteRows(new Float64Array([5_900_000, 0, 5_900_000.5, 900, 6_100_000, -800]), 3));
    expect(bench.ladder()).toEqual(['Sell 0.008 at 61000']);
    expect(bench.notices('refused').map(({ rule }) => rule)).toEqual(['price-grid']);
  });

  it.each([-1, 1.5, 5, NaN])('stops a strategy that counts wrong: %d', (count) => {
    expect(quoting((ctx) => ctx.quoteRows(ROWS, count)).strategy().reason).toContain('count must be a whole number up to 200');
  });

  it('follows rows that change in place, though the array is the same', () => {
    const rows = Float64Array.from(ROWS);
    const bench = quoting((ctx) => ctx.quoteRows(rows, 1));
    rows[0] = 5_800_000;
    bench.touch('59990', '60010', 1000);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 58000']);
  });
});

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

describe('cancel', () => {
  const BUY = { side: 'Buy', price: dec('59000'), amount: dec('0.009') } as const;

  it('tells once of an order that is over, and of one that never was', () => {
    const room = new DeskRoom();
    const id = room.place(BUY);
    room.fillAll();
    for (let i = 0; i < 3; i++) room.ctx.cancel(id);
    room.book('59990', '60010');
    expect(room.refused).toEqual([`not-open: ${id} is no order that could be canceled: it is over, or none of s`]);
    expect(room.bench.commands('cancel')).toEqual([]);
    room.bench.timer(60_000);
    room.ctx.cancel(undefined as never);
    room.book('59990', '60010');
    expect(room.refused.at(-1)).toContain('undefined is no order that could be canceled');
    expect(room.bench.strategy().state).toBe('running');
  });

  it('tells of an order that is still on its way, and says nothing of one that is being canceled', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place(BUY);
    room.ctx.cancel(id);
    room.book('59990', '60010');
    expect(room.refused).toEqual([`not-open: ${id} can't be canceled now: it is pending`]);
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.ctx.cancel(id);
    room.ctx.cancel(id);
    room.book('59990', '60010');
    expect(room.bench.commands('cancel')).toHaveLength(1);
    expect(room.refused).toHaveLength(1);
  });
});
