import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import { LOSSES_KEY } from '../../src/engine/lossGuards.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import type { Restored } from '../../src/model/event.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, settingsOf } from './fixtures.ts';
import { buyAt, quoting, ReloadBench, version } from './reloadBench.ts';

const one = version('1', quoting(buyAt('60000', '1')));
const two = version('1', {}, 't', 'ETH/EUR');
const OLD = fillOf({ id: 'old', strategy: 't', symbol: 'ETH/EUR', price: dec('4000'), amount: dec('1'), orderId: 'o-old' });
const HISTORY: readonly Restored[] = [{ type: 'restored', fills: [OLD], conversions: [], orders: [], states: undefined }];
const EVERYTHING = { losses: { '': { maxDrawdown: euro('5000'), action: 'cancel' } } } as const;

const settings = (limits: Partial<RiskLimits>, strategies = [one]): EngineSettings => settingsOf(strategies, { limits: limitsOf(limits) });
const causes = (bench: EngineBench): string[] => bench.engine.snapshot().stops.map(({ cause }) => cause);

/** With one BTC, bought at 60000, after a first look. */
function holding(limits: Partial<RiskLimits>): ReloadBench {
  const bench = new ReloadBench(settings(limits));
  mid(bench, 60_000);
  mid(bench, 60_000);
  bench.fill('order-1');
  mid(bench, 60_000);
  return bench;
}

function mid(bench: EngineBench, at: number): void {
  bench.touch(String(at - 0.1), String(at + 0.1), 1000);
  bench.timer(0);
}

describe('what a loss is counted from stays over a reload', () => {
  it('that adds a strategy which holds something in a market without a book, and what that had made before is no loss', () => {
    const bench = holding(EVERYTHING);
    mid(bench, 56_000);
    expect(bench.reload(settings(EVERYTHING, [one, two]), { history: HISTORY })).toBeUndefined();
    // It has lost 2000 with its one ETH, in an earlier life.
    bench.touch('1999.5', '2000.5', 500, 'ETH/EUR');
    mid(bench, 55_001);
    expect(causes(bench)).toEqual([]);
    mid(bench, 54_999);
    expect(causes(bench)).toEqual(['max-drawdown']);
  });

  it('that adds such a strategy, and a restart before its book comes', () => {
    const first = holding(EVERYTHING);
    first.reload(settings(EVERYTHING, [one, two]), { history: HISTORY });
    mid(first, 60_000);
    const state = first.notices('save-state').findLast(({ strategy }) => strategy === LOSSES_KEY)!.state;
    const bought = fillOf({ id: 'b', strategy: 's', amount: dec('1'), price: dec('60000'), tradedAt: NOON - 5 });
    const bench = new EngineBench(settings(EVERYTHING, [one, two]), {
      restored: { fills: [bought, OLD], states: { [LOSSES_KEY]: state } },
    });
    bench.touch('1999.5', '2000.5', 500, 'ETH/EUR');
    mid(bench, 55_001);
    expect(causes(bench)).toEqual([]);
    mid(bench, 54_999);
    expect(causes(bench)).toEqual(['max-drawdown']);
  });

  it('and what is entered in a position is a loss for none of two limits of one cause', () => {
    const losses = { s: { maxDrawdown: euro('5000'), action: 'cancel', also: [{ maxDrawdown: euro('8000'), action: 'close' }] } } as const;
    const bench = holding({ losses });
    bench.reload(settings({ losses, maxOpenOrders: 19 }));
    const entry = {
      id: 'e1',
      cause: 'correction',
      strategy: 's',
      symbol: 'BTC/EUR',
      amount: dec('1'),
      price: dec('70000'),
      at: NOON,
      note: 'x',
    } as const;
    bench.send({ type: 'position-entry', entry });
    mid(bench, 60_000);
    expect(causes(bench)).toEqual([]);
  });

  it('and of two limits of one cause that were both reached, neither is told again', () => {
    const losses = {
      s: { maxDrawdown: euro('500'), action: 'cancel', also: [{ maxDrawdown: euro('800'), action: 'no-entries' }] },
    } as const;
    const bench = holding({ losses });
    mid(bench, 59_000);
    expect(bench.notices('trading')).toHaveLength(1);
    bench.reload(settings({ losses, maxOpenOrders: 19 }));
    mid(bench, 59_000);
    expect(bench.notices('trading')).toHaveLength(1);
  });

  for (const cause of ['maxDailyLoss', 'maxDrawdown'] as const)
    it(`that names a strategy again which one before had left out: ${cause}`, () => {
      const limits = { losses: { s: { [cause]: euro('1000'), action: 'cancel' } } } as const;
      const bench = holding(limits);
      mid(bench, 59_100);
      expect(bench.reload(settings({}, []))).toBeUndefined();
      expect(bench.reload(settings(limits))).toBeUndefined();
      mid(bench, 58_400);
      expect(causes(bench)).toEqual([cause === 'maxDailyLoss' ? 'daily-loss' : 'max-drawdown']);
    });

  const inBitcoin = { amount: dec('0.016'), currency: 'BTC' };
  const limits = [
    ['maxDailyLoss of all', { maxDailyLoss: euro('1000') }, { maxDailyLoss: inBitcoin }],
    [
      'maxDrawdown of one',
      { losses: { s: { maxDrawdown: euro('1000'), action: 'cancel' } } },
      { losses: { s: { maxDrawdown: inBitcoin, action: 'cancel' } } },
    ],
  ] as const;
  it.each(limits)('that names %s in another currency', (_what, before, after) => {
    const bench = holding(before);
    mid(bench, 59_100);
    expect(bench.reload(settings(after))).toBeUndefined();
    mid(bench, 59_080);
    expect(causes(bench)).toEqual([]);
    mid(bench, 59_000);
    expect(causes(bench)).toHaveLength(1);
  });

  it('that names the daily loss in a currency which no book tells yet: no risk is taken until one does', () => {
    const bench = new ReloadBench(settings({ maxDailyLoss: euro('1000') }));
    mid(bench, 60_000);
    bench.fill('order-1');
    mid(bench, 59_100);
    bench.reload(settings({ maxDailyLoss: { amount: dec('0.4'), currency: 'ETH' } }));
    bench.operator({ type: 'cancel-all', symbol: undefined });
    mid(bench, 59_100);
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('refused').at(-1)).toMatchObject({ rule: 'daily-loss', message: "no book tells today's profit in ETH" });
    bench.touch('1999.5', '2000.5', 500, 'ETH/EUR');
    bench.timer(0);
    expect(causes(bench)).toEqual(['daily-loss']);
  });
});
