import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { metricsOf } from '../../../src/research/metrics/metrics.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, NO_LIMITS, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

/** The market falls by ten a second, for two minutes. */
const FALLING: readonly Row[] = Array.from({ length: 120 }, (_, i) => {
  const price = (60_000 - 10 * i).toFixed(2);
  return { at: i * 1000, bids: [[price, '1']], asks: [[(60_010 - 10 * i).toFixed(2), '1']] };
});

/** Buys at whatever price, again and again. */
function buysOn(): StrategyHandlers {
  return {
    onBook(book, ctx) {
      if (ctx.liveOrders === 0 && book.bestAsk !== undefined)
        ctx.place({ side: 'Buy', price: book.bestAsk.plus(50), amount: dec('0.005') });
    },
  };
}

describe('in a backtest, by the same code as live', () => {
  const run = (limits: Partial<RiskLimits>) =>
    backtest(
      optionsOf(engineOf(buysOn, { limits: { ...NO_LIMITS, priceCollar: dec('0.05'), ...limits } }), [recordedMarket(BTC, FALLING)]),
    );
  const maxLoss = { amount: dec('20'), currency: 'EUR' };

  it('U11: maxLoss ends what a budget does not: the strategy buys no more', () => {
    const free = run({ budgets: { s: { amount: dec('1e6'), currency: 'EUR' } } }).bands;
    const limited = run({ losses: { s: { maxLoss, action: 'cancel' } } }).bands;
    for (const band of BANDS) {
      expect(limited[band].fills.length).toBeLessThan(free[band].fills.length / 2);
      expect(limited[band].refusals['s']).toMatchObject({ halted: expect.any(Number) as number });
      expect(limited[band].warnings).toContainEqual(
        expect.stringMatching(/s became halted: s has lost 2\d\.\d+ EUR in all, the limit is 20 EUR$/),
      );
      expect(limited[band].halts).toMatchObject([
        { scope: { of: 'strategy', name: 's' }, state: 'halted', cause: 'max-loss', until: undefined },
      ]);
      expect(free[band].halts).toEqual([]);
    }
  });

  it('looks at losses in draws too, whose fills are only counted', () => {
    const limits = { ...NO_LIMITS, priceCollar: dec('0.05'), losses: { s: { maxLoss, action: 'cancel' as const } } };
    const { draws, bands } = backtest(optionsOf(engineOf(buysOn, { limits }), [recordedMarket(BTC, FALLING)], { draws: 2 }));
    for (const { fills } of draws) expect(Math.abs(fills! - bands.fitted.fills.length)).toBeLessThan(5);
  });

  it('closes the position where that is asked for', () => {
    for (const band of BANDS) {
      const { fills } = run({ losses: { s: { maxLoss, action: 'close' } } }).bands[band];
      const held = Array.from(fills).reduce(
        (sum, { fill }) => (fill.side === 'Buy' ? sum.plus(fill.amount) : sum.minus(fill.amount)),
        dec('0'),
      );
      expect(held.abs().toNumber()).toBeLessThan(0.001);
    }
  });

  it('a position that is held before begins the run, its exits close it, and its profit counts from its price', () => {
    const opening = { amount: dec('0.02'), price: dec('59000') };
    const exits = [{ kind: 'trailing-stop', trailBps: 50 }] as const;
    const { strategies, ...engine } = engineOf(() => ({}), { limits: { ...NO_LIMITS, priceCollar: dec('0.05') } });
    const options = optionsOf({ ...engine, strategies: [{ ...strategies[0]!, opening, exits }] }, [recordedMarket(BTC, FALLING)]);
    const run = backtest({ ...options, balances: { BTC: dec('0.02') } });
    for (const band of BANDS) {
      const fills = Array.from(run.bands[band].fills).map(({ fill }) => fill);
      expect(fills.map(({ side }) => side)).toEqual(fills.map(() => 'Sell'));
      expect(fills.reduce((sum, { amount }) => sum.plus(amount), dec('0')).toFixed()).toBe('0.02');
      const began = [{ name: 's', symbol: 'BTC/EUR', use: 'hold', params: {}, opening: { amount: '0.02', price: '59000' } }];
      const { figures, positions } = metricsOf(run.bands[band], { currency: 'EUR', strategies: began });
      expect(positions.map(({ long, end }) => [long.toFixed(), end.toFixed()])).toEqual([['0.02', '0']]);
      expect(figures.find(({ name }) => name === 'trade_win_rate')?.value).toBe(1);
    }
    expect(() => backtest({ ...options, balances: { BTC: dec('0.01') } })).toThrow(
      'strategies.s.opening.amount is 0.02 BTC, and the wallet has 0.01',
    );
  });

  it('repeated-fills stops a strategy that runs in circles', () => {
    const rule = { kind: 'repeated-fills', fills: 4, withinMs: 60_000, move: dec('0.01'), pauseMs: undefined, action: 'cancel' } as const;
    for (const band of BANDS) expect(run({ protections: { s: [rule] } }).bands[band].fills.length).toBe(4);
  });
});
