import { describe, expect, it } from 'vitest';
import execute from '../../strategies/execute.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { configured, settingsOf } from '../engine/fixtures.ts';

const MINUTES = 60;

describe('execute', () => {
  it('works its amount and tells what it cost', () => {
    const bench = new EngineBench(settingsOf([configured(execute, { side: 'Sell', amount: '0.06' })]));
    for (let second = 0; second <= MINUTES * 60; second++) {
      bench.touch('59990', '60010', 1000);
      bench.timer(0);
      for (const id of Array.from(bench.resting.keys())) bench.fill(id);
    }
    expect(bench.strategy().position.amount.toFixed()).toBe('-0.06');
    expect(bench.commands('place')).toHaveLength(MINUTES);
    expect(bench.notices('alert')).toMatchObject([
      { message: expect.stringContaining('twap filled: 0.06 of 0.06 BTC done in 60 parts') as string },
    ]);
  });

  it.each([
    [{ kind: 'iceberg', limit: '59000', show: '0.02' }, 'Buy 0.02 at 59000'],
    [{ kind: 'peg', limit: '60000', offsetTicks: '5' }, 'Buy 0.1 at 59989.95'],
    [{ kind: 'twap', limit: '60020', over: '5s' }, 'Buy 0.1 at 60020'],
  ])('places its kind with its own terms: %o', (params, order) => {
    const bench = new EngineBench(settingsOf([configured(execute, params)]));
    bench.touch('59990', '60010');
    expect(bench.ladder().map((text) => text.replace('0.01999', '0.02'))).toEqual([order]);
  });

  it('places its order once for each key, restarts included', () => {
    const first = new EngineBench(settingsOf([configured(execute, { kind: 'pov', share: '0.1', within: '24h' })]));
    first.touch('59990', '60010');
    const states = Object.fromEntries(first.notices('save-state').map(({ strategy, state }) => [strategy, state]));
    const ordersOf = (params: Record<string, string>): number => {
      const bench = new EngineBench(settingsOf([configured(execute, { kind: 'pov', ...params })]), { restored: { states } });
      bench.touch('59990', '60010');
      return bench.engine.snapshot().deskOrders.length;
    };
    expect([ordersOf({}), ordersOf({ key: '2' })]).toEqual([1, 2]);
  });

  it('without the price that its kind needs is refused, and tells so', () => {
    const bench = new EngineBench(settingsOf([configured(execute, { kind: 'iceberg' })]));
    bench.touch('59990', '60010');
    expect(bench.notices('refused')).toMatchObject([{ message: 'price must be a price of BTC/EUR, not undefined' }]);
  });
});
