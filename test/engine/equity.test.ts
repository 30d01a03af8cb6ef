import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, settingsOf, severalOf, strategyOf } from './fixtures.ts';

describe('ctx.equity', () => {
  it('is the budget and the profit, open positions at the mid', () => {
    let ctx!: StrategyContext;
    const strategy = strategyOf({ onStart: (own) => void (ctx = own) });
    const bought = fillOf({ strategy: 's', amount: dec('0.1'), price: dec('60000'), fee: dec('5'), feeCurrency: 'EUR' });
    const settings = settingsOf([strategy], { limits: limitsOf({ budgets: { s: euro('10000') } }) });
    const bench = new EngineBench(settings, { restored: { fills: [bought] } });
    bench.timer();
    expect(() => ctx.equity).toThrow('the equity of s is not known before the first books of its markets: ask isFresh first');
    bench.touch('60990', '61010');
    expect(ctx.equity.toFixed()).toBe('10095');
  });

  it('is over all markets, in the quote currency of the first', () => {
    let ctx!: StrategyContext<string>;
    const several = severalOf(() => ({ onStart: (own) => void (ctx = own) }));
    const fills = [fillOf({ strategy: 's', symbol: 'ETH/EUR', amount: dec('1'), price: dec('1800') })];
    const settings = settingsOf([several], { limits: limitsOf({ budgets: { s: euro('5000') } }) });
    const bench = new EngineBench(settings, { restored: { fills } });
    bench.touch('59990', '60010');
    bench.touch('1899', '1901', 0, 'ETH/EUR');
    expect(ctx.equity.toFixed()).toBe('5100');
  });
});
