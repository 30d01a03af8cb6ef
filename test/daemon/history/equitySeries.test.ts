import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { EquitySeries } from '../../../src/daemon/history/equitySeries.ts';
import type { EngineSnapshot } from '../../../src/engine/snapshot.ts';

const FIVE_S = 5000;

/** An account of 100 EUR and one LTC. */
function snapshotAt(mid: string): Pick<EngineSnapshot, 'balances' | 'markets' | 'strategies'> {
  const balance = (currency: string, total: string) => ({ currency, total: dec(total), free: dec(total) });
  const position = { amount: dec('1'), cost: dec('60'), gross: dec('3'), fees: dec('1'), realised: dec('2'), otherFees: {} };
  return {
    balances: [balance('EUR', '100'), balance('LTC', '1')],
    markets: [{ symbol: 'LTC/EUR', mid: dec(mid), bid: undefined, ask: undefined, bookAt: 0, trouble: [] }],
    strategies: [{ name: 'maker', symbol: 'LTC/EUR', position, unrealised: dec(mid).minus(60) }],
  } as unknown as Pick<EngineSnapshot, 'balances' | 'markets' | 'strategies'>;
}

describe(EquitySeries, () => {
  it('values the wallets and the strategies, every five seconds', () => {
    const series = new EquitySeries();
    for (const at of [0, 1000, 5000, 9999, 10_000]) series.look(at, () => snapshotAt(String(70 + at / 1000)));
    const { points, everyMs } = series.report();
    expect(everyMs).toBe(FIVE_S);
    expect(points).toEqual([
      { at: 0, worth: { EUR: '170' }, profit: { 'maker LTC/EUR': '12' } },
      { at: 5000, worth: { EUR: '175' }, profit: { 'maker LTC/EUR': '17' } },
      { at: 10_000, worth: { EUR: '180' }, profit: { 'maker LTC/EUR': '22' } },
    ]);
  });

  it('knows the highest worth and the deepest fall below it', () => {
    const series = new EquitySeries();
    ['70', '90', '85', '95', '80', '94'].forEach((mid, n) => series.look(n * FIVE_S, () => snapshotAt(mid)));
    expect(series.report()).toMatchObject({ highest: { EUR: '195' }, deepestFall: { EUR: '15' } });
  });

  it('stays bounded however long it runs, and keeps its first point', () => {
    const series = new EquitySeries();
    for (let at = 0; at < 7 * 86_400_000; at += FIVE_S) series.look(at, () => snapshotAt('70'));
    const { points, everyMs } = series.report();
    expect(points.length).toBeGreaterThanOrEqual(240);
    expect(points.length).toBeLessThan(480);
    expect(points[0]!.at).toBe(0);
    expect(points[1]!.at - points[0]!.at).toBe(everyMs);
  });

  it('takes no point before the balances are known, and goes on when the clock was set back', () => {
    const series = new EquitySeries();
    series.look(0, () => ({ ...snapshotAt('70'), balances: [] }));
    expect(series.report().points).toEqual([]);
    series.look(10_000, () => snapshotAt('70'));
    series.look(2000, () => snapshotAt('70'));
    expect(series.report().points.map(({ at }) => at)).toEqual([10_000, 2000]);
  });
});
