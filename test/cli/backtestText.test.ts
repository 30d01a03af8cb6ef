import { describe, expect, it } from 'vitest';
import { bandColumns } from '../../src/cli/backtestText.ts';

/** What a column shows of a run in a currency. */
function shown(key: string, value: number | null, currency: string): unknown {
  const column = bandColumns.find((one) => one.key === key)!;
  const row = { band: 'fitted', record: { manifest: { currency } }, values: { profit: value, hold_profit: value } };
  return column.value(row as never);
}

describe('the table of a backtest', () => {
  it('shows money with the digits that count, in a currency of which little is much too', () => {
    expect(shown('profit', -0.00017031, 'BTC')).toBe('-0.000170 BTC');
    expect(shown('hold', 0.25, 'BTC')).toBe('0.250 BTC');
    expect(shown('profit', -401.1049, 'EUR')).toBe('-401.10 EUR');
    expect(shown('profit', 0, 'BTC')).toBe('0.00 BTC');
    expect(shown('profit', -1e-12, 'BTC')).toBe('0.00 BTC');
    expect(shown('profit', null, 'EUR')).toBe('– EUR');
  });
});
