import { describe, expect, it } from 'vitest';
import rebalance from '../../strategies/rebalance.ts';
import { dec } from '../../src/base/decimal.ts';
import type { Fill } from '../../src/model/fill.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { executeOrders } from './executeOrders.ts';
import { configured, fillOf, settingsOf } from '../engine/fixtures.ts';
import { savedStates } from './savedStates.ts';

const MARKETS = { btc: 'BTC/EUR', eth: 'ETH/EUR' };

describe('rebalance', () => {
  it('buys each currency up to its share, and keeps the cash', () => {
    const bench = benchOf({ capital: '1000', cash: '20', weights: '3 1' });
    tick(bench);
    // 600 and 200 of 1000, at the touch.
    expect(orders(bench)).toEqual(['Buy 0.00999 BTC/EUR', 'Buy 0.0999 ETH/EUR']);
  });

  it('leaves alone what has drifted by less than the band, or is worth too little to trade', () => {
    const held = [bought('BTC/EUR', '0.0072', '60000'), bought('ETH/EUR', '0.24', '2000')];
    // Each has a share of 450 in 1000: 432 and 480 are within 3.5 %.
    expect(orders(tick(benchOf({ bandBps: '350' }, held)))).toEqual([]);
    expect(orders(tick(benchOf({ bandBps: '250' }, held)))).toEqual(['Sell 0.015 ETH/EUR']);
    expect(orders(tick(benchOf({ bandBps: '100', minTrade: '31' }, held)))).toEqual([]);
  });

  it('sells first, and buys with what that has brought', () => {
    const bench = benchOf({ bandBps: '100' }, [bought('BTC/EUR', '0.014', '60000')]);
    tick(bench);
    expect(orders(bench)).toEqual(['Sell 0.0065 BTC/EUR']);
    executeOrders(bench);
    tick(bench, 1000);
    expect(orders(bench)).toEqual(['Sell 0.0065 BTC/EUR', 'Buy 0.2245 ETH/EUR']);
    executeOrders(bench);
    for (let i = 0; i < 5; i++) tick(bench, 1000);
    expect(orders(bench), 'the next look comes with its turn').toHaveLength(2);
  });

  it.each(['0.1', '0'])('B1: buys for no more than is there when its sells have brought only %s of what they should', (share) => {
    for (const cash of ['0', '10']) {
      const bench = benchOf({ bandBps: '100', cash }, [bought('BTC/EUR', '0.014', '60000')]);
      tick(bench);
      executeOrders(bench, share);
      tick(bench, 1000);
      expect(orders(bench).at(-1), 'it buys for what it had').toMatch(/^Buy 0\.0\d+ ETH/);
      executeOrders(bench);
      const kept = bench.engine.snapshot().strategies.reduce((sum, { position }) => sum.plus(position.quoteFlow), dec('1000'));
      // The cash may be less by the band, and by what orders may pay beyond the touch.
      expect(kept.toNumber()).toBeGreaterThanOrEqual(cash === '0' ? 0 : 89);
    }
  });

  it('shares what is there among its buys in their order, also at the worst price that they may pay', () => {
    const bench = benchOf({ cash: '0', withinBps: '100' });
    tick(bench);
    expect(orders(bench)).toEqual(['Buy 0.00833 BTC/EUR', 'Buy 0.2448 ETH/EUR']);
    executeOrders(bench);
    const paid = bench.engine.snapshot().strategies.reduce((sum, { position }) => sum.minus(position.quoteFlow), dec('0'));
    expect(paid.toNumber()).toBeLessThanOrEqual(1000);
  });

  it('sells no more than it holds, which a fee has made less', () => {
    const bench = benchOf({ weights: '0 1' }, [{ ...bought('BTC/EUR', '0.01', '60000'), fee: dec('0.0001'), feeCurrency: 'BTC' }]);
    tick(bench);
    expect(orders(bench)[0]).toBe('Sell 0.0099 BTC/EUR');
  });

  it('goes on with what a partly filled order has left, at the next turn', () => {
    const bench = benchOf({ weights: '1 0' });
    tick(bench);
    executeOrders(bench, '0.3333');
    tick(bench);
    expect(orders(bench)).toEqual(['Buy 0.01498 BTC/EUR', 'Buy 0.00998 BTC/EUR']);
  });

  it('does nothing while one of its books is old or has an empty side', () => {
    const bench = benchOf({});
    bench.touch('59990', '60010', 60_000);
    bench.timer(0);
    expect(orders(bench)).toEqual([]);
    bench.touch('1999', '2001', 0, 'ETH/EUR');
    bench.timer(0);
    expect(orders(bench)).toHaveLength(2);
  });

  it('does not trade at once after a restart: its turn was taken', () => {
    const first = benchOf({});
    tick(first);
    const states = savedStates(first);
    const again = new EngineBench(first.settings, { restored: { states }, at: first.now + 1000 });
    tick(again, 0);
    expect(orders(again)).toEqual([]);
  });

  it.each([
    ['1', 'weights must be equal or 2 numbers like 2 1 1, not "1"'],
    ['1 x', 'weights must be equal or 2 numbers like 2 1 1, not "1 x"'],
    ['0 0', 'weights must not all be 0'],
  ])('says what is wrong with the weights %j', (weights, reason) => {
    expect(benchOf({ weights }).strategy()).toMatchObject({ state: 'stopped', reason: expect.stringContaining(reason) as string });
  });

  it('takes no markets with different quote currencies', () => {
    const bench = benchOf({}, [], { btc: 'BTC/EUR', eth: 'ETH/BTC' });
    expect(bench.strategy().reason).toContain('all markets must have one quote currency, not EUR and BTC');
  });
});

function benchOf(params: Readonly<Record<string, string>>, fills: readonly Fill[] = [], markets = MARKETS): EngineBench {
  const { symbol: _, ...settings } = configured(rebalance, params);
  const bench = new EngineBench(settingsOf([{ ...settings, markets }]), { restored: { fills }, answers: false });
  tick(bench, 0);
  return bench;
}

/** Time passes, with fresh books at its end. */
function tick(bench: EngineBench, ms = 60_000): EngineBench {
  bench.touch('59990', '60010', ms);
  bench.touch('1999', '2001', 0, 'ETH/EUR');
  bench.send({ type: 'timer' });
  return bench;
}

function bought(symbol: string, amount: string, price: string): Fill {
  return fillOf({ strategy: 's', symbol, amount: dec(amount), price: dec(price), orderId: `old ${symbol}` });
}

function orders(bench: EngineBench): readonly string[] {
  return bench.commands('place').map(({ side, amount, symbol }) => `${side} ${amount} ${symbol}`);
}
