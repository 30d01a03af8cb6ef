import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { equityReport } from '../../../src/daemon/history/equityReport.ts';
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

function reportOf({ span }: EquitySeries): ReturnType<typeof equityReport> {
  return equityReport(span.everyMs, span.steps);
}

describe(EquitySeries, () => {
  it('values the wallets and the strategies, every five seconds', () => {
    const series = new EquitySeries();
    for (const at of [0, 1000, 5000, 9999, 10_000]) series.look(at, snapshotAt(String(70 + at / 1000)));
    const { points, everyMs } = reportOf(series);
    expect(everyMs).toBe(FIVE_S);
    expect(points).toEqual([
      { at: 0, worth: { EUR: '170' }, profit: { 'maker LTC/EUR': '12' }, fall: {} },
      { at: 5000, worth: { EUR: '175' }, profit: { 'maker LTC/EUR': '17' }, fall: {} },
      { at: 10_000, worth: { EUR: '180' }, profit: { 'maker LTC/EUR': '22' }, fall: {} },
    ]);
  });

  it('knows the highest worth and the deepest fall below it', () => {
    const series = new EquitySeries();
    ['70', '90', '85', '95', '80', '94'].forEach((mid, n) => series.look(n * FIVE_S, snapshotAt(mid)));
    expect(reportOf(series)).toMatchObject({ highest: { EUR: '195' }, deepestFall: { EUR: '15' } });
  });

  it('misses no fall between two points, after days too, and tells of all that it sees', () => {
    const series = new EquitySeries();
    let seen = 0;
    series.seen$.subscribe(() => seen++);
    const dip = 2 * 86_400_000 + 60_000;
    for (let at = 0; at < 3 * 86_400_000; at += 20_000) series.look(at, snapshotAt(at === dip ? '10' : '90'));
    const { points, deepestFall, everyMs } = reportOf(series);
    expect(deepestFall).toEqual({ EUR: '80' });
    expect(points.filter(({ fall }) => fall['EUR'] === '80').map(({ at }) => at)).toEqual([Math.floor(dip / everyMs) * everyMs]);
    expect(seen).toBe(3 * 4320);
    expect(series.newest!.at).toBe(3 * 86_400_000 - 20_000);
  });

  it('stays bounded however long it runs, and keeps its first point', { tags: 'long' }, () => {
    const series = new EquitySeries();
    for (let at = 0; at < 7 * 86_400_000; at += FIVE_S) series.look(at, snapshotAt('70'));
    const { points, everyMs } = reportOf(series);
    expect(points.length).toBeGreaterThanOrEqual(240);
    expect(points.length).toBeLessThan(480);
    expect(points[0]!.at).toBe(0);
    expect(points[1]!.at - points[0]!.at).toBe(everyMs);
  });

  it('begins when the book of every wallet has come: no fall is made up over a restart; a book without one side is not waited for', () => {
    const known = snapshotAt('70');
    const eth = (trouble: readonly string[]) => ({ ...known.markets[0]!, symbol: 'ETH/EUR', mid: dec('3000'), trouble });
    const unknown = { ...known.markets[0]!, mid: undefined };
    const series = new EquitySeries();
    series.look(0, { ...known, markets: [unknown, eth([])] });
    series.look(5000, { ...known, markets: [known.markets[0]!, { ...eth([]), mid: undefined }] });
    series.look(10_000, { ...known, markets: [{ ...unknown, trouble: ['empty'] }, eth([])] });
    expect(reportOf(series).points.map(({ at, worth }) => [at, worth])).toEqual([
      [5000, { EUR: '170' }],
      [10_000, { EUR: '100' }],
    ]);
  });

  it('takes no point before the balances are known, and goes on when the clock was set back', () => {
    const series = new EquitySeries();
    series.look(0, { ...snapshotAt('70'), balances: [] });
    expect(reportOf(series).points).toEqual([]);
    series.look(10_000, snapshotAt('70'));
    series.look(2000, snapshotAt('70'));
    expect(reportOf(series).points.map(({ at }) => at)).toEqual([10_000, 2000]);
  });
});
