import { describe, expect, it } from 'vitest';
import { backtestLines, backtestRecord, bandColumns } from '../../src/cli/backtestText.ts';
import { metricsOfBands } from '../../src/research/metrics/metrics.ts';
import { recordOf } from '../research/runFixture.ts';

/** What a column shows for a run in a given currency. */
function shown(key: string, value: number | null, currency: string): unknown {
  const column = bandColumns.find((one) => one.key === key)!;
  const row = { band: 'fitted', record: { manifest: { currency } }, values: { profit: value, hold_profit: value } };
  return column.value(row as never);
}

describe('the table of a backtest', () => {
  it('counts replacements among the orders that were sent', () => {
    const column = bandColumns.find(({ key }) => key === 'orders')!;
    const record = { bands: { fitted: { orders: { placed: 2, replaced: 197_890, canceled: 2 } } } };
    expect(column.value({ band: 'fitted', record, values: {} } as never)).toBe(197_892);
  });

  it('shows money with the decimals that its currency usually has', () => {
    expect(shown('profit', -0.00017031, 'BTC')).toBe('-0.00017031 BTC');
    expect(shown('hold', 0.25, 'BTC')).toBe('0.25000000 BTC');
    expect(shown('profit', -401.1049, 'EUR')).toBe('-401.10 EUR');
    expect(shown('profit', 0, 'BTC')).toBe('0.00000000 BTC');
    expect(shown('profit', -0.001, 'EUR')).toBe('0.00 EUR');
    expect(shown('profit', null, 'EUR')).toBe('– EUR');
  });
});

describe('what is said around it', () => {
  const draws = [10, 20, 30].map((profit) => ({ profit, fills: 2 * profit, max_drawdown_samples: -profit / 1000 }));
  const record = { ...recordOf(), draws };
  const outcome = { run: '/runs/x', hash: 'h', seconds: 1, record, metrics: metricsOfBands(record), checks: [] };

  it('tells how sure the fitted band is of itself, where draws were asked for', () => {
    const said = '90 % of 3 draws of the fitted band: profit 11.00 EUR to 29.00 EUR, fills 22 to 58, drawdown -2.90 % to -1.10 %';
    expect(backtestLines(outcome)).toContain(said);
    expect(backtestLines({ ...outcome, record: recordOf() }).filter((line) => line.includes('draws'))).toEqual([]);
  });

  it('tells programs the same', () => {
    expect(backtestRecord(outcome, 'fitted')['draws']).toMatchObject({ count: 3, intervals: { profit: { low: 11, high: 29 } } });
    expect(backtestRecord({ ...outcome, record: recordOf() }, 'fitted')).not.toHaveProperty('draws');
  });
});
