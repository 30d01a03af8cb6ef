import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { euro, limitsOf, settingsOf } from './fixtures.ts';
import { buyAt, quoting, ReloadBench, version } from './reloadBench.ts';

describe('limits that a reload changes', () => {
  it('hold with the next order', () => {
    const one = version('1', { onBook: (_book, ctx) => void ctx.place(buyAt('59000')) });
    const bench = new ReloadBench(settingsOf([one]));
    bench.touch('59990', '60010');
    bench.reload(settingsOf([one], { limits: limitsOf({ maxOrderValue: euro('10'), symbols: ['BTC/EUR'] }) }));
    bench.touch('59990', '60010', 1000);
    bench.reload(settingsOf([one], { limits: limitsOf({ symbols: ['ETH/EUR'] }) }));
    bench.touch('59990', '60010', 1000);
    expect(bench.notices('refused').map(({ rule }) => rule)).toEqual(['order-value', 'symbol']);
  });

  it('a limit on losses counts what was lost before, and a stop that was set stays', () => {
    const loses = version('1', quoting(buyAt('60000', '1')));
    const limited = (most: string): EngineSettings =>
      settingsOf([loses], { limits: limitsOf({ losses: { s: { maxLoss: euro(most), action: 'cancel' } } }) });
    const bench = new ReloadBench(limited('5000'));
    bench.touch('60000', '60010');
    bench.timer();
    bench.touch('60000', '60010');
    bench.fill('order-1');
    bench.touch('59000', '59010', 1000);
    bench.timer();
    expect(bench.engine.snapshot().stops).toEqual([]);
    bench.reload(limited('500'));
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'max-loss', state: 'halted' }]);
    bench.reload(limited('5000'));
    bench.timer();
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'max-loss', state: 'halted' }]);
  });

  it('a daily loss without a limit any more ends with the day', () => {
    const one = version('1', quoting(buyAt('60000', '1')));
    const bench = new ReloadBench(settingsOf([one], { limits: limitsOf({ maxDailyLoss: euro('500') }) }));
    bench.touch('60000', '60010');
    bench.fill('order-1');
    bench.touch('59000', '59010', 1000);
    bench.timer();
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'daily-loss' }]);
    bench.reload(settingsOf([one]));
    bench.timer();
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'daily-loss' }]);
    bench.timer(13 * 3_600_000);
    expect(bench.engine.snapshot().stops).toEqual([]);
  });

  it('protections that stay go on counting, and exits that change are placed anew', () => {
    const exits = (bps: number): StrategySettings => ({
      ...version(String(bps), quoting(buyAt('60000', '0.1'))),
      exits: [{ kind: 'stop', lossBps: bps }],
    });
    const protections = {
      s: [{ kind: 'repeated-fills', fills: 2, withinMs: 60_000, move: dec('0.01'), pauseMs: 60_000, action: 'cancel' }],
    } as const;
    const limits = limitsOf({ protections });
    const bench = new ReloadBench(settingsOf([exits(500)], { limits }));
    bench.touch('60000', '60010');
    bench.fill('order-1', dec('0.02'));
    bench.touch('60000', '60010', 1000);
    expect(bench.engine.snapshot().deskOrders).toHaveLength(1);
    bench.reload(settingsOf([exits(300)], { limits }));
    bench.touch('60000', '60010', 1000);
    bench.touch('60000', '60010', 1000);
    const kept = bench.engine.snapshot().deskOrders;
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).toContain('58200');
    bench.fill('order-1', dec('0.02'));
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'protection' }]);
  });

  const protectedBy = (coolMs: number, fillsMs: number, action: 'cancel' | 'close' = 'cancel'): EngineSettings =>
    settingsOf([version('1', quoting(buyAt('60000', '0.1')))], {
      limits: limitsOf({
        protections: {
          s: [
            { kind: 'repeated-fills', fills: 2, withinMs: fillsMs, move: dec('0.01'), pauseMs: 60_000, action },
            { kind: 'losing-trades', trades: 5, withinMs: coolMs, pauseMs: 60_000, action: 'cancel' },
          ],
        },
      }),
    });
  const cases = [
    ['goes on counting beside one that changes', protectedBy(120_000, 60_000), ['protection']],
    ['goes on counting where only what it leads to changes', protectedBy(60_000, 60_000, 'close'), ['protection']],
    ['counts from now on where it counts something else', protectedBy(60_000, 50_000), []],
  ] as const;
  it.each(cases)('a protection %s', (_what, next, causes) => {
    const bench = new ReloadBench(protectedBy(60_000, 60_000));
    bench.touch('60000', '60010');
    bench.fill('order-1', dec('0.02'));
    bench.touch('60000', '60010', 1000);
    bench.reload(next);
    bench.touch('60000', '60010', 1000);
    bench.fill('order-1', dec('0.02'));
    expect(bench.engine.snapshot().stops.map(({ cause }) => cause)).toEqual(causes);
  });

  it.each(['maxOrdersPerMinute', 'maxOrdersPerMinutePerSymbol'] as const)('a first %s counts the minute before it', (name) => {
    let n = 0;
    const one = version('1', { onBook: (_book, ctx) => void ctx.place(buyAt(String(50_000 + n++))) });
    const limited = (most: number | undefined): EngineSettings =>
      settingsOf([one], { limits: limitsOf({ maxOpenOrders: 100, maxOrdersPerMinute: undefined, [name]: most }) });
    const bench = new ReloadBench(limited(undefined));
    for (let i = 0; i < 5; i++) bench.touch('60000', '60010', 100);
    expect(bench.commands('place')).toHaveLength(5);
    bench.reload(limited(5));
    bench.touch('60000', '60010', 100);
    expect(bench.commands('place')).toHaveLength(5);
    bench.touch('60000', '60010', 60_000);
    expect(bench.commands('place')).toHaveLength(6);
  });
});
