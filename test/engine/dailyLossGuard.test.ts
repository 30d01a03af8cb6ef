import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, settingsOf, strategyOf } from './fixtures.ts';

const bought = (price: string) =>
  fillOf({ id: `bought at ${price}`, orderId: 'old', strategy: 's', amount: dec('1'), price: dec(price), tradedAt: NOON - 1000 });

describe('the limit of the daily loss', () => {
  it('pauses every strategy, cancels and takes no new risk when it is reached', () => {
    const bench = benchOf([quoting('s'), quoting('other')]);
    bench.touch('59990', '60010');
    bench.report({ type: 'fill', fill: bought('60000') });
    bench.touch('59901', '59901.02', 1000);
    bench.timer();
    expect(bench.notices('halted')).toEqual([]);
    bench.touch('59900', '59900.02', 1000);
    bench.touch('59899', '59899.02', 1000);
    bench.timer();
    expect(bench.notices('halted')).toEqual([{ type: 'halted', reason: "today's loss has reached the limit" }]);
    expect(bench.ladder()).toEqual([]);
    expect(bench.engine.snapshot().strategies.map(({ state }) => state)).toEqual(['paused', 'paused']);
    bench.operator({ type: 'resume', strategy: 's' });
    expect(bench.strategy().state, 'a person can not lift it on the same day').toBe('paused');
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'halted' });
  });

  it('is not forgotten over a restart', () => {
    const first = benchOf([quoting('s')]);
    first.touch('59990', '60010');
    const saved = first.notices('save-state').find(({ strategy }) => strategy === '')!;
    const restored = { fills: [bought('60000')], states: { '': saved.state } };
    const again = benchOf([quoting('s')], { restored });
    again.touch('59800', '59800.02');
    expect(again.commands('place'), 'nothing is sent before the first look').toEqual([]);
    expect(again.notices('refused')).toMatchObject([{ rule: 'daily-loss' }]);
    again.timer();
    expect(again.engine.snapshot().stops).toMatchObject([{ state: 'halted', reason: "today's loss has reached the limit" }]);
  });

  it('counts from what had been made when the day began', () => {
    const bench = benchOf([quoting('s')], { restored: { fills: [bought('70000')] } });
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.engine.snapshot().stops, 'the loss of 10000 is of earlier days').toEqual([]);
    bench.touch('59930', '59930.02', 1000);
    bench.timer();
    expect(bench.engine.snapshot().stops).toEqual([]);
    bench.touch('59890', '59890.02', 1000);
    bench.timer();
    expect(bench.engine.snapshot().stops).toMatchObject([{ state: 'halted', cause: 'daily-loss' }]);
  });

  it('opens a new day at midnight in UTC, and lifts the halt then; the strategies wait for a person', () => {
    const bench = benchOf([quoting('s')], { restored: { fills: [bought('60000')] } });
    bench.touch('59990', '60010');
    bench.touch('59800', '59800.02', 1000);
    bench.timer();
    expect(bench.engine.snapshot().stops).toMatchObject([{ state: 'halted', cause: 'daily-loss' }]);
    bench.timer(DAY_MS / 2 - 3000);
    expect(bench.engine.snapshot().stops).toMatchObject([{ state: 'halted', cause: 'daily-loss' }]);
    bench.timer(2000);
    expect(bench.engine.snapshot()).toMatchObject({ stops: [], strategies: [{ state: 'paused' }] });
    expect(bench.notices('trading')).toMatchObject([{ scope: { of: 'all' }, state: 'active', cause: 'daily-loss' }]);
    bench.operator({ type: 'resume', strategy: 's' });
    bench.touch('59800', '59800.02', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 50000']);
  });

  it('refuses what it can not value: a position without a book', () => {
    const eth = { ...bought('1'), symbol: 'ETH/EUR', strategy: 'eth' };
    const bench = benchOf([quoting('s'), { ...quoting('eth'), symbol: 'ETH/EUR' }], { restored: { fills: [eth] } });
    bench.touch('59990', '60010');
    expect(bench.notices('refused')).toMatchObject([{ rule: 'daily-loss', message: "no book tells today's profit in EUR" }]);
    bench.touch('1799', '1801', 0, 'ETH/EUR');
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 50000']);
  });

  it('takes a strategy that is new today from where it stands', () => {
    const state = JSON.stringify({ day: Math.floor(NOON / DAY_MS), currency: 'EUR', made: { gone: '-500' } });
    const bench = benchOf([quoting('s')], { restored: { fills: [bought('70000')], states: { '': state } } });
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.engine.snapshot().stops).toEqual([]);
    expect(bench.notices('save-state').findLast(({ strategy }) => strategy === '')?.state).toContain('"gone":"-500","s":"-10000"');
  });

  it.each(['', '{', 'null', '{"day":"x","currency":"EUR","made":{}}', '{"day":1}'])(
    'opens the day anew when the saved text is %j',
    (text) => {
      const bench = benchOf([quoting('s')], { restored: { states: { '': text } } });
      bench.touch('59990', '60010');
      expect(bench.ladder()).toEqual(['Buy 0.009 at 50000']);
    },
  );
});

function benchOf(strategies: readonly StrategySettings[], options: ConstructorParameters<typeof EngineBench>[1] = {}): EngineBench {
  return new EngineBench(settingsOf(strategies, { limits: limitsOf({ maxDailyLoss: euro('100') }) }), options);
}

function quoting(name: string): StrategySettings {
  const wanted = [{ side: 'Buy', price: dec('50000'), amount: dec('0.009') }] as const;
  return strategyOf({ onBook: (_book, ctx) => ctx.quote(wanted) }, name);
}
