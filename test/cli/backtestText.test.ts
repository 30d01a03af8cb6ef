import { describe, expect, it } from 'vitest';
import { bandColumns } from '../../src/cli/backtestText.ts';

/** What a column shows of a run in a currency. */
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
